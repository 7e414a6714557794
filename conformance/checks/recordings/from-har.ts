/** Recorded exchanges from any HAR 1.2 file: of a browser, of a proxy, or of this suite. */
import { operations } from "../../../generated/operations.ts";
import { type HarPair, readHar } from "../../base/har.ts";
import { UsageError } from "../../base/usage-error.ts";
import { type Exchange, receive } from "../../wire/exchange.ts";

/** An entry about which nothing is known except that it is one. */
interface Entry {
  startedDateTime?: unknown;
  time?: unknown;
  request?: { method?: unknown; url?: unknown; headers?: HarPair[]; postData?: { text?: unknown } };
  response?: { status?: unknown; headers?: HarPair[]; content?: { text?: unknown; encoding?: unknown } };
  _check?: unknown;
  _alteration?: unknown;
  _truncated?: unknown;
}

/** The exchanges with this API in a HAR. */
export interface RecordedExchanges {
  readonly exchanges: readonly Exchange[];
  /** How many were left out because their bodies are incomplete. */
  readonly cut: number;
}

/**
 * Reads the exchanges of a HAR. Entries that match no operation of the description are left out, and so are
 * those that were shortened: half a body would look like a broken one.
 *
 * @param name - Name of the file, for messages.
 * @throws UsageError if it is not a HAR, or contains nothing of this API.
 */
export function exchangesOf(text: string, name: string): RecordedExchanges {
  const entries = readHar(text, `--offline: ${name}`) as Entry[];
  const whole = entries.filter((entry) => entry._truncated !== true);
  const exchanges = whole.flatMap((entry, index) => toExchange(entry, index) ?? []);
  if (exchanges.length === 0)
    throw new UsageError(`--offline: ${name} holds no whole exchange with this API`);
  return { exchanges, cut: entries.length - whole.length };
}

function toExchange({ request, response, ...entry }: Entry, index: number): Exchange | null {
  const { method, url } = request ?? {};
  const { status, content } = response ?? {};
  if (typeof url !== "string" || typeof method !== "string" || !URL.canParse(url)) return null;
  const path = new URL(url).pathname;
  const operation = Object.values(operations).find(
    (one) => one.method === method && new RegExp(`${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  if (operation === undefined || typeof status !== "number" || status === 0) return null;
  const startedAt = Date.parse(String(entry.startedDateTime)) || 0;
  const durationMs = Number(entry.time) || 0;
  const encoding = content?.encoding === "base64" ? "base64" : "utf8";
  return {
    id: `h${index + 1}`,
    purpose: textOr(entry._check, "recorded"),
    operation: operation.id,
    alteration: textOr(entry._alteration, null),
    sentBefore: 0,
    startedAt,
    durationMs,
    endedAt: startedAt + durationMs,
    request: { method, url, headers: pairs(request?.headers), body: textOr(request?.postData?.text, null) },
    response: receive(status, pairs(response?.headers), Buffer.from(textOr(content?.text, ""), encoding)),
    failure: null,
  };
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

function pairs(list: HarPair[] | undefined): [string, string][] {
  return (Array.isArray(list) ? list : []).map(({ name, value }) => [
    String(name).toLowerCase(),
    String(value),
  ]);
}
