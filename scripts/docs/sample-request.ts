import { type Operation, operations } from "../../generated/operations.ts";
import type { DescribedOperation } from "./described.ts";

/** A request of an operation, filled with the description's examples. */
export interface SampleRequest {
  readonly operation: Operation;
  /** Path with the example of each path parameter in its place. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Query parameters that have a default, with it. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Undefined where there is no body. */
  readonly body: unknown;
}

/**
 * The request that the samples of an operation show.
 *
 * @throws Error where the generated table does not know the operation.
 */
export function sampleRequest({ id, parameters, example }: DescribedOperation): SampleRequest {
  const operation = (operations as Readonly<Record<string, Operation>>)[id];
  if (operation === undefined)
    throw new Error(`${id} is not in generated/operations.ts; run npm run generate`);
  const pathParameters: Record<string, string> = {};
  const query: Record<string, string | number> = {};
  for (const parameter of parameters) {
    if (parameter.in === "path") pathParameters[parameter.name] = String(parameter.example ?? parameter.name);
    if (parameter.in === "query" && parameter.default !== undefined)
      query[parameter.name] = parameter.default;
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? name);
  return { operation, path, pathParameters, query, body: example };
}

/** Fields of a form that are the reader's own, and the variable that a sample takes each one from. */
export const ownFields: Readonly<Record<string, string>> = {
  client_id: "PARTNER_CARD_CLIENT_ID",
  client_secret: "PARTNER_CARD_CLIENT_SECRET",
};
