import type { KeyObject } from "node:crypto";
import { randomUUID } from "node:crypto";
import { type Operation, type OperationId, operations } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import type { HeaderList } from "../base/events.ts";
import { writeExact } from "../base/exact-json.ts";
import { delimiters } from "../base/query-list.ts";
import type { Target } from "../base/target.ts";
import type { Alteration, SignedParts } from "./alteration.ts";
import { widestMargin } from "./clock-offset.ts";
import type { SignFunction } from "./sign.ts";
import { signedString } from "./signed-string.ts";
import type { WireRequest } from "./transport.ts";
import { inForm, type WriteWay } from "./way.ts";

/** The arguments of an operation. */
export interface Call {
  readonly operation: OperationId;
  /** Values of the path template. */
  readonly path?: Readonly<Record<string, string>>;
  /** Other values that the last of these may have: the ids of items that are there. */
  readonly others?: readonly string[];
  /** Of a parameter that takes a list, several values. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Other values of headers that the operation needs, by name; null leaves one out. */
  readonly needed?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** Headers that the description lets it have, such as If-Match; none by default. */
  readonly headers?: HeaderList;
  readonly alteration?: Alteration;
  /** The way in which this server accepts writes, if it is not the specified one. */
  readonly way?: WriteWay;
}

/** What is needed to turn a call into a request. */
export interface RequestBuilder {
  readonly target: Target;
  readonly sign: SignFunction;
  /** A key that the server does not know; none by default, where nothing is signed with one. */
  readonly foreignKey?: () => Promise<KeyObject>;
  /** The server's time in milliseconds. */
  readonly serverNow: () => number;
  /** See {@link Session.marginSeconds}; the widest margin by default. */
  readonly marginSeconds?: () => number;
  /** The signature of the last request as specified that was accepted; null, as by default, if there was none. */
  readonly lastSignature?: () => string | null;
  /** The cookies that the server has set so far, as name=value; none by default. */
  readonly cookies?: () => readonly string[];
}

/** What every client sends; a firewall in front of a server may refuse what says nothing of who asks. */
export const usualHeaders: HeaderList = [
  ["Accept", "application/json"],
  ["User-Agent", "partner-card-conformance"],
];

/** The headers that the description has a request of an operation need, each with a value that it allows. */
export function neededHeaders(operation: OperationId): Readonly<Record<string, string>> {
  const { needed = {} } = samples[operation];
  return Object.fromEntries(Object.entries(needed).map(([name, value]) => [name, value ?? randomUUID()]));
}

/** The usual headers without those that are sent in another way. */
export function usualBeside(names: readonly string[]): HeaderList {
  const given = names.map((name) => name.toLowerCase());
  return usualHeaders.filter(([name]) => !given.includes(name.toLowerCase()));
}

const parameter = /\{(\w+)\}/g;

/** The path of a call starting at the version prefix, with its values filled in. */
export function pathOf({ operation, path = {} }: Call): string {
  return operations[operation].path.replace(parameter, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
}

/** The parameters of a query, each list as its operation takes it. */
export function parametersOf(
  query: NonNullable<Call["query"]>,
  { queryLists = {} }: Pick<Operation, "queryLists">,
): readonly string[] {
  return Object.entries(query).flatMap(([name, values]) => {
    const { style = "form", explode = true } = queryLists[name] ?? {};
    if (typeof values === "string" || explode)
      return [values].flat().map((value) => new URLSearchParams([[name, value]]).toString());
    return [
      `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(encodeURI(delimiters[style]))}`,
    ];
  });
}

function queryOf(call: Call, token = ""): string {
  const asked = parametersOf(call.query ?? {}, operations[call.operation] as Operation).join("&");
  const { alteration } = call;
  const { search = "" } = alteration ?? {};
  const added = typeof search === "string" ? search : search(token);
  return asked === "" ? added : `?${asked}${added.replace("?", "&")}`;
}

/** What the signature of a call covers, and what other parts of the request may be signed by mistake. */
export function signedPartsOf(target: Target, call: Call, timestamp: string): SignedParts {
  const apiPath = pathOf(call);
  const fullPath = target.prefix + apiPath;
  const names = [...operations[call.operation].path.matchAll(parameter)];
  return {
    method: operations[call.operation].method,
    path: target.signaturePath === "full" ? fullPath : apiPath,
    timestamp,
    values: names.map(([, name = ""]) => encodeURIComponent(call.path?.[name] ?? "")),
    ...(call.others === undefined ? {} : { others: call.others.map(encodeURIComponent) }),
    apiPath,
    fullPath,
    query: queryOf(call),
    origin: new URL(target.baseUrl).origin,
    body: writeExact(call.body) ?? "",
    idempotencyKey: call.idempotencyKey ?? "",
  };
}

/**
 * Builds the request of a call as specified, except for its alteration: token, then timestamp,
 * then signature (Authentication, lines 5, 9 and 10).
 *
 * @param token - Value of the access token.
 */
export async function makeRequest(builder: RequestBuilder, call: Call, token: string): Promise<WireRequest> {
  const { target } = builder;
  const { method, mediaType, idempotent, signed } = operations[call.operation];
  const altered: Partial<Alteration> = inForm(call.way ?? null, call.alteration) ?? {};
  const url = target.baseUrl + pathOf(call) + queryOf(call, token);
  const text = writeExact(call.body) ?? null;
  // A body in another spelling is what is signed, by whoever signs bodies.
  const { body } = altered.rewrite?.({ method, url, headers: [], body: text }) ?? { body: text };
  const seconds = Math.floor(builder.serverNow() / 1000);
  const headers: (readonly [string, string])[] = [];
  const put = (name: string, value: string | null) => {
    if (value !== null) headers.push([name, value]);
  };

  put(
    "Authorization",
    altered.authorization === undefined ? `Bearer ${token}` : altered.authorization(token, target),
  );
  const needed = Object.entries({ ...neededHeaders(call.operation), ...call.needed });
  headers.push(...usualBeside(needed.map(([name]) => name)), ...(call.headers ?? []));
  for (const [name, value] of needed) put(name, value);
  headers.push(...(altered.headers?.(token, seconds, builder.cookies ?? (() => [])) ?? []));
  if (body !== null) put("Content-Type", altered.contentType ?? mediaType);
  const key =
    altered.idempotencyKey === undefined ? (call.idempotencyKey ?? randomUUID()) : altered.idempotencyKey;
  if (idempotent !== null) put(idempotent, key);
  if (signed !== null) {
    const margin = builder.marginSeconds?.() ?? widestMargin;
    const timestamp = altered.timestamp === undefined ? String(seconds) : altered.timestamp(seconds, margin);
    const keyed = { ...call, idempotencyKey: key ?? "" };
    const parts = { ...signedPartsOf(target, keyed, timestamp ?? String(seconds)), body: body ?? "" };
    put(signed.timestamp, timestamp);
    put(signed.signature, await signatureOf(builder, altered, parts));
  }
  const request = { method, url, headers, body: text };
  return altered.rewrite?.(request) ?? request;
}

/** The value of the signature header; null if it is to be left out or there is no key to sign with. */
async function signatureOf(
  { target, sign, foreignKey, lastSignature = () => null }: RequestBuilder,
  { foreignKey: isForeign, signed, signing, signature = (right) => right }: Partial<Alteration>,
  parts: SignedParts,
): Promise<string | null> {
  const key = isForeign === true ? await foreignKey?.() : target.signingKey;
  if (key === null) return null;
  if (key === undefined) throw new Error("there is no other key to sign with here");
  const data = (signed ?? signedString)(parts);
  return signature(await sign(key, data, signing), lastSignature);
}
