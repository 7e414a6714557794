import type { KeyObject } from "node:crypto";
import { randomUUID } from "node:crypto";
import { type OperationId, operations } from "../../generated/operations.ts";
import { canonicalString } from "../../src/signature/canonical.ts";
import { writeExact } from "../base/exact-json.ts";
import type { Target } from "../base/target.ts";
import type { Alteration, SignedParts } from "./alteration.ts";
import type { SignFunction } from "./sign.ts";
import type { WireRequest } from "./transport.ts";
import { inForm, type WriteWay } from "./write-form.ts";

/** What an operation is called with. */
export interface Call {
  readonly operation: OperationId;
  /** Values of the path template. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
  /** The way in which this server takes writes, where it is not the specified one. */
  readonly way?: WriteWay;
}

/** What is needed to make a request out of a call. */
export interface RequestBuilder {
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

/** What the signature of a call covers, and what else of the request could be signed by mistake. */
export function signedPartsOf(target: Target, call: Call, timestamp: string): SignedParts {
  const { path, search } = pathOf(call);
  const fullPath = target.prefix + path;
  return {
    method: operations[call.operation].method,
    path: target.signaturePath === "full" ? fullPath : path,
    timestamp,
    apiPath: path,
    fullPath,
    query: search + (call.alteration?.search ?? ""),
    origin: new URL(target.baseUrl).origin,
    body: bodyOf(call) ?? "",
    idempotencyKey: call.idempotencyKey ?? "",
  };
}

function bodyOf({ body }: Call): string | null {
  return writeExact(body) ?? null;
}

/**
 * Makes the request of a call as the specification says, except for its alteration: token, then timestamp,
 * then signature (Authentication, lines 5, 9 and 10).
 *
 * @param token - Value of the access token.
 */
export async function makeRequest(builder: RequestBuilder, call: Call, token: string): Promise<WireRequest> {
  const { target } = builder;
  const operation = operations[call.operation];
  const alteration = inForm(call.way ?? null, call.alteration);
  const { path, search } = pathOf(call);
  const body = bodyOf(call);
  const headers: (readonly [string, string])[] = [];
  const put = (name: string, value: string | null) => {
    if (value !== null) headers.push([name, value]);
  };

  put(
    "Authorization",
    alteration?.authorization === undefined ? `Bearer ${token}` : alteration.authorization(token),
  );
  put("Accept", "application/json");
  const seconds = Math.floor(builder.serverNow() / 1000);
  headers.push(...(alteration?.headers?.(token, seconds) ?? []));
  if (body !== null) put("Content-Type", alteration?.contentType ?? operation.mediaType);
  const ownKey = alteration?.idempotencyKey;
  const idempotencyKey = ownKey === undefined ? (call.idempotencyKey ?? randomUUID()) : ownKey;
  if (operation.idempotent !== null) put(operation.idempotent, idempotencyKey);
  if (operation.signed !== null) {
    const timestamp = alteration?.timestamp === undefined ? String(seconds) : alteration.timestamp(seconds);
    put(operation.signed.timestamp, timestamp);
    const parts = signedPartsOf(
      target,
      { ...call, idempotencyKey: idempotencyKey ?? "" },
      timestamp ?? String(seconds),
    );
    put(operation.signed.signature, await signatureOf(builder, alteration, parts));
  }
  return {
    method: operation.method,
    url: target.baseUrl + path + search + (alteration?.search ?? ""),
    headers,
    body,
  };
}

/**
 * The value of the signature header.
 *
 * @returns null where there is no key to sign with.
 */
export async function signatureOf(
  builder: RequestBuilder,
  alteration: Alteration | undefined,
  parts: SignedParts,
): Promise<string | null> {
  const key = alteration?.foreignKey === true ? await builder.foreignKey() : builder.target.signingKey;
  if (key === null) return null;
  const data = alteration?.signed?.(parts) ?? canonicalString(parts.method, parts.path, parts.timestamp);
  const signature = await builder.sign(key, data, alteration?.signing);
  return alteration?.signature === undefined ? signature : alteration.signature(signature);
}
