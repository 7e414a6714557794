import { api, operations } from "../../generated/operations.ts";
import { tokenForm } from "../../src/token/request.ts";
import type { HeaderList } from "../base/events.ts";
import type { Target } from "../base/target.ts";
import { type Exchange, succeeded } from "./exchange.ts";
import { usualHeaders } from "./request.ts";
import type { Session } from "./session.ts";
import { tokenProblem } from "./token-problem.ts";
import type { WireRequest } from "./transport.ts";

/** A token that the server has issued. */
export interface Token {
  readonly value: string;
  /** Scopes named in the response; null if it names none. */
  readonly scopes: readonly string[] | null;
  /** `expires_in` from the response, in seconds; null if it is not a number. */
  readonly lifetime: number | null;
  /** Milliseconds since the epoch by our clock; an unreadable lifetime counts as a minute. */
  readonly expiresAt: number;
  readonly exchange: Exchange;
  /** For one that is shared: null while it can be used, else the token that takes its place. */
  readonly successor?: () => Promise<Token | null> | null;
}

/** How the token request differs from the specified one. */
export interface TokenRequestAlteration {
  readonly description: string;
  /** Changes the form, given the token that was issued last, if any; the result is sent. */
  readonly form?: (form: URLSearchParams, issued: string | null) => void;
  /** Sends this body with this content type instead of the form. */
  readonly contentType?: string;
  readonly body?: (form: URLSearchParams) => string;
  /** Additional headers, given the specified form. */
  readonly headers?: (form: URLSearchParams) => HeaderList;
  /** Changes the finished request. */
  readonly rewrite?: (request: WireRequest) => WireRequest;
}

/** The tokens of a run: one for all checks, renewed before it expires, and others on request. */
export interface Tokens {
  /** A token with all scopes and at least a few seconds left, or null if the server issues none. */
  current(): Promise<Token | null>;
  /** Forgets the current token if it is this one, so that the next call gets a new one. */
  forget(token: Token): void;
  /** A token with these scopes only, shared by all callers that ask for the same; null if there is none. */
  narrow(scopes: readonly string[]): Promise<Token | null>;
  /** Sends a separate token request. */
  request(
    purpose: string,
    alteration?: TokenRequestAlteration,
    scopes?: readonly string[],
  ): Promise<Exchange>;
  /** Does some work while no other token is requested; the work gets a function for its own requests. */
  undisturbed<T>(work: (request: Tokens["request"]) => Promise<T>): Promise<T>;
  /** The token in use, without requesting one; null if there is none. */
  latest(): Token | null;
  /** Why there is no token, as text; null while there is one. */
  problem(): string | null;
}

/** A token is renewed this long before it expires, or at half its lifetime if that is shorter. */
const earlyMs = 5000;

/** Reads a token from an exchange; null if it contains none, or is one of another operation. */
export function readToken(exchange: Exchange): Token | null {
  // The log has thousands of other answers, which need not be parsed for this.
  const isOther = exchange.operation !== null && exchange.operation !== api.token;
  const body = isOther || !succeeded(exchange) ? null : exchange.response?.json;
  if (typeof body !== "object" || body === null) return null;
  const { access_token: value, expires_in: lifetime, scope } = body as Record<string, unknown>;
  // A value that cannot be sent in a header cannot be used as a token.
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) return null;
  const seconds = typeof lifetime === "number" && lifetime > 0 ? lifetime : 60;
  return {
    value,
    scopes: typeof scope === "string" ? scope.split(" ").filter((name) => name !== "") : null,
    lifetime: typeof lifetime === "number" ? lifetime : null,
    expiresAt: exchange.startedAt + seconds * 1000,
    exchange,
  };
}

/**
 * Creates the tokens of a run. `onToken` receives every value, for redaction.
 *
 * @param known - A token to start with, used as long as the server accepts it.
 */
