/** Recorded exchanges out of any HAR 1.2 file: of a browser, of a proxy, or of this suite. */
import { type OperationId, operations } from "../../../generated/operations.ts";
import { UsageError } from "../../base/usage-error.ts";
import { type Exchange, receive } from "../../wire/exchange.ts";

interface Pair {
  name?: unknown;
  value?: unknown;
}

interface Entry {
  startedDateTime?: unknown;
  time?: unknown;
  request?: { method?: unknown; url?: unknown; headers?: Pair[]; postData?: { text?: unknown } };
  response?: { status?: unknown; headers?: Pair[]; content?: { text?: unknown; encoding?: unknown } };
  _operation?: unknown;
  _check?: unknown;
  _alteration?: unknown;
  _truncated?: unknown;
}

/** What a HAR holds of this API. */
export interface RecordedExchanges {
  readonly exchanges: readonly Exchange[];
  /** How many were left out because their bodies are not whole. */
  readonly cut: number;
}

/**
 * Reads the exchanges of a HAR. What belongs to no operation of the description is left out, and so is what
 * has been shortened: half a body would look like a broken one.
 *
 * @param name - Name of the file, for messages.
 * @throws UsageError when it is no HAR, or holds nothing of this API.
 */
export function exchangesOf(text: string, name: string): RecordedExchanges {
  let har: { log?: { entries?: Entry[] } };
  try {
    har = JSON.parse(text) as typeof har;
  } catch {
    throw new UsageError(`--offline: ${name} is no JSON`);
  }
  const entries = har?.log?.entries;
  if (!Array.isArray(entries)) throw new UsageError(`--offline: ${name} is no HAR; it has no log.entries`);
  const whole = entries.filter((entry) => entry._truncated !== true);
  const exchanges = whole.flatMap((entry, index) => toExchange(entry, index) ?? []);
  if (exchanges.length === 0)
    throw new UsageError(`--offline: ${name} holds no whole exchange with this API`);
  return { exchanges, cut: entries.length - whole.length };
}

function toExchange(entry: Entry, index: number): Exchange | null {
  const { request, response } = entry;
  if (typeof request?.url !== "string" || typeof request.method !== "string") return null;
  const operation = operationOf(request.method, request.url);
  const status = typeof response?.status === "number" ? response.status : 0;
  if (operation === null || status === 0) return null;
  const startedAt = Date.parse(String(entry.startedDateTime)) || 0;
  const durationMs = typeof entry.time === "number" ? entry.time : 0;
  const body = response?.content?.text;
  const encoding = response?.content?.encoding === "base64" ? "base64" : "utf8";
  return {
    id: `h${index + 1}`,
    purpose: typeof entry._check === "string" ? entry._check : "recorded",
    operation,
    alteration: typeof entry._alteration === "string" ? entry._alteration : null,
    sentBefore: 0,
    startedAt,
    durationMs,
    endedAt: startedAt + durationMs,
    request: {
      method: request.method,
      url: request.url,
      headers: pairs(request.headers),
      body: typeof request.postData?.text === "string" ? request.postData.text : null,
    },
    response: receive(
      status,
      pairs(response?.headers),
      Buffer.from(typeof body === "string" ? body : "", encoding),
    ),
    failure: null,
  };
}

function operationOf(method: string, url: string): OperationId | null {
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const found = Object.values(operations).find(
    (operation) =>
      operation.method === method && new RegExp(`${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return found?.id ?? null;
}

function pairs(list: Pair[] | undefined): [string, string][] {
  return (Array.isArray(list) ? list : []).map(({ name, value }) => [
    String(name).toLowerCase(),
    String(value),
  ]);
}
