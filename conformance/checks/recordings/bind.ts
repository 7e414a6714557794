/**
 * From a recorded request to a live one, and back. What may change is the base URL, ids in the path, the
 * cursor, the token, timestamp, signature and idempotency key, the client credentials, and what a write keeps.
 * Every request is verified before it is sent: nothing else may have changed.
 */
import { isDeepStrictEqual } from "node:util";
import { api, operations } from "../../../generated/operations.ts";
import { writeExact } from "../../base/exact-json.ts";
import type { HarEntry } from "../../base/har.ts";
import { headerOf } from "../../base/headers.ts";
import type { WireRequest } from "../../wire/transport.ts";

/** What a recording contains in place of a secret or of a value that is new each time. */
export const placeholders = {
  clientId: "recorded-client-id",
  clientSecret: "recorded-client-secret",
  token: "recorded-access-token",
  idempotencyKey: "recorded-idempotency-key",
  timestamp: "1767225600",
  signature: "cmVjb3JkZWQtc2lnbmF0dXJl",
  cursor: "recorded-cursor",
} as const;

/** Base URL of every recorded request. */
export const recordedBaseUrl = "https://partner-card.invalid";

/** Values for the placeholders of a request; null if it has none. */
export type Values = { readonly [name in keyof typeof placeholders]: string | null };

/** Live values for a recorded request. */
export interface Live extends Values {
  /** The URL without its query. */
  readonly url: string;
  /** Members of the body that keep the values of this server, for a write that replaces; null without any. */
  readonly kept: Members | null;
}

/** The request that was recorded. */
export function recordedRequest({ request }: HarEntry): WireRequest {
  const headers = request.headers.map(({ name, value }) => [name, value] as const);
  return { method: request.method, url: request.url, headers, body: request.postData?.text ?? null };
}

/** The live request for a recorded one. */
export function bind(entry: HarEntry, live: Live): WireRequest {
  const recorded = recordedRequest(entry);
  const url = live.url + new URL(recorded.url).search;
  const body = withMembers(recorded.body, live.kept);
  return substituted({ ...recorded, url, body }, (name) => [placeholders[name], live[name]]);
}

/** A request with placeholders in place of these values. */
export function unbind(request: WireRequest, values: Values): WireRequest {
  return substituted(request, (name) => [values[name], placeholders[name]]);
}

/**
 * The parts in which a request to send differs from the recorded one, apart from what may change.
 *
 * @returns Names of parts; empty if the replay is faithful.
 */
export function unexpectedChanges(entry: HarEntry, sent: WireRequest, live: Live): string[] {
  const recorded = recordedRequest(entry);
  const back = unbind(sent, live);
  const { origin, pathname } = new URL(recorded.url);
  const all = live.kept === null ? [] : Object.entries(JSON.parse(recorded.body ?? "{}") as Members);
  const kept = Object.fromEntries(all.filter(([name]) => live.kept !== null && name in live.kept));
  const differs: Readonly<Record<keyof WireRequest, boolean>> = {
    method: back.method !== recorded.method,
    url: recorded.url !== back.url.replace(/^[^?]*/, (at) => (at === live.url ? origin + pathname : at)),
    headers: !isDeepStrictEqual(back.headers, recorded.headers),
    body: withMembers(back.body, kept) !== withMembers(recorded.body, kept),
    // A recording does not say how a body came.
    inParts: false,
    isLeft: false,
  };
  return Object.entries(differs).flatMap(([part, isDifferent]) => (isDifferent ? [part] : []));
}

/** A request in which values are replaced where they stand alone: in headers, the query and the form. */
function substituted(
  { method, url, headers, body }: WireRequest,
  swap: (name: keyof typeof placeholders) => readonly [from: string | null, to: string | null],
): WireRequest {
  const names = Object.keys(placeholders) as (keyof typeof placeholders)[];
  const swaps = new Map(names.map(swap));
  const one = (value: string) => (swaps.has(value) ? (swaps.get(value) ?? "") : value);
  const all = (text: string) =>
    String(
      new URLSearchParams(
        [...new URLSearchParams(text)].map(([name, value]): [string, string] => [name, one(value)]),
      ),
    );
  const isForm = headerOf(headers, "Content-Type") === operations[api.token].mediaType;
  return {
    method,
    url: url.replace(/\?.*$/s, (query) => `?${all(query)}`),
    headers: headers.map(([name, value]) => [
      name,
      value.replace(/^(Bearer )?(.*)$/s, (_, scheme = "", rest: string) => scheme + one(rest)),
    ]),
    body: body !== null && isForm ? all(body) : body,
  };
}

type Members = Readonly<Record<string, unknown>>;

/** A body in which those of its members that are among these have these values. */
function withMembers(text: string | null, values: Members | null): string | null {
  if (text === null || values === null || Object.keys(values).length === 0) return text;
  const entries = Object.entries(JSON.parse(text) as Members);
  const changed = entries.map(([name, value]) => [name, name in values ? values[name] : value]);
  return writeExact(Object.fromEntries(changed)) ?? text;
}