export function createTokens(
  session: Session,
  target: Target,
  now: () => number,
  onToken: (value: string) => void,
  known: Token | null = null,
): Tokens {
  let latest = shared(known, current);
  let pending: Promise<Token | null> | null = latest === null ? null : Promise.resolve(latest);
  let issued = known !== null;
  let problem: string | null = null;
  const narrowed = new Map<string, Promise<Token | null>>();
  /** The last work that bears no token request beside it. */
  let quiet: Promise<unknown> = Promise.resolve();
  /** The requests that came after it. */
  let beside: Promise<unknown>[] = [];

  const undisturbed: Tokens["undisturbed"] = (work) => {
    const result = Promise.allSettled([quiet, ...beside]).then(() => work(requestNow));
    quiet = result.catch(() => undefined);
    beside = [];
    return result;
  };
  const request: Tokens["request"] = (...details) => {
    const result = quiet.then(() => requestNow(...details));
    beside.push(result);
    return result;
  };

  async function requestNow(
    purpose: string,
    alteration?: TokenRequestAlteration,
    scopes: readonly string[] = api.scopes,
  ): Promise<Exchange> {
    const form = new URLSearchParams(
      tokenForm({ clientId: target.clientId, clientSecret: target.clientSecret, scopes }),
    );
    alteration?.form?.(form, latest?.value ?? null);
    const plain: WireRequest = {
      method: operations[api.token].method,
      url: target.baseUrl + operations[api.token].path,
      headers: [
        ["Content-Type", alteration?.contentType ?? operations[api.token].mediaType],
        ...usualHeaders,
        ...(alteration?.headers?.(form) ?? []),
      ],
      body: alteration?.body?.(form) ?? form.toString(),
    };
    const exchange = await session.send({
      purpose,
      operation: api.token,
      alteration: alteration?.description ?? null,
      build: async () => alteration?.rewrite?.(plain) ?? plain,
    });
    const token = readToken(exchange);
    if (token !== null) onToken(token.value);
    return exchange;
  }

  /** A token that is replaced before it expires, also for requests that wait for their turn with it. */
  function shared(token: Token | null, next: () => Promise<Token | null>): Token | null {
    return token === null ? null : { ...token, successor: () => (fresh(token, now()) ? null : next()) };
  }

  async function fetchToken(): Promise<Token | null> {
    const exchange = await request("token");
    const token = shared(readToken(exchange), current);
    problem = token === null ? tokenProblem(exchange) : null;
    latest = token;
    issued ||= token !== null;
    return token;
  }

  async function current(): Promise<Token | null> {
    const known = pending;
    const token = known === null ? null : await known;
    // If no token was ever issued, do not ask again; a renewal that failed once may succeed later.
    if (known !== null && (token === null ? !issued : fresh(token, now()))) return token;
    if (pending === known) pending = fetchToken();
    return pending;
  }

  async function narrow(scopes: readonly string[]): Promise<Token | null> {
    const name = scopes.join(" ");
    const known = narrowed.get(name);
    const token = known === undefined ? null : await known;
    if (known !== undefined && (token === null || fresh(token, now()))) return token;
    // Several may have waited for the same one to be looked at.
    const other = narrowed.get(name);
    if (other !== known && other !== undefined) return other;
    const next = request("token", undefined, scopes).then((exchange) =>
      shared(readToken(exchange), () => narrow(scopes)),
    );
    narrowed.set(name, next);
    return next;
  }

  return {
    request,
    undisturbed,
    latest: () => latest,
    problem: () => problem,
    current,
    narrow,
    forget: (token) => {
      if (latest?.value !== token.value) return;
      pending = null;
      // Other calls refused with the same token must not cancel the renewal in progress.
      latest = null;
    },
  };
}

function fresh(token: Token, now: number): boolean {
  const lifetime = token.expiresAt - token.exchange.startedAt;
  return token.expiresAt - now > Math.min(earlyMs, lifetime / 2);
}
