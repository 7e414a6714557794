import { createRedactor, type Redactor } from "../base/redact.ts";
import { clip, oneLine } from "../base/text.ts";
import { painter, type Style } from "../report/color.ts";
import type { HandledRequest } from "./app.ts";

/** Options of a request log. */
export interface RequestLogOptions {
  /** Writes a line, including its line break. */
  readonly write: (line: string) => void;
  readonly color: boolean;
  /** Values to hide in every request. */
  readonly secrets: readonly string[];
  /** What hides them, if it is shared with others; made from the secrets unless given. */
  readonly redactor?: Redactor;
}

const longestTarget = 200;

/**
 * A log with one line per request: method, path and query, status, and what is wrong with the request.
 * Tokens, secrets and signatures are replaced, including those that the requests contain.
 */
export function createRequestLog({
  write,
  color,
  secrets,
  redactor = createRedactor(secrets),
}: RequestLogOptions): (answer: HandledRequest) => void {
  const paint = painter(color);
  return ({ request, status, problem }) => {
    const { method, fullPath, query, headers, body } = request;
    // From here on the redactor knows the secret header values.
    redactor.headers([...headers]);
    redactor.body(body, headers.get("content-type"));
    const target = redactor.url(`${fullPath}${query.size === 0 ? "" : `?${query}`}`);
    const description = [
      `${method} ${clip(oneLine(target), longestTarget)}`,
      paint(styleOf(status), String(status)),
      ...(problem === null ? [] : [oneLine(redactor.text(problem))]),
    ];
    write(`${description.join("  ")}\n`);
  };
}

function styleOf(status: number): Style {
  if (status < 400) return "green";
  return status < 500 ? "yellow" : "red";
}
