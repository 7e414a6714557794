import type { BodyEvidence, ExchangeEvent, HeaderList } from "../base/events.ts";
import type { RunLog } from "./log.ts";

/**
 * The exchanges as HAR 1.2. What HAR has no place for stands in members that begin with an underscore, as
 * the format provides: the check, the operation, what was altered, how the exchange failed.
 */
export function toHar(log: RunLog): string {
  const { suite, target } = log.run;
  const entries = [...log.exchanges]
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    .map(entry);
  const cut = log.end === null ? " The log was cut short, so exchanges may be missing." : "";
  const har = {
    log: {
      version: "1.2",
      creator: { name: suite.name, version: suite.version },
      pages: [],
      entries,
      comment: `Exchanges with ${target.baseUrl}, secrets removed.${cut}`,
      _complete: log.end !== null,
    },
  };
  return `${JSON.stringify(har, null, 2)}\n`;
}

function entry(exchange: ExchangeEvent): object {
  const { request, response, durationMs } = exchange;
  return {
    startedDateTime: exchange.startedAt,
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === null ? {} : { postData: postData(request.headers, request.body) }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
    },
    response: responseOf(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    _id: exchange.id,
    _check: exchange.purpose,
    _operation: exchange.operation,
    _alteration: exchange.alteration,
    ...(exchange.failure === null ? {} : { _failure: exchange.failure }),
    ...(response === null ? {} : { _sha256: response.body.sha256, _truncated: response.body.truncated }),
  };
}

/** Viewers show status 0 as "failed"; HAR itself knows no other way to say that nothing came. */
function responseOf({ response, failure }: ExchangeEvent): object {
  const headers = response?.headers ?? [];
  const body = response?.body;
  return {
    status: response?.status ?? 0,
    statusText: "",
    httpVersion: response === null ? "" : "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    content: {
      size: body?.bytes ?? 0,
      mimeType: headerOf(headers, "content-type") ?? "x-unknown",
      ...(body === undefined ? {} : contentText(body)),
    },
    redirectURL: headerOf(headers, "location") ?? "",
    headersSize: -1,
    bodySize: body?.bytes ?? -1,
    ...(failure === null ? {} : { _error: `${failure.kind}: ${failure.message}` }),
  };
}

/** Half a JSON text would be broken JSON to whatever reads the file, so what is not whole has another name. */
function contentText({ text, truncated }: BodyEvidence): object {
  return truncated
    ? { comment: "the body was too long to be kept whole; _start is its beginning", _start: text }
    : { text };
}

function pairs(headers: HeaderList): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

function queryOf(url: string): object[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

/** HAR allows a text or the fields of a form; the text is what was sent. */
function postData(headers: HeaderList, text: string): object {
  return { mimeType: headerOf(headers, "content-type") ?? "", text };
}
