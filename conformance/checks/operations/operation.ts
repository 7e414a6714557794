/** What the checks of this folder know of an operation: only what the description says of it. */

import { type OperationId, type Operation as Row, responseSchema } from "../../../generated/operations.ts";
import type { Samples } from "../../../generated/samples.ts";
import type { SchemaName } from "../../../generated/validators.js";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import type { Check } from "../kit/check.ts";
import { successSchema } from "../kit/response-schema.ts";
import { withKnownRequirements } from "../kit/rules.ts";

export type { Row };

/** Valid requests of an operation, as made from its schemas and examples. */
export type RequestSamples = Pick<Samples, "path" | "query" | "bodies" | "texts" | "headers"> &
  Partial<Pick<Samples, "responses">>;

/** A description: its operations and samples of their requests, by operationId. */
export interface Description {
  readonly operations: Readonly<Record<string, Row>>;
  readonly samples: Readonly<Record<string, RequestSamples>>;
}

/** An operation within its description. */
export interface Described {
  readonly row: Row;
  readonly description: Description;
}

/** Every operation that needs a token, and every read that needs none, but for those that other checks judge better. */
export function describedOperations(
  description: Description,
  judgedElsewhere: readonly string[],
): readonly Described[] {
  return Object.values(description.operations)
    .filter(
      ({ id, scopes, method }) => (scopes !== null || method === "GET") && !judgedElsewhere.includes(id),
    )
    .map((row) => ({ row, description }));
}

/** The samples of an operation. @throws Error where the description has none. */
export function samplesOf({ row, description }: Described): RequestSamples {
  const samples = description.samples[row.id];
  if (samples === undefined) throw new Error(`there are no samples of ${row.id}; run npm run generate`);
  return samples;
}

/** True for an operation that may change something. */
export function isWrite({ method }: Row): boolean {
  return method !== "GET";
}

/** True for a read of what only a write shows, such as of the job that it has begun. */
export function followsWrite({ row, description }: Described): boolean {
  return pathParameters(row).some((name) => {
    const source = description.operations[row.bindings[name]?.operation ?? ""];
    return source !== undefined && isWrite(source);
  });
}

/** `PATCH /v1/card/{id}/limits`. */
export function nameOf({ method, path }: Row): string {
  return `${method} ${path}`;
}

/** Names of the path parameters. */
export function pathParameters({ path }: Pick<Row, "path">): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** A call of an operation. */
export function callOf({ row }: Described, details: Omit<Call, "operation">): Call {
  return { operation: row.id as OperationId, ...details };
}

/** The id of a check of one operation; also the purpose of its requests. */
export function idOf(family: string, { row }: Described): string {
  return `${family}.${row.id}`;
}

/** True for a status that the description shows for the operation, by itself or by its range. */
export function isDocumented({ responses }: Row, status: number): boolean {
  const range = `${Math.floor(status / 100)}XX`;
  return [String(status), range, "default"].some((key) => key in responses);
}

/**
 * The schema of a success: that of its status, or else of the documented one; null where no body is shown, and for a 204, which
 * has none whatever a range shows (RFC 9110, section 15.3.5).
 */
export function schemaFor(row: Row, status: number): SchemaName | null {
  if (status === 204) return null;
  return isDocumented(row, status) ? responseSchema(row, status) : successSchema(row);
}

/** What differs between the checks of one operation. */
export type OperationCheck = Omit<Check, "id" | "requirements" | "access" | "stage" | "title"> & {
  /** Without the operation: "signature.missing". */
  readonly family: string;
  /** Without the operation. */
  readonly title: string;
  /** Ids of requirements; those that the description does not have are left out. That of the operation by default. */
  readonly requirements?: readonly string[];
  readonly stage?: Check["stage"];
  /** Whether it writes; as its operation by default. */
  readonly access?: Check["access"];
};

/** A check of one operation, in a list; the list is empty where no requirement speaks of what it checks. */
export function operationCheck(one: Described, check: OperationCheck): Check[] {
  const { family, title, requirements = [one.row.requirement ?? ""], ...rest } = check;
  const [first = "", ...others] = requirements;
  return withKnownRequirements({
    access: isWrite(one.row) || followsWrite(one) ? "write" : "read",
    stage: "request",
    ...rest,
    id: idOf(family, one),
    title: `${nameOf(one.row)}: ${title}`,
    requirements: [first, ...others],
    operations: [one.row.id],
  });
}

/**
 * True for an operation that an item may be asked for once, such as to activate it: what is done with it can't be sent
 * again, and is told by a conflict.
 */
export function isOnce({ method, path, responses }: Pick<Row, "method" | "path" | "responses">): boolean {
  return method === "POST" && "409" in responses && /\}\/[^{}]+$/.test(path);
}

/** The values in the path of a request, in the order of its parameters; none where it is not that of the operation. */
export function valuesIn({ path }: Row, { request }: Exchange): readonly string[] {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "([^/]+)");
  const [, ...values] = new RegExp(`${pattern}$`).exec(new URL(request.url).pathname) ?? [];
  return values.map(decodeURIComponent);
}
