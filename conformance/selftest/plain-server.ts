/**
 * A server as somebody writes it who has read only the specification: plain node:http, with its own store of
 * tokens, cards and keys. It shares nothing with the sandbox, so that what the suite says of it is no echo.
 */
import { createHash, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { isSigned, type Reading, type SignedRequest } from "./plain-signatures.ts";

/** A request as the server sees it. */
export interface PlainRequest extends SignedRequest {
  readonly query: URLSearchParams;
  /** How many requests have come before. */
  readonly index: number;
}

/** An answer; a body that is no string is sent as JSON. */
export interface PlainAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one such server differs from another. */
export interface PlainOptions {
  readonly publicKey: KeyObject;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly prefix?: string;
  readonly cards?: number;
  /** Seconds in expires_in, and after how many a token really ends. */
  readonly tokenSeconds?: number;
  readonly tokenEndsAfter?: number;
  readonly largestPage?: number;
  readonly writeStatus?: 200 | 204;
  /** Statuses of refusals. */
  readonly statuses?: Partial<Record<Refusal, number>>;
  /** The body of a refusal. */
  readonly errorBody?: (status: number, message: string) => unknown;
  /** How it reads the rule of the signature. */
  readonly reading?: Reading;
  /** Whether an accepted write is carried out. */
  readonly isApplied?: (request: PlainRequest) => boolean;
  /** May answer instead of the server, before it has looked at the request. */
  readonly instead?: (request: PlainRequest) => PlainAnswer | null | Promise<PlainAnswer | null>;
  /** May change an answer on its way out. */
  readonly reply?: (answer: PlainAnswer, request: PlainRequest) => PlainAnswer;
}

type Refusal =
  | "client"
  | "grant"
  | "token"
  | "scope"
  | "header"
  | "age"
  | "signature"
  | "body"
  | "cursor"
  | "reuse";

/** A card of a plain server. */
export interface PlainCard {
  readonly id: string;
  limits: Record<string, unknown>;
  readonly [field: string]: unknown;
}

class Refused extends Error {
  readonly kind: Refusal;
  constructor(kind: Refusal, message: string) {
    super(message);
    this.kind = kind;
  }
}

const usual: Record<Refusal, number> = {
  ...{ client: 401, grant: 400, token: 401, scope: 403, header: 400, age: 401, signature: 401 },
  ...{ body: 400, cursor: 400, reuse: 409 },
};

const everyScope = ["cards:read", "cards:write", "transfers:read", "transfers:write"];

/** A plain server, its cards as they are, and what has come so far. */
export interface PlainServer {
  readonly listener: RequestListener;
  readonly cards: readonly PlainCard[];
  readonly requests: readonly PlainRequest[];
}

/** Makes a server of the Partner Card API. */
export function plainServer(options: PlainOptions): PlainServer {
  const { clientId, prefix = "", tokenSeconds = 3600, largestPage = 1000 } = options;
  const secretHash = createHash("sha256").update(options.clientSecret).digest();
  const tokens = new Map<string, { scopes: string[]; endsAt: number }>();
  const answers = new Map<string, { body: string; answer: PlainAnswer }>();
  const requests: PlainRequest[] = [];
  const cards = Array.from({ length: options.cards ?? 25 }, (_, index) => makeCard(index));

  function issueToken({ body, headers }: PlainRequest): PlainAnswer {
    if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
      throw new Refused("grant", "the token request must be a form");
    const form = new URLSearchParams(body);
    if (form.get("grant_type") !== "client_credentials") throw new Refused("grant", "unsupported grant_type");
    const hash = createHash("sha256")
      .update(form.get("client_secret") ?? "")
      .digest();
    if (form.get("client_id") !== clientId || !timingSafeEqual(hash, secretHash))
      throw new Refused("client", "unknown client or wrong secret");
    const scopes = (form.get("scope") ?? "").split(" ").filter((scope) => everyScope.includes(scope));
    if (scopes.length === 0) throw new Refused("grant", "scope is missing");
    const value = randomBytes(24).toString("base64url");
    tokens.set(value, { scopes, endsAt: Date.now() + (options.tokenEndsAfter ?? tokenSeconds) * 1000 });
    return {
      status: 200,
      body: { access_token: value, token_type: "Bearer", expires_in: tokenSeconds, scope: scopes.join(" ") },
      headers: { "cache-control": "no-store" },
    };
  }

  function authorize({ headers }: PlainRequest): void {
    const token = tokens.get(/^Bearer ([^ ]+)$/i.exec(headers.authorization ?? "")?.[1] ?? "");
    if (token === undefined || token.endsAt <= Date.now())
      throw new Refused("token", "token invalid or expired");
    const absent = everyScope.find((scope) => !token.scopes.includes(scope));
    if (absent !== undefined) throw new Refused("scope", `the token lacks ${absent}`);
  }

  function list({ query }: PlainRequest): PlainAnswer {
    const limit = Number(query.get("limit") ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > largestPage)
      throw new Refused("body", `limit must be between 1 and ${largestPage}`);
    const cursor = query.get("cursor");
    const start =
      cursor === null ? 0 : Number(Buffer.from(cursor, "base64url").toString().replace("after:", ""));
    if (!Number.isInteger(start) || start < 0) throw new Refused("cursor", "invalid cursor");
    const next = start + limit;
    return {
      status: 200,
      body: {
        cards: cards.slice(start, next),
        ...(next < cards.length ? { nextCursor: Buffer.from(`after:${next}`).toString("base64url") } : {}),
      },
    };
  }

  function write(request: PlainRequest, id: string): PlainAnswer {
    const { method, headers, body } = request;
    for (const name of ["Idempotency-Key", "X-Service-Request-Timestamp", "X-Service-Signature"])
      if (!headers[name.toLowerCase()]) throw new Refused("header", `${name} is missing`);
    const { "idempotency-key": key = "", "x-service-request-timestamp": timestamp = "" } = headers;
    const seconds = (options.reading?.seconds ?? inSeconds)(timestamp);
    if (Number.isNaN(seconds)) throw new Refused("header", "X-Service-Request-Timestamp is not an integer");
    if (Math.abs(Date.now() / 1000 - seconds) > 300) throw new Refused("age", "the timestamp is too old");
    if (!isSigned(request, options.publicKey, options.reading))
      throw new Refused("signature", "invalid signature");
    const known = answers.get(key);
    const fingerprint = `${method} ${request.path} ${body}`;
    if (known !== undefined) {
      if (known.body !== fingerprint)
        throw new Refused("reuse", "this Idempotency-Key was used for another request");
      return known.answer;
    }
    const card = cards.find((one) => one.id === id);
    if (card === undefined) return refusal(404, "no such card");
    const wanted = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    if (!headers["content-type"]?.startsWith(wanted)) return refusal(415, `send ${wanted}`);
    const limits = changed(card, method, body);
    if (options.isApplied?.(request) ?? true) card.limits = limits;
    const status = options.writeStatus ?? 200;
    const answer = { status, ...(status === 204 ? {} : { body: card }) };
    answers.set(key, {
      body: fingerprint,
      answer: { status, body: JSON.parse(JSON.stringify(answer.body ?? null)) },
    });
    return answer;
  }

  function changed({ limits }: PlainCard, method: string, body: string): Record<string, unknown> {
    const change = parsed(body);
    if (typeof change !== "object" || change === null || Array.isArray(change))
      throw new Refused("body", "the body must be an object");
    const next = method === "PUT" ? { ...change } : { ...limits, ...change };
    for (const [name, value] of Object.entries(next) as [string, unknown][]) {
      if (!(name in limits)) throw new Refused("body", `unknown limit ${name}`);
      if (name !== "approvalBased" && (!Number.isInteger(value) || Number(value) < 0))
        throw new Refused("body", `${name} must be a whole number of at least 0`);
    }
    if (!("daily" in next && "monthly" in next && "atm" in next))
      throw new Refused("body", "a limit is missing");
    return next as Record<string, unknown>;
  }

  function refusal(status: number, message: string): PlainAnswer {
    const body = options.errorBody?.(status, message) ?? { message, type: "InvalidRequest" };
    return { status, body };
  }

  function route(request: PlainRequest): PlainAnswer {
    const { method, path } = request;
    const at = `${method} ${path}`;
    if (at === "POST /v1/oauth/token") return issueToken(request);
    const id = /^(?:PUT|PATCH) \/v1\/card\/([^/]+)\/limits$/.exec(at)?.[1];
    if (at !== "GET /v1/card" && id === undefined) return refusal(404, "Not Found");
    authorize(request);
    return id === undefined ? list(request) : write(request, decodeURIComponent(id));
  }

  async function answer(request: PlainRequest): Promise<PlainAnswer> {
    const other = await options.instead?.(request);
    if (other) return other;
    try {
      return route(request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return refusal(options.statuses?.[error.kind] ?? usual[error.kind], error.message);
    }
  }

  return {
    cards,
    requests,
    listener: async (incoming, response) => {
      const request = { ...(await read(incoming, prefix)), index: requests.length };
      requests.push(request);
      const first = await answer(request);
      const { status, body, headers = {} } = options.reply?.(first, request) ?? first;
      const text =
        body === undefined || status === 204 ? "" : typeof body === "string" ? body : JSON.stringify(body);
      const type = typeof body === "string" ? "text/html" : "application/json";
      response.writeHead(status, { ...(text === "" ? {} : { "content-type": type }), ...headers }).end(text);
    },
  };
}

function makeCard(index: number): PlainCard {
  return {
    ...{ id: `CRD${1001 + index}`, last4: String(4000 + index), nickname: `Card ${index}` },
    cardHolder: { id: `USR${500 + index}`, fullName: `Holder ${index}` },
    limits: { daily: 5000 + index, monthly: 50_000, atm: index % 3 === 0 ? 0 : 400, approvalBased: null },
    availableBalance: 12_000 + index,
  };
}

const inSeconds = (text: string) => (/^[0-9]+$/.test(text) ? Number(text) : Number.NaN);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function read(incoming: IncomingMessage, prefix: string): Promise<Omit<PlainRequest, "index">> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "", url = "" } = incoming;
  const { pathname, searchParams } = new URL(url, "http://server.invalid");
  return {
    ...{ method, url, query: searchParams, body: Buffer.concat(chunks).toString() },
    path: pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : `?${pathname}`,
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
  };
}
