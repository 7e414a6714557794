/** One line for each request of a client, with the rules that it breaks. */
import { createRequestLog, type RequestLogOptions } from "../sandbox/request-log.ts";
import type { Evidence, Seen } from "./evidence.ts";
import { clientRules } from "./rules.ts";
import { bearerOf, cursorOf, pageIn, tokenIn, viewOf } from "./view.ts";

/** Requests before one that are looked at: a session of a day stays quick. */
const lookedBack = 100;

/** True for what gave a request its token or its cursor, however long ago. */
function isSourceOf(seen: Seen): (earlier: Seen) => boolean {
  const token = bearerOf(seen);
  const cursor = cursorOf(seen);
  return (earlier) =>
    (token !== null && tokenIn(earlier) === token) || (cursor !== null && pageIn(earlier)?.next === cursor);
}

/** The rules that a request breaks, each with what is wrong in words. */
export function breachesOf(evidence: Evidence, seen: Seen): readonly string[] {
  const before = evidence.seen.slice(0, -lookedBack).filter(isSourceOf(seen));
  const view = viewOf({ ...evidence, seen: [...before, ...evidence.seen.slice(-lookedBack)] });
  return clientRules.flatMap((rule) =>
    rule.judge(view).flatMap((fact) => {
      if (fact.kind !== "violated" || fact.exchanges[0] !== seen.id) return [];
      const hint = fact.hint === undefined ? "" : ` ${fact.hint}`;
      return [`${rule.id}: ${fact.message} Expected: ${fact.expected.join(" or ")}.${hint}`];
    }),
  );
}

/** Writes the lines; what is wrong by no rule is told in the words of the sandbox. */
export function createLive(options: RequestLogOptions): (evidence: Evidence, seen: Seen) => void {
  const log = createRequestLog(options);
  return (evidence, seen) => {
    const { method, url } = seen.request;
    const { pathname, origin } = new URL(url);
    const { path, query, headers, body } = seen;
    const request = { method, path, fullPath: pathname, origin, query, headers, body };
    const breaches = breachesOf(evidence, seen);
    const problem = breaches.length === 0 ? seen.problem : breaches.join(" · ");
    log({ request, status: seen.response?.status ?? 0, problem });
  };
}
