import { hash as digest, randomBytes, timingSafeEqual } from "node:crypto";
import type { SandboxResponse } from "./response.ts";

/** An item of a list, as the sandbox keeps and serves it. */
export type Item = Record<string, unknown>;

/** An issued token, stored under the hash of its value. */
export interface IssuedToken {
  scopes: readonly string[];
  issuedAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** The position in a list that a cursor stands for. */
export interface CursorPosition {
  /** The operation that issued it. */
  readonly operation: string;
  /** The last item of the previous page; null if there was none. */
  after: Item | null;
  /** Limit of the request that issued it. */
  limit: number;
  /** Number of the page it leads to; the first page is 1. */
  page: number;
  issuedAt: number;
  used: boolean;
}

/** A write that was carried out under an idempotency key. */
export interface RememberedWrite {
  fingerprint: string;
  reply: SandboxResponse;
  at: number;
}

/** Everything the sandbox remembers between requests. It holds only a hash of the client secret. */
export interface State {
  /** The items of every paginated operation, by its operationId. */
  readonly items: ReadonlyMap<string, Item[]>;
  readonly clientId: string;
  secretHash: Buffer;
  readonly tokens: Map<string, IssuedToken>;
  readonly cursors: Map<string, CursorPosition>;
  /** The cursors by age: each `next` is the oldest that it has not given yet. */
  readonly oldestCursors: Iterator<string, undefined>;
  readonly writes: Map<string, RememberedWrite>;
  /** What paths name by themselves and was changed, by operationId of the read and path. */
  readonly resources: Map<string, unknown>;
  /** Requests so far, by operation. */
  readonly counts: Map<string, number>;
}

const cursorsKept = 10_000;
/** Bytes of a cursor before they are encoded. */
const cursorLength = 16;

/** A fresh state that knows one client. */
export function createState(items: State["items"], clientId: string, clientSecret: string): State {
  const cursors: State["cursors"] = new Map();
  return {
    items,
    clientId,
    secretHash: hash(clientSecret),
    tokens: new Map(),
    cursors,
    oldestCursors: cursors.keys(),
    writes: new Map(),
    resources: new Map(),
    counts: new Map(),
  };
}

/** The items of a paginated operation; none for any other. */
export function itemsOf({ items }: State, operation: string): Item[] {
  return items.get(operation) ?? [];
}

/** SHA-256; sufficient for random secrets and tokens, which cannot be guessed from a digest. */
export function hash(value: string): Buffer {
  return digest("sha256", value, "buffer");
}

/** The same in hexadecimal digits, without a buffer in between. */
export function fingerprint(value: string): string {
  return digest("sha256", value, "hex");
}

/** True when the secret is the client's, compared in constant time. */
export function secretMatches(state: State, secret: string): boolean {
  return timingSafeEqual(hash(secret), state.secretHash);
}

/** Issues a token and returns its value, which is stored only as a hash. */
export function issueToken(state: State, token: IssuedToken): string {
  const value = randomBytes(32).toString("base64url");
  state.tokens.set(fingerprint(value), token);
  return value;
}

/** The token with this value, expired or not. */
export function findToken(state: State, value: string): IssuedToken | undefined {
  return state.tokens.get(fingerprint(value));
}

/** Random bytes for cursors, many at a time: to ask for a few takes as long. */
const pool = { bytes: Buffer.alloc(0), used: 0 };

function cursorBytes(): Buffer {
  if (pool.used === pool.bytes.length)
    Object.assign(pool, { bytes: randomBytes(256 * cursorLength), used: 0 });
  pool.used += cursorLength;
  return pool.bytes.subarray(pool.used - cursorLength, pool.used);
}

/** Issues a cursor. Standard Base64 on purpose: a client that does not percent-encode it fails early. */
export function issueCursor(state: State, position: CursorPosition): string {
  const value = cursorBytes().toString("base64");
  state.cursors.set(value, position);
  if (state.cursors.size > cursorsKept) {
    // One iterator for all: a new one would begin among the deleted, of which there are as many again.
    const { value: oldest } = state.oldestCursors.next();
    if (oldest !== undefined) state.cursors.delete(oldest);
  }
  return value;
}

/** Counts a request of an operation; the first one is 1. */
export function countRequest(state: State, operation: string): number {
  const count = (state.counts.get(operation) ?? 0) + 1;
  state.counts.set(operation, count);
  return count;
}
