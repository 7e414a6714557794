import type { KeyObject } from "node:crypto";
import { randomUUID } from "node:crypto";
import { type OperationId, operations } from "../../generated/operations.ts";
import { canonicalString } from "../../src/signature/canonical.ts";
import { writeExact } from "../exact-json.ts";
import type { Target } from "../target.ts";
import type { WireRequest } from "../wire/transport.ts";
import type { Alteration } from "./alteration.ts";
import type { SignFunction } from "./sign.ts";

/** What an operation is called with. */
export interface Call {
  readonly operation: OperationId;
  /** Values of the path template. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
}

/** What is needed to make a request out of a call. */
export interface Maker {
  readonly target: Target;
  readonly sign: SignFunction;
  /** A key that the server does not know. */
  readonly foreignKey: () => Promise<KeyObject>;
  /** The server's time in milliseconds. */
  readonly serverNow: () => number;
}

/** Path and query of a call, from /v1 on. */
export function pathOf({ operation, path = {}, query = {} }: Call): { path: string; search: string } {
  const filled = operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const search = new URLSearchParams(query).toString();
  return { path: filled, search: search === "" ? "" : `?${search}` };
}

/**
 * Makes the request of a call as the specification says, except for its alteration: token, then timestamp,
 * then signature (Authentication, lines 5, 9 and 10).
 *
 * @param token - Value of the access token.
 */
export async function makeRequest(maker: Maker, call: Call, token: string): Promise<WireRequest> {
  const { target } = maker;
  const operation = operations[call.operation];
  const { alteration } = call;
  const { path, search } = pathOf(call);
  const headers: [string, string][] = [];
  const put = (name: string, value: string | null) => {
    if (value !== null) headers.push([name, value]);
  };

  put(
    "Authorization",
    alteration?.authorization === undefined ? `Bearer ${token}` : alteration.authorization(token),
  );
  put("Accept", "application/json");
  if (call.body !== undefined) put("Content-Type", alteration?.contentType ?? operation.mediaType);
  if (operation.idempotent !== null) {
    const key = alteration?.idempotencyKey;
    put(operation.idempotent, key === undefined ? (call.idempotencyKey ?? randomUUID()) : key);
  }
  if (operation.signed !== null) {
    const seconds = Math.floor(maker.serverNow() / 1000);
    const timestamp = alteration?.timestamp === undefined ? String(seconds) : alteration.timestamp(seconds);
    put(operation.signed.timestamp, timestamp);
    put(operation.signed.signature, await signatureOf(maker, call, path, timestamp ?? String(seconds)));
  }
  return {
    method: operation.method,
    url: target.baseUrl + path + search + (alteration?.search ?? ""),
    headers,
    body: writeExact(call.body) ?? null,
  };
}

async function signatureOf(
  maker: Maker,
  call: Call,
  path: string,
  timestamp: string,
): Promise<string | null> {
  const { target } = maker;
  const { alteration } = call;
  const key = alteration?.foreignKey === true ? await maker.foreignKey() : target.signingKey;
  if (key === null) return null;
  const parts = {
    method: operations[call.operation].method,
    path: target.signaturePath === "full" ? target.prefix + path : path,
    timestamp,
  };
  const data = alteration?.signed?.(parts) ?? canonicalString(parts.method, parts.path, parts.timestamp);
  const signature = await maker.sign(key, data, alteration?.signing);
  return alteration?.signature === undefined ? signature : alteration.signature(signature);
}
