/**
 * A server as written by someone who has read only the specification: plain node:http, with its own store of
 * tokens, cards and keys. It shares no code with the sandbox, so the suite's verdict on it is independent.
 */
import { type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { api, type Operation, type OperationId, operations } from "../../generated/operations.ts";
import { requirement } from "../../generated/requirements.ts";
import { samples } from "../../generated/samples.ts";
import { withoutValueAt } from "../base/pointer.ts";
import { isSigned, type Reading, type SignedRequest, sha256 } from "./plain-signatures.ts";

/** A request as the server sees it. */
export interface PlainRequest extends SignedRequest {
  readonly query: URLSearchParams;
  /** Number of requests before this one. */
  readonly index: number;
}

/** A response; a body that is not a string is sent as JSON. */
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
  /** The value of expires_in in seconds, and after how many seconds a token really expires. */
  readonly tokenSeconds?: number;
  readonly tokenEndsAfter?: number;
  readonly largestPage?: number;
  readonly writeStatus?: 200 | 204;
  /** Statuses of refusals. */
  readonly statuses?: Partial<Record<Refusal, number>>;
  /** The body of a refusal. */
  readonly errorBody?: (status: number, message: string) => unknown;
  /** How it interprets the signature rule. */
  readonly reading?: Reading;
  /** Whether an accepted write is carried out. */
  readonly isApplied?: (request: PlainRequest) => boolean;
  /** How it reads the body of a request. */
  readonly bodyOf?: (request: IncomingMessage) => Promise<string>;
  /** May respond instead of the server, before it looks at the request. */
  readonly instead?: (request: PlainRequest) => PlainAnswer | null | Promise<PlainAnswer | null>;
  /** May change a response before it is sent. */
  readonly reply?: (answer: PlainAnswer, request: PlainRequest) => PlainAnswer;
}

/** Why a request is refused, with the usual status for it. */
const usual = {
  client: 401,
  grant: 400,
  token: 401,
  scope: 403,
  header: 400,
  age: 401,
  signature: 401,
  body: 400,
  cursor: 400,
  reuse: 409,
  card: 404,
  path: 404,
  type: 415,
};
type Refusal = keyof typeof usual | "key";

/** The status for a write without a key: once the question is settled, no server has a choice any more. */
const withoutKey = requirement("gap.idempotency.missing-status").settled;

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

function demand(isMet: boolean, kind: Refusal, message: string): asserts isMet {
  if (!isMet) throw new Refused(kind, message);
}

const everyScope = ["cards:read", "cards:write", "transfers:read", "transfers:write"];

/** A plain server, its current cards, and the requests so far. */
export interface PlainServer {
  readonly listener: RequestListener;
  readonly cards: readonly PlainCard[];
  readonly requests: readonly PlainRequest[];
}

