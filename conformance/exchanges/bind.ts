/**
 * From a recorded request to a live one. Only what is listed in {@link BoundPart} may change; that nothing
 * else did is proven for every request before it is sent.
 */
import { operations } from "../../generated/operations.ts";
import type { WireRequest } from "../wire/transport.ts";
import { type HarEntry, pair, placeholders } from "./har.ts";

/** What replay may change in a recorded request. */
export type BoundPart =
  | "base url"
  | "path parameter"
  | "cursor"
  | "token"
  | "timestamp"
  | "signature"
  | "idempotency key"
  | "client credentials"
  | "limits of the card"
  | "transport header";

/** Live values for a recorded request. */
export interface Live {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string | null;
  readonly timestamp: string;
  /** Signs the string for a path; null where there is no key. */
  readonly signature: string | null;
  readonly idempotencyKey: string;
  readonly cursor: string | null;
  readonly path: string;
  /** Limits of the card that is written to, for a PUT that must leave the others as they are. */
  readonly limits: Readonly<Record<string, unknown>> | null;
}

const signedHeaders = operations.updateCardLimits.signed;
const keyHeader = operations.updateCardLimits.idempotent;

/** The live request for a recorded one. */
export function bind({ request }: HarEntry, live: Live): WireRequest {
  const recorded = new URL(request.url);
  const query = new URLSearchParams(recorded.search);
  if (query.get("cursor") === placeholders.cursor && live.cursor !== null) query.set("cursor", live.cursor);
  const search = query.toString();
  const headers = request.headers.map(({ name, value }): [string, string] => [
    name,
    bindHeader(name, value, live),
  ]);
  return {
    method: request.method,
    url: `${live.baseUrl}${live.path}${search === "" ? "" : `?${search}`}`,
    headers,
    body: request.postData === undefined ? null : bindBody(request.postData, live),
  };
}

function bindHeader(name: string, value: string, live: Live): string {
  if (value === `Bearer ${placeholders.token}`) return `Bearer ${live.token ?? ""}`;
  if (name === signedHeaders.timestamp) return live.timestamp;
  if (name === signedHeaders.signature) return live.signature ?? "";
  return name === keyHeader ? live.idempotencyKey : value;
}

function bindBody({ mimeType, text }: { mimeType: string; text: string }, live: Live): string {
  if (mimeType === operations.requestToken.mediaType) {
    const form = new URLSearchParams(text);
    if (form.get("client_id") === placeholders.clientId) form.set("client_id", live.clientId);
    if (form.get("client_secret") === placeholders.clientSecret) form.set("client_secret", live.clientSecret);
    return form.toString();
  }
  if (mimeType !== operations.replaceCardLimits.mediaType || live.limits === null) return text;
  const body = JSON.parse(text) as Record<string, unknown>;
  const kept = Object.keys(body).filter(
    (field) => field !== "daily" && live.limits !== null && field in live.limits,
  );
  return JSON.stringify({
    ...body,
    ...Object.fromEntries(kept.map((field) => [field, live.limits?.[field]])),
  });
}

/**
 * What differs between a recorded request and the one that is sent, apart from what may.
 *
 * @returns One line for each difference; none when replay is faithful.
 */
export function unexpectedChanges({ request }: HarEntry, sent: WireRequest, live: Live): string[] {
  const changes: string[] = [];
  const before = new URL(request.url);
  const after = new URL(sent.url);
  if (request.method !== sent.method) changes.push(`method ${sent.method}`);
  const names = (url: URL) => [...url.searchParams.keys()].join();
  if (names(before) !== names(after)) changes.push(`query ${after.search}`);
  for (const [name, value] of after.searchParams) {
    if (name !== "cursor" && before.searchParams.get(name) !== value) changes.push(`query parameter ${name}`);
  }
  const fixed = before.pathname.split("/").filter((part) => !/^CRD[0-9]+$/.test(part));
  const livePath = live.path.split("/").filter((part) => !/^CRD[0-9]+$/.test(part));
  if (fixed.join("/") !== livePath.join("/")) changes.push(`path ${after.pathname}`);

  const fresh = new Set<string>([signedHeaders.timestamp, signedHeaders.signature, keyHeader]);
  if (request.headers.length !== sent.headers.length) changes.push("number of headers");
  for (const [name, value] of sent.headers) {
    const was = pair(request.headers, name);
    const token = name === "Authorization" && was === `Bearer ${placeholders.token}`;
    if (was === null || (was !== value && !token && !fresh.has(name))) changes.push(`header ${name}`);
  }
  if (bodyShape(request.postData?.text ?? null) !== bodyShape(sent.body)) changes.push("body");
  return changes;
}

/** Field names of a body, and the values that replay never changes. */
function bodyShape(text: string | null): string {
  if (text === null) return "";
  if (!text.startsWith("{")) {
    const form = new URLSearchParams(text);
    const fields = [...form].map(([name, value]) => (name.startsWith("client_") ? name : `${name}=${value}`));
    return fields.join("&");
  }
  const body = JSON.parse(text) as Record<string, unknown>;
  return Object.entries(body)
    .map(([name, value]) => (name === "daily" ? `daily=${JSON.stringify(value)}` : name))
    .join();
}
