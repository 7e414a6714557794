import type { ExchangeEvent, HeaderList } from "../base/events.ts";
import type { RunLog } from "./log.ts";

/**
 * The exchanges as HAR 1.2. What HAR has no place for stands in members that begin with an underscore, as
 * the format provides: the check, the operation, what was altered, how the exchange failed.
 */
export function toHar({ run, exchanges, end }: RunLog): string {
  const cut = end === null ? " The log was cut short, so exchanges may be missing." : "";
  const har = {
    log: {
      version: "1.2",
      creator: { name: run.suite.name, version: run.suite.version },
      pages: [],
      entries: [...exchanges].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt)).map(entry),
      comment: `Exchanges with ${run.target.baseUrl}, secrets removed.${cut}`,
      _complete: end !== null,
    },
  };
  return `${JSON.stringify(har, null, 2)}\n`;
}

function entry(exchange: ExchangeEvent): object {
  const { request, response, failure, durationMs } = exchange;
  return {
    startedDateTime: exchange.startedAt,
    time: durationMs,
    request: requestOf(request),
    response: responseOf(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    _id: exchange.id,
    _check: exchange.purpose,
    _operation: exchange.operation,
    _alteration: exchange.alteration,
    _failure: failure ?? undefined,
    _sha256: response?.body.sha256,
    _truncated: response?.body.truncated,
  };
}

function requestOf({ method, url, headers, body }: ExchangeEvent["request"]): object {
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "");
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    queryString: pairs([...query]),
    // HAR allows a text or the fields of a form; the text is what was sent.
    postData: body === null ? undefined : { mimeType: headerOf(headers, "content-type") ?? "", text: body },
    headersSize: -1,
    bodySize: Buffer.byteLength(body ?? ""),
  };
}

/** Status 0 stands for no response: viewers show it as "failed", and HAR has no other way to say it. */
function responseOf({ response, failure }: ExchangeEvent): object {
  const headers = response?.headers ?? [];
  const { text, truncated, bytes } = response?.body ?? {};
  // Half a JSON text would be invalid JSON to other tools, so a truncated body is in a member of our own.
  const content = truncated
    ? { comment: "the body was too long to be kept whole; _start is its beginning", _start: text }
    : { text };
  return {
    status: response?.status ?? 0,
    statusText: "",
    httpVersion: response === null ? "" : "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    content: { size: bytes ?? 0, mimeType: headerOf(headers, "content-type") ?? "x-unknown", ...content },
    redirectURL: headerOf(headers, "location") ?? "",
    headersSize: -1,
    bodySize: bytes ?? -1,
    _error: failure === null ? undefined : `${failure.kind}: ${failure.message}`,
  };
}

function pairs(list: HeaderList): object[] {
  return list.map(([name, value]) => ({ name, value }));
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}
