import { type Operation, operations } from "../../generated/operations.ts";
import { type Document, operationsOf, resolve } from "../generate/document.ts";

/** A request of an operation, filled with the description's examples. */
export interface SampleRequest {
  readonly operation: Operation;
  /** One line about the operation. */
  readonly summary: string;
  /** The documentation group it belongs to. */
  readonly tag: string;
  /** Path with each path parameter replaced by its example. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Query parameters that have a default, with that value. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Undefined if there is no body. */
  readonly body: unknown;
}

/** The parts of a description meant for readers. */
interface ForReaders {
  summary?: string;
  tags?: string[];
  example?: unknown;
  examples?: unknown[] | Record<string, { value: unknown }>;
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
    if (operation === undefined)
      throw new Error(`${id} is not in generated/operations.ts; run npm run generate`);
    const pathParameters: Record<string, string> = {};
    const query: Record<string, string | number> = {};
    for (const { name, in: place, schema = {}, ...own } of parameters) {
      const known = resolve(document, schema) as ForReaders;
      if (place === "path")
        pathParameters[name] = String(firstExample(own as ForReaders) ?? firstExample(known) ?? name);
      if (place === "query" && known.default !== undefined) query[name] = known.default;
    }
    const body = described.requestBody && resolve(document, described.requestBody);
    const { summary = id, tags: [tag = ""] = [] } = described as ForReaders;
    const [media = {}] = Object.values(body?.content ?? {}) as ForReaders[];
    return {
      operation,
      summary,
      tag,
      path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? name),
      pathParameters,
      query,
      body: firstExample(media),
    };
  });
}

function firstExample({ example, examples = {} }: ForReaders): unknown {
  if (example !== undefined) return example;
  return Array.isArray(examples) ? examples[0] : Object.values(examples)[0]?.value;
}

/** Form fields with the reader's own values, and the variable that a sample reads each one from. */
export const ownFields: Readonly<Record<string, string>> = {
  client_id: "PARTNER_CARD_CLIENT_ID",
  client_secret: "PARTNER_CARD_CLIENT_SECRET",
};
