/**
 * A server of an API in the style of this one, written from its specification alone: it knows neither the
 * description nor the sandbox, so that what the suite says of it is independent of both.
 */
import { type KeyObject, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { listenOnLoopback } from "../../src/testing/loopback.ts";

/** What the specification of such an API fixes. */
export interface Fixed {
  readonly tokenPath: string;
  readonly scopes: readonly string[];
  /** Names of the three headers of a signed request, in lower case. */
  readonly headers: { readonly key: string; readonly timestamp: string; readonly signature: string };
  readonly windowSeconds: number;
  readonly signedString: (method: string, path: string, timestamp: string) => string;
  readonly hash: string;
  /** The body of a refusal; message and type unless given. */
  readonly error?: (message: string) => object;
}

/** A request as the server sees it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** What the pattern of the route has captured. */
  readonly captured: readonly string[];
}

/** A response; no body where it is undefined. */
export interface Told {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One operation. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly signed?: boolean;
  /** The scopes that it needs; all unless given. */
  readonly scopes?: readonly string[];
  readonly answer: (asked: Asked) => Told;
}

/** The one way in which such a server breaks its specification; nothing where it keeps it. */
export interface Broken {
  /** Conditions that it does not check, such as `signature` or `token`. */
  readonly skips?: readonly ("token" | "scope" | "key" | "timestamp" | "age" | "signature" | "repetition")[];
  /** For which routes; for all unless given. */
  readonly at?: RegExp;
  /** Changes a response. */
  readonly reply?: (told: Told, asked: Asked) => Told;
}

/** The credentials that the server knows. */
export interface Partner {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKey: KeyObject;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Serves such an API on loopback until the test ends; returns its base URL. */
export async function serveIndependently(
  t: TestContext,
  fixed: Fixed,
  routes: readonly Route[],
  partner: Partner,
  broken: Broken = {},
): Promise<string> {
  const tokens = new Map<string, readonly string[]>();
  const done = new Map<string, { readonly what: string; readonly told: Told }>();
  const now = () => Math.floor(Date.now() / 1000);

  function issueToken({ body }: Asked): Told {
    const form = new URLSearchParams(body);
    const isClient =
      form.get("client_id") === partner.clientId && form.get("client_secret") === partner.clientSecret;
    if (form.get("grant_type") !== "client_credentials") throw new Refused(400, "unknown grant");
    if (!isClient) throw new Refused(401, "unknown client");
    const scopes = (form.get("scope") ?? "").split(" ").filter((one) => fixed.scopes.includes(one));
    const value = randomBytes(24).toString("base64url");
    tokens.set(value, scopes);
    const scope = scopes.join(" ");
    return { status: 200, body: { access_token: value, token_type: "Bearer", expires_in: 3600, scope } };
  }

  function permitted(needed: readonly string[], asked: Asked, skips: Broken["skips"] = []): void {
    const { headers } = asked;
    const scopes = tokens.get(/^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
    if (scopes === undefined && !skips.includes("token")) throw new Refused(401, "invalid token");
    const isNarrow = scopes !== undefined && needed.some((one) => !scopes.includes(one));
    if (isNarrow && !skips.includes("scope")) throw new Refused(403, "a scope is missing");
  }

  function signed(asked: Asked, skips: Broken["skips"] = []): void {
    const { headers, method, path } = asked;
    const { [fixed.headers.key]: key, [fixed.headers.timestamp]: timestamp } = headers;
    if (!key && !skips.includes("key")) throw new Refused(400, "the key is missing");
    const isTime = /^[0-9]+$/.test(timestamp ?? "");
    if (!isTime && !skips.includes("timestamp")) throw new Refused(400, "the timestamp is missing");
    const isOld = Math.abs(now() - Number(timestamp ?? 0)) > fixed.windowSeconds;
    if (isTime && isOld && !skips.includes("age")) throw new Refused(401, "the timestamp is too old");
    const value = headers[fixed.headers.signature] ?? "";
    const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0;
    const data = Buffer.from(fixed.signedString(method, path, timestamp ?? ""));
    const isRight = isBase64 && verify(fixed.hash, data, partner.publicKey, Buffer.from(value, "base64"));
    if (!isRight && !skips.includes("signature")) throw new Refused(401, "wrong signature");
  }

  function once(route: Route, asked: Asked, skips: Broken["skips"] = []): Told {
    const key = asked.headers[fixed.headers.key] ?? "";
    const what = `${asked.method} ${asked.path} ${asked.body}`;
    const before = key === "" || skips.includes("repetition") ? undefined : done.get(key);
    if (before !== undefined && before.what !== what) throw new Refused(409, "the key was used for another");
    if (before !== undefined) return before.told;
    const told = route.answer(asked);
    if (told.status < 300) done.set(key, { what, told });
    return told;
  }

  function answer(asked: Asked): Told {
    if (asked.method === "POST" && asked.path === fixed.tokenPath) return issueToken(asked);
    const route = routes.find(({ method, path }) => method === asked.method && path.test(asked.path));
    if (route === undefined) throw new Refused(404, "nothing here");
    const captured = route.path.exec(asked.path)?.slice(1).map(decodeURIComponent) ?? [];
    const isAt = broken.at?.test(`${asked.method} ${asked.path}`) ?? true;
    const skips = isAt ? broken.skips : [];
    permitted(route.scopes ?? fixed.scopes, asked, skips);
    if (route.signed !== true) return route.answer({ ...asked, captured });
    signed(asked, skips);
    return once(route, { ...asked, captured }, skips);
  }

  const errorOf = fixed.error ?? ((message: string) => ({ message, type: "InvalidRequest" }));
  const server = createServer(async (incoming, response) => {
    const asked = await read(incoming);
    let told: Told;
    try {
      told = answer(asked);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      told = { status: error.status, body: errorOf(error.message) };
    }
    const isAt = broken.at?.test(`${asked.method} ${asked.path}`) ?? true;
    const { status, headers = {}, body } = (isAt ? broken.reply?.(told, asked) : undefined) ?? told;
    const type = body === undefined ? {} : { "content-type": "application/json" };
    response.writeHead(status, { ...type, ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  const port = await listenOnLoopback(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** A page of a list: the items after the cursor, and the cursor of the next page; null on the last one. */
export function pageOf<T>(items: readonly T[], cursor: string | null, size: number) {
  const start = cursor === null ? 0 : Number(Buffer.from(cursor, "base64url").toString().slice(1));
  if (!Number.isInteger(start) || start < 0) throw new Refused(400, "unknown cursor");
  const end = start + size;
  const next = end < items.length ? Buffer.from(`p${end}`).toString("base64url") : null;
  return { page: items.slice(start, end), next };
}

/** The value of a size parameter. */
export function sizeOf(query: URLSearchParams, name: string, otherwise: number): number {
  const size = Number(query.get(name) ?? otherwise);
  if (!Number.isInteger(size) || size < 1) throw new Refused(400, "a size is a positive integer");
  return size;
}

/** The body of a request. */
export function objectIn({ body }: Asked): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {}
  throw new Refused(400, "the body is no JSON object");
}

/** Refuses a request. @throws always */
export function refuse(status: number, message: string): never {
  throw new Refused(status, message);
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const { method = "", url = "", headers } = incoming;
  const { pathname: path, searchParams: query } = new URL(url, "http://server.invalid");
  const named = headers as Readonly<Record<string, string | undefined>>;
  return { method, path, query, headers: named, body: await text(incoming), captured: [] };
}
