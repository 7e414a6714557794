import type { CheckEvent, ExchangeEvent } from "../events.ts";
import { requirementsOf } from "./model.ts";
import { clip, oneLine } from "./text.ts";

/** What was sent, in one line: method, path and what was altered on purpose. */
export function sentLine(exchange: ExchangeEvent): string {
  const { method, url } = exchange.request;
  const altered = exchange.alteration === null ? "" : ` (${exchange.alteration})`;
  return `${method} ${pathOf(url)}${altered}`;
}

/** What came back, in one line. */
export function receivedLine({ response, failure }: ExchangeEvent): string {
  if (response !== null) {
    const type = response.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
    return [`HTTP ${response.status}`, type, `${response.body.bytes} bytes`].filter(Boolean).join(", ");
  }
  return failure === null ? "nothing" : `${failure.kind}: ${failure.message}`;
}

/** Path and query of a URL. */
export function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1] || url;
}

/** A label and what stands under it; what a failure shows, in this order, whatever the format. */
export type EvidenceLine = readonly [label: string, text: string];

/** Why a check has its verdict, line by line; each is one line of bounded length. */
export function evidenceLines(check: CheckEvent, exchange: ExchangeEvent | null): EvidenceLine[] {
  const lines: (EvidenceLine | null)[] = [
    ...requirementsOf(check).map(({ statement, id }) => ["rule", `${statement} [${id}]`] as const),
    ["section", check.section],
    exchange && ["sent", sentLine(exchange)],
    ...check.expected.map((text, index) => [index === 0 ? "expected" : "or", text] as const),
    check.received === null ? exchange && ["received", receivedLine(exchange)] : ["received", check.received],
    check.pointer === null ? null : ["at", check.pointer],
    check.hint === null ? null : ["hint", check.hint],
    check.known === undefined ? null : ["known", check.known],
    ["repeat", check.reproduce],
  ];
  return lines.filter((line) => line !== null).map(([label, text]) => [label, clip(oneLine(text), 500)]);
}

/** {@link evidenceLines} as plain text with a column of labels. */
export function evidenceText(check: CheckEvent, exchange: ExchangeEvent | null): string[] {
  return evidenceLines(check, exchange).map(([label, text]) => `${label.padEnd(9)} ${text}`);
}
