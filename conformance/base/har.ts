/** HAR 1.2: exchanges in the format that proxies, browsers and viewers read and write. */
import type { HeaderList } from "./events.ts";
import { headerOf } from "./headers.ts";
import { UsageError } from "./usage-error.ts";

/** A header or query field of a HAR. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** One exchange. Members that begin with an underscore are ours, as the format allows. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly HarPair[];
    readonly content: { readonly size: number; readonly text?: string; readonly encoding?: string };
  };
  readonly timings: object;
  /** operationId of the description. */
  readonly _operation?: string | null;
  /** The check it belongs to. */
  readonly _check?: string;
  /** What was altered, in words. */
  readonly _alteration?: string | null;
  /** True when the body is incomplete. */
  readonly _truncated?: boolean;
}

/** A HAR. */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly comment: string;
    readonly entries: readonly HarEntry[];
  };
}

/** An exchange to be written to a HAR. */
export interface HarSource {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: string | null;
  };
  /** null when no response arrived. */
  readonly response: { readonly status: number; readonly headers: HeaderList; readonly bytes: number } | null;
  /** The body of the response as text, or what replaces it. */
  readonly content?: object;
}

/**
 * The members that HAR 1.2 requires of an entry. Viewers show status 0 as "failed"; HAR has no other way to
 * say that no response arrived.
 */
export function harEntry({ startedAt, durationMs, request, response, content }: HarSource): HarEntry {
  const { method, url, headers, body } = request;
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "");
  const common = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };
  const type = (list: HeaderList) => headerOf(list, "content-type");
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: {
      ...common,
      method,
      url,
      headers: pairs(headers),
      queryString: pairs([...query]),
      bodySize: body === null ? 0 : Buffer.byteLength(body),
      // HAR allows a text or the fields of a form; the text is what was sent.
      ...(body === null ? {} : { postData: { mimeType: type(headers) ?? "", text: body } }),
    },
    response: {
      ...common,
      status: response?.status ?? 0,
      statusText: "",
      httpVersion: response === null ? "" : common.httpVersion,
      headers: pairs(response?.headers ?? []),
      content: {
        size: response?.bytes ?? 0,
        mimeType: type(response?.headers ?? []) ?? "x-unknown",
        ...content,
      },
      redirectURL: headerOf(response?.headers ?? [], "location") ?? "",
      bodySize: response?.bytes ?? -1,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
  } as HarEntry;
}

/** A HAR of these entries, created by this version of the suite. */
export function harOf(version: string, comment: string, entries: readonly HarEntry[]): Har {
  return { log: { version: "1.2", creator: { name: "partner-card", version }, comment, entries } };
}

/**
 * Reads the entries of a HAR, without validating them.
 *
 * @param name - Where the text comes from, for messages.
 * @throws UsageError when the text is not a HAR.
 */
export function readHar(text: string, name: string): readonly unknown[] {
  let har: { log?: { entries?: unknown } } | null;
  try {
    har = JSON.parse(text) as typeof har;
  } catch {
    throw new UsageError(`${name} is not JSON`);
  }
  const entries = har?.log?.entries;
  if (!Array.isArray(entries)) throw new UsageError(`${name} is not a HAR; it has no log.entries`);
  return entries;
}

function pairs(list: HeaderList): HarPair[] {
  return list.map(([name, value]) => ({ name, value }));
}
