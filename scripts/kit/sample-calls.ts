/** A list and a write of the description, for programs that need one of each, whichever it is. */
import { readFileSync } from "node:fs";
import { withValueAt } from "../../conformance/base/pointer.ts";
import type { Operation, Pagination } from "../../generated/operations.ts";
import { type Samples, samples } from "../../generated/samples.ts";
import { type SampleRequest, sampleRequests } from "../docs/sample-request.ts";

/** A sample request of an operation, and everything else that is made for it. */
export interface SampleCall extends SampleRequest {
  /** Different bodies, the example first; none where the operation takes none. */
  readonly bodies: readonly unknown[];
  /** Body of its first documented success; undefined where that has none. */
  readonly success: unknown;
}

const document = JSON.parse(readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"));
const requests = sampleRequests(document);

const samplesOf = ({ id }: Operation) => (samples as Readonly<Record<string, Samples>>)[id] as Samples;

function last(what: string, fits: (operation: Operation) => boolean): SampleCall {
  const request = requests.findLast(({ operation }) => fits(operation));
  if (request === undefined) throw new Error(`the description has no ${what}`);
  const { bodies, responses } = samplesOf(request.operation);
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return { ...request, bodies, success: success ?? undefined };
}

/** The last paginated operation. @throws Error where there is none. */
export function sampleList(): SampleCall & {
  readonly pagination: Pagination;
  readonly items: readonly unknown[];
} {
  const call = last("paginated operation", ({ paginated }) => paginated !== null);
  return {
    ...call,
    pagination: call.operation.paginated as Pagination,
    items: samplesOf(call.operation).items,
  };
}

/** The last signed operation with a body. @throws Error where there is none. */
export function sampleWrite(): SampleCall {
  return last(
    "signed operation with a body",
    ({ signed, mediaType }) => signed !== null && mediaType !== null,
  );
}

/** A page with these items; the last one without a cursor. */
export function pageWith(items: readonly unknown[], cursor?: string): unknown {
  const { pagination, success } = sampleList();
  return withValueAt(withValueAt(success, pagination.items, items), pagination.cursor, cursor);
}
