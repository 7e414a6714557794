/** Where a log shows a secret or a token to a request that did not send it: pure. */
import { api } from "../../../generated/operations.ts";
import { createMatcher } from "../../../src/core/redact/matcher.ts";
import { unescapings } from "../../../src/core/redact/unescape.ts";
import { formsOf } from "../../../src/core/redact.ts";
import { mark } from "../../base/redact.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { readToken } from "../../wire/tokens.ts";

/** Shorter values may come up by chance, in characters. */
export const shortestTelling = 8;

/** In longer texts, only what is not escaped is found, in characters. */
const longestUnescaped = 256 * 1024;

/** Finds those of some patterns that a text holds, as they are or with any of their characters escaped. */
type Finder = (text: string) => readonly string[];

function finderOf(patterns: Iterable<string>, isWhole = (_before: string, _after: string) => true): Finder {
  const known = new Set([...patterns].filter(({ length }) => length >= shortestTelling));
  const matcher = createMatcher(shortestTelling);
  for (const pattern of known) matcher.add(pattern);
  const findIn = (view: string) =>
    matcher.spans(view).flatMap(({ start, end }) => {
      const part = view.slice(start, end);
      // A matcher also finds what the end of a text cuts off.
      return known.has(part) && isWhole(view.slice(0, start).slice(-1), view.slice(end, end + 1))
        ? [part]
        : [];
    });
  return (text) => {
    if (text.length < shortestTelling) return [];
    const views = text.length > longestUnescaped ? [] : [...unescapings(text)];
    return [text, ...views.map((view) => view.text)].flatMap(findIn);
  };
}

/** The texts of a response: the values of its headers, and its body. */
function receivedIn({ response }: Exchange): readonly string[] {
  return response === null ? [] : [...response.headers.map(([, value]) => value), response.text];
}

/** The texts of a request. */
function sentIn({ request }: Exchange): readonly string[] {
  return [request.url, ...request.headers.map(([, value]) => value), request.body ?? ""];
}

/**
 * The responses that hold this secret in any usual encoding: it is shown once, when it is issued, and so in no refusal that
 * quotes its request either, which ends in the logs and screens of others.
 */
export function secretsDisclosed(log: readonly Exchange[], secret: string): readonly Exchange[] {
  const find = finderOf(formsOf(secret));
  const has = (texts: readonly string[]) => texts.some((text) => find(text).length > 0);
  return log.filter((one) => has(receivedIn(one)));
}

/**
 * The tokens issued in this log that do not come up by chance, as a short one may, or a number that could be an
 * amount or a time. Those of a recording are redacted.
 */
export function tellingTokens(log: readonly Exchange[]): readonly string[] {
  const issued = log.flatMap((one) => (one.operation === api.token ? (readToken(one)?.value ?? []) : []));
  return issued.filter(
    (token) => token.length >= shortestTelling && token !== mark && !/^[0-9]{1,15}$/.test(token),
  );
}

/**
 * The responses that hold a token issued in this log which their own request did not carry; those to token
 * requests are left out. A token that the request did carry is given to nobody who does not have it.
 */
export function tokensDisclosed(log: readonly Exchange[]): readonly Exchange[] {
  const find = finderOf(tellingTokens(log), (before, after) => !/[A-Za-z0-9]/.test(before + after));
  return log.filter((one) => {
    if (one.operation === api.token) return false;
    const shown = receivedIn(one).flatMap(find);
    if (shown.length === 0) return false;
    const sent = new Set(sentIn(one).flatMap(find));
    return shown.some((token) => !sent.has(token));
  });
}
