import { type Operation, operations } from "../../generated/operations.ts";
import { type Samples, samples } from "../../generated/samples.ts";
import { fillPath } from "../../src/request/path.ts";
import { type Document, operationsOf, resolve } from "../generate/document.ts";

/** A request of an operation, filled with the description's examples or, without any, with made values. */
export interface SampleRequest {
  readonly operation: Operation;
  /** One line about the operation. */
  readonly summary: string;
  /** The documentation group it belongs to. */
  readonly tag: string;
  /** Path with each path parameter replaced by its example. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Query parameters that a request needs, and those that have a default, with that value. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Undefined if there is no body. */
  readonly body: unknown;
}

/** The parts of a description meant for readers. */
interface ForReaders {
  summary?: string;
  tags?: string[];
  default?: string | number;
}

/**
 * The request shown in the samples of each operation, built from the description alone, so that a new
 * operation has samples as soon as it is described.
 *
 * @throws Error if an operation is missing in the generated table.
 */
export function sampleRequests(document: Document): SampleRequest[] {
  return operationsOf(document).map(({ id, operation: described, parameters }) => {
    const operation = (operations as Readonly<Record<string, Operation>>)[id];
    const sample = (samples as Readonly<Record<string, Samples>>)[id];
    if (operation === undefined || sample === undefined)
      throw new Error(`${id} is not in generated/operations.ts; run npm run generate`);
    const query: Record<string, string | number> = {};
    for (const { name, in: place, schema = {} } of parameters) {
      const value = sample.query[name] ?? (resolve(document, schema) as ForReaders).default;
      if (place === "query" && value !== undefined) query[name] = typed(value, operation.query[name]);
    }
    const { summary = id, tags: [tag = ""] = [] } = described as ForReaders;
    return {
      operation,
      summary,
      tag,
      path: fillPath(operation.path, sample.path),
      pathParameters: sample.path,
      query,
      body: sample.bodies[0],
    };
  });
}

/** A value of a query parameter, as a number where the description says that it is one. */
function typed(value: string | number, type: string | null | undefined): string | number {
  return type === "integer" || type === "number" ? Number(value) : value;
}

/** Form fields with the reader's own values, and the variable that a sample reads each one from. */
export const ownFields: Readonly<Record<string, string>> = {
  client_id: "PARTNER_CARD_CLIENT_ID",
  client_secret: "PARTNER_CARD_CLIENT_SECRET",
};
