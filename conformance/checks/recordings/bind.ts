/**
 * From a recorded request to a live one. What may change is the base URL, the card id, the cursor, the token,
 * timestamp, signature and idempotency key, the client credentials, and in a PUT the limits that are to stay. That
 * nothing else did is proven for every request before it is sent.
 */
import { operations } from "../../../generated/operations.ts";
import { writeExact } from "../../base/exact-json.ts";
import type { WireRequest } from "../../wire/transport.ts";
import { type HarEntry, placeholders } from "./har.ts";

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
  const limits = Object.fromEntries(kept.map((field) => [field, live.limits?.[field]]));
  return writeExact({ ...body, ...limits }) ?? text;
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
  const { origin, pathname } = new URL(live.baseUrl + live.path);
  if (after.origin !== origin) changes.push(`host ${after.origin}`);
  const template = (path: string) => path.replace(/\/CRD[0-9]+(?=\/|$)/, "/CRD");
  if (after.pathname !== pathname || template(before.pathname) !== template(live.path))
    changes.push(`path ${after.pathname}`);
  if (queryShape(before) !== queryShape(after)) changes.push(`query ${after.search}`);

  const fresh = new Set<string>([signedHeaders.timestamp, signedHeaders.signature, keyHeader]);
  if (request.headers.length !== sent.headers.length) changes.push("number of headers");
  for (const [index, [name, value]] of sent.headers.entries()) {
    const was = request.headers[index];
    const token = was?.value === `Bearer ${placeholders.token}` && value === `Bearer ${live.token}`;
    if (was?.name !== name || (was.value !== value && !token && !fresh.has(name)))
      changes.push(`header ${name}`);
  }
  const type = request.postData?.mimeType ?? "";
  if (bodyShape(type, request.postData?.text ?? null) !== bodyShape(type, sent.body)) changes.push("body");
  return changes;
}

/** The query without the value of the cursor. */
function queryShape({ searchParams }: URL): string {
  return JSON.stringify(
    [...searchParams].map(([name, value]) => (name === "cursor" ? [name] : [name, value])),
  );
}

/** A body without the values that replay may change: the credentials, and for a PUT the other limits. */
function bodyShape(type: string, text: string | null): string | null {
  if (type === operations.requestToken.mediaType && text !== null) {
    const credentials = ["client_id", "client_secret"];
    const fields = [...new URLSearchParams(text)];
    return JSON.stringify(
      fields.map(([name, value]) => (credentials.includes(name) ? [name] : [name, value])),
    );
  }
  if (type !== operations.replaceCardLimits.mediaType || text === null) return text;
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(
    Object.entries(body).map(([name, value]) => (name === "daily" ? [name, value] : [name])),
  );
}
