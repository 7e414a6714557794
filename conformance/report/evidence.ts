import type { CheckEvent, ExchangeEvent, HeaderList } from "../base/events.ts";
import { headerOf } from "../base/headers.ts";
import { clip, count, oneLine } from "../base/text.ts";
import type { Cause } from "./causes.ts";
import { curlOf } from "./curl.ts";
import type { RunLog } from "./log.ts";
import { exchangesOf, isBad, requirementsOf } from "./model.ts";

/** The request in one line: method, path and what was altered on purpose. */
export function sentLine(exchange: ExchangeEvent): string {
  const { method, url } = exchange.request;
  const altered = exchange.alteration === null ? "" : ` (${exchange.alteration})`;
  return `${method} ${pathOf(url)}${altered}`;
}

/** The response in one line. */
export function receivedLine({ response, failure }: ExchangeEvent): string {
  if (response !== null) {
    const type = headerOf(response.headers, "content-type");
    return [`HTTP ${response.status}`, type, `${response.body.bytes} bytes`].filter(Boolean).join(", ");
  }
  return failure === null ? "nothing" : `${failure.kind}: ${failure.message}`;
}

/** Path and query of a URL. */
function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1] || url;
}

/** A command that is cut can't be run, so it may be longer than other lines. */
export const mostCommand = 4000;

/** Characters of a body that are shown; the HAR report has all that are kept. */
export const mostOfBody = 4096;

/** A label and its text. Every format shows a failure with the same lines in the same order. */
export type EvidenceLine = readonly [label: string, text: string];

/** Why a check has its verdict, line by line; each line is of bounded length. */
export function evidenceLines(log: RunLog, check: CheckEvent): EvidenceLine[] {
  const [exchange = null] = exchangesOf(log, check);
  const lines = bounded([
    ...ruleLines(check),
    ["sent", exchange && sentLine(exchange)],
    ...alteredHeaders(exchange).map(([name, value]) => ["with", `${name}: ${value}`] as const),
    ...check.expected.map((text, index) => [index === 0 ? "expected" : "or", text] as const),
    ["received", check.received ?? (exchange && receivedLine(exchange))],
    ["at", check.pointer === null ? null : placeOf(check.pointer)],
    ["hint", check.hint],
    ["known", check.known ?? null],
  ]);
  return [...lines, ["repeat", oneLine(clip(check.reproduce, mostCommand))]];
}

/** How to send the deciding request of a failed check again by hand; null for another check, or a long request. */
export function decidingCurl(log: RunLog, check: CheckEvent): string | null {
  const [exchange] = exchangesOf(log, check);
  if (!isBad(check) || exchange === undefined) return null;
  return curlOf(exchange, String(log.run.options.signaturePath));
}

/** The evidence for a cause, line by line; each line is of bounded length. */
export function causeLines({ additions, exchange }: Cause): EvidenceLine[] {
  const body = exchange?.response?.body.text ?? "";
  return bounded([
    ...additions.map((text) => ["also", text] as const),
    ["sent", exchange && sentLine(exchange)],
    ["received", exchange && receivedLine(exchange)],
    ["body", body.trim() === "" ? null : clip(body, 200)],
  ]);
}

/** The lines that have a text, each a single line of at most 500 characters. */
export function bounded(lines: readonly (readonly [label: string, text: string | null])[]): EvidenceLine[] {
  return lines.flatMap(([label, text]) =>
    text === null ? [] : [[label, oneLine(clip(text, 500))] as const],
  );
}

/** `78 checks held back: no token`. */
export function causeTitle({ message, checks }: Cause): string {
  return oneLine(`${count(checks.length, "check")} held back: ${clip(message, 500)}`);
}

/** A JSON pointer (RFC 6901) in words; the empty pointer is the whole body. */
function placeOf(pointer: string): string {
  return pointer === "" ? "the whole body" : `${pointer} of the body`;
}

const mostRules = 4;

/** The rules in words, each with its place in the specification or what it follows from. */
function ruleLines(check: CheckEvent): EvidenceLine[] {
  const rules = requirementsOf(check);
  const lines = rules
    .slice(0, mostRules)
    .flatMap(({ id, statement, section, basis, because }): EvidenceLine[] => [
      ...(statement === check.title ? [] : [["rule", statement] as const]),
      [basis === "unspecified" ? "open in" : `${basis} in`, `${section} (${id})`],
      ...(because === undefined ? [] : [["because", because] as const]),
    ]);
  const rest = rules.length - mostRules;
  return rest > 0 ? [...lines, ["rule", `and ${count(rest, "more rule")}`]] : lines;
}

/** The request headers named in the description of the alteration. */
function alteredHeaders(exchange: ExchangeEvent | null): HeaderList {
  const description = exchange?.alteration?.toLowerCase() ?? "";
  return (exchange?.request.headers ?? []).filter(([name]) => {
    const lower = name.toLowerCase();
    // "with a stale timestamp" means the header whose name ends with that word.
    const topics = lower === "authorization" ? [lower, "token", "scope"] : [lower.split("-").at(-1) ?? lower];
    return topics.some((topic) => description.includes(topic));
  });
}

/** Evidence as plain text with a column of labels. */
export function evidenceText(lines: readonly EvidenceLine[]): string {
  return lines.map(([label, text]) => `${label.padEnd(11)} ${text}`).join("\n");
}