/** Creates a server of the Partner Card API. */
export function plainServer(options: PlainOptions): PlainServer {
  const { clientId, tokenSeconds = 3600, largestPage = 1000 } = options;
  const secretHash = sha256(options.clientSecret);
  const tokens = new Map<string, { scopes: string[]; endsAt: number }>();
  const answers = new Map<string, { body: string; answer: PlainAnswer }>();
  const requests: PlainRequest[] = [];
  const cards = Array.from({ length: options.cards ?? 25 }, (_, index) => makeCard(index));

  function issueToken({ body, headers }: PlainRequest): PlainAnswer {
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    demand(isForm, "grant", "the token request must be a form");
    const form = new URLSearchParams(body);
    demand(form.get("grant_type") === "client_credentials", "grant", "unsupported grant_type");
    const isSecret = timingSafeEqual(sha256(form.get("client_secret") ?? ""), secretHash);
    demand(isSecret && form.get("client_id") === clientId, "client", "unknown client or wrong secret");
    const scopes = (form.get("scope") ?? "").split(" ").filter((scope) => everyScope.includes(scope));
    demand(scopes.length > 0, "grant", "scope is missing");
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
    demand(token !== undefined && token.endsAt > Date.now(), "token", "token invalid or expired");
    const absent = everyScope.find((scope) => !token.scopes.includes(scope));
    demand(absent === undefined, "scope", `the token lacks ${absent}`);
  }

  function list({ query }: PlainRequest): PlainAnswer {
    const limit = Number(query.get("limit") ?? 10);
    const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= largestPage;
    demand(isLimit, "body", `limit must be between 1 and ${largestPage}`);
    const after = Buffer.from(query.get("cursor") ?? "", "base64url").toString();
    const start = query.has("cursor") ? Number(after.replace("after:", "")) : 0;
    demand(Number.isInteger(start) && start >= 0, "cursor", "invalid cursor");
    const next = start + limit;
    const nextCursor = Buffer.from(`after:${next}`).toString("base64url");
    const page = cards.slice(start, next);
    return { status: 200, body: next < cards.length ? { cards: page, nextCursor } : { cards: page } };
  }

  function write(request: PlainRequest, id: string): PlainAnswer {
    const { method, headers, body } = request;
    for (const name of ["Idempotency-Key", "X-Service-Request-Timestamp", "X-Service-Signature"]) {
      demand(
        Boolean(headers[name.toLowerCase()]),
        name === "Idempotency-Key" ? "key" : "header",
        `${name} is missing`,
      );
    }
    const { "idempotency-key": key = "", "x-service-request-timestamp": timestamp = "" } = headers;
    const seconds = (options.reading?.seconds ?? inSeconds)(timestamp);
    demand(!Number.isNaN(seconds), "header", "X-Service-Request-Timestamp is not an integer");
    demand(
      Math.abs(Date.now() / 1000 - seconds) <= api.timestampWindowSeconds,
      "age",
      "the timestamp is too old",
    );
    demand(isSigned(request, options.publicKey, options.reading), "signature", "invalid signature");
    const known = answers.get(key);
    const fingerprint = `${method} ${request.path} ${body}`;
    if (known !== undefined) {
      demand(known.body === fingerprint, "reuse", "this Idempotency-Key was used for another request");
      return known.answer;
    }
    const card = cards.find((one) => one.id === id);
    demand(card !== undefined, "card", "no such card");
    const wanted = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    demand(headers["content-type"]?.startsWith(wanted) === true, "type", `send ${wanted}`);
    const limits = changed(card, method, body);
    if (options.isApplied?.(request) ?? true) card.limits = limits;
    const { writeStatus: status = 200 } = options;
    const answer = { status, body: status === 204 ? undefined : structuredClone(card) };
    answers.set(key, { body: fingerprint, answer });
    return answer;
  }

  function route(request: PlainRequest): PlainAnswer {
    const { method, path } = request;
    const at = `${method} ${path}`;
    if (at === "POST /v1/oauth/token") return issueToken(request);
    const later = describedLater(at);
    const id = /^(?:PUT|PATCH) \/v1\/card\/([^/]+)\/limits$/.exec(at)?.[1];
    demand(at === "GET /v1/card" || id !== undefined || later !== null, "path", "Not Found");
    authorize(request);
    if (later !== null) return later;
    return id === undefined ? list(request) : write(request, decodeURIComponent(id));
  }

  async function answer(request: PlainRequest): Promise<PlainAnswer> {
    const other = await options.instead?.(request);
    if (other) return other;
    try {
      return route(request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { kind, message } = error;
      const usually = kind === "key" ? "header" : kind;
      const chosen = options.statuses?.[usually] ?? usual[usually];
      const status = kind === "key" && withoutKey !== undefined ? Number(withoutKey) : chosen;
      const body = options.errorBody?.(status, message) ?? { message, type: "InvalidRequest" };
      return { status, body };
    }
  }

  return {
    cards,
    requests,
    listener: async (incoming, response) => {
      const request = { ...(await read(incoming, options)), index: requests.length };
      requests.push(request);
      const first = await answer(request);
      const { status, body, headers = {} } = options.reply?.(first, request) ?? first;
      const sent =
        body === undefined || status === 204 ? "" : typeof body === "string" ? body : JSON.stringify(body);
      const type = typeof body === "string" ? "text/html" : "application/json";
      response.writeHead(status, { ...(sent === "" ? {} : { "content-type": type }), ...headers }).end(sent);
    },
  };
}

/** A read that was described later than this server was written: it answers as the description shows. */
function describedLater(at: string): PlainAnswer | null {
  const found = Object.values<Operation>(operations).find(({ method, path }) => `${method} ${path}` === at);
  if (found === undefined || found.method !== "GET" || found.id === "listCards") return null;
  const body = samples[found.id as OperationId].responses["200"];
  return {
    status: 200,
    body: found.paginated === null ? body : withoutValueAt(body, found.paginated.cursor),
  };
}

function makeCard(index: number): PlainCard {
  return {
    // What is described besides: whoever wrote such a server reads of it, and sends it.
    ...(samples.listCards.items[0] as object),
    id: `CRD${1001 + index}`,
    last4: String(4000 + index),
    nickname: `Card ${index}`,
    cardHolder: { id: `USR${500 + index}`, fullName: `Holder ${index}` },
    limits: { daily: 5000 + index, monthly: 50_000, atm: index % 3 === 0 ? 0 : 400, approvalBased: null },
    availableBalance: 12_000 + index,
  };
}

/** The limits of a card after a change. */
function changed({ limits }: PlainCard, method: string, body: string): Record<string, unknown> {
  const change = parsed(body);
  const isObject = typeof change === "object" && change !== null && !Array.isArray(change);
  demand(isObject, "body", "the body must be an object");
  const next: Record<string, unknown> = method === "PUT" ? { ...change } : { ...limits, ...change };
  for (const [name, value] of Object.entries(next)) {
    demand(name in limits, "body", `unknown limit ${name}`);
    const isAmount = Number.isInteger(value) && Number(value) >= 0;
    demand(isAmount || name === "approvalBased", "body", `${name} must be a whole number of at least 0`);
  }
  demand("daily" in next && "monthly" in next && "atm" in next, "body", "a limit is missing");
  return next;
}

const inSeconds = (text: string) => (/^[0-9]+$/.test(text) ? Number(text) : Number.NaN);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function read(
  incoming: IncomingMessage,
  { prefix = "", bodyOf = text }: Pick<PlainOptions, "prefix" | "bodyOf">,
): Promise<Omit<PlainRequest, "index">> {
  const body = await bodyOf(incoming);
  const { method = "", url = "" } = incoming;
  const { pathname, searchParams } = new URL(url, "http://server.invalid");
  return {
    method,
    url,
    query: searchParams,
    body,
    path: pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : `?${pathname}`,
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
  };
}
