import type { Samples } from "../../generated/samples.ts";
import { banner } from "./banner.ts";
import type { Document } from "./document.ts";
import { samplesOf } from "./sample-values.ts";

/**
 * Requests and responses as specified: the examples of the description, and values made from its schemas.
 *
 * @throws Refusal as {@link samplesOf}.
 */
export function samplesModule(document: Document): string {
  const rows = Object.entries(samplesOf(document)).map(
    ([id, one]) => `  ${JSON.stringify(id)}: ${row(one)},`,
  );
  return `${banner}
import type { OperationId } from "./operations.ts";

/** Requests and responses of one operation, all as specified. */
export interface Samples {
  /** A value for each path parameter. */
  readonly path: Readonly<Record<string, string>>;
  /** A value for each query parameter that a request needs. */
  readonly query: Readonly<Record<string, string>>;
  /** A value for each header that a request needs beside the usual ones; null for a UUID that is a new one each time. */
  readonly needed?: Readonly<Record<string, string | null>>;
  /** Different request bodies, the example first; none where the operation takes none. */
  readonly bodies: readonly unknown[];
  /** How long the texts of a body may be, by JSON pointer, and of which wide characters; absent where there are none. */
  readonly texts?: {
    readonly lengths: Readonly<Record<string, number>>;
    readonly characters: readonly string[];
  };
  /** Different items of a paginated operation; none of another one. */
  readonly items: readonly unknown[];
  /** A body for each documented status, as in the description: "200", "4XX"; null without a body. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** The headers that a response needs, by the same statuses, with their names in lower case. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Samples of every operation: the examples of the description, and values made from its schemas. */
export const samples: Readonly<Record<OperationId, Samples>> = {
${rows.join("\n")}
};
`;
}

/** One line for each value, so that a difference shows which one has changed. */
function row({ path, query, needed, bodies, items, responses, headers = {}, texts }: Samples): string {
  const list = (values: readonly unknown[]) =>
    `[${values.map((one) => `\n      ${JSON.stringify(one)},`).join("")}\n    ]`;
  const named = Object.entries(responses).map(
    ([status, body]) => `\n      ${JSON.stringify(status)}: ${JSON.stringify(body)},`,
  );
  return `{
    "path": ${JSON.stringify(path)},
    "query": ${JSON.stringify(query)},${needed === undefined ? "" : `\n    "needed": ${JSON.stringify(needed)},`}
    "bodies": ${list(bodies)},${texts === undefined ? "" : `\n    "texts": ${JSON.stringify(texts)},`}
    "items": ${list(items)},
    "responses": {${named.join("")}
    },${Object.keys(headers).length === 0 ? "" : `\n    "headers": ${JSON.stringify(headers)},`}
  }`;
}
