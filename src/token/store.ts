import { parseObject } from "../core/json.ts";
import { nodeCrypto } from "../core/node-crypto.ts";

/**
 * A store where processes share one access token. A Keyv instance works, as does any cache with the first
 * three methods. A store that fails or hangs costs a token request and at most a second, never a call. Anyone
 * who can read the store can use the token, so protect it like a secret.
 */
export interface TokenStore {
  get(key: string): Promise<unknown>;
  /** @param ttlMs - Milliseconds after which the entry may be dropped. */
  set(key: string, value: string, ttlMs: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /**
   * Sets the entry only if it does not exist, and tells whether it did (Redis: `SET key value NX PX ttlMs`).
   * Optional: with it, processes that start at the same moment make one token request in total; without it,
   * each may make one.
   */
  add?(key: string, value: string, ttlMs: number): Promise<boolean>;
  /**
   * Deletes the entry only if it has this value, in one atomic step (Redis: a script with GET and DEL).
   * Optional, used with `add`: with it, a delayed process never deletes the lock of another one; without it,
   * the client reads first and then deletes.
   */
  deleteIf?(key: string, value: string): Promise<unknown>;
}

/** A token and when it expires. */
export interface Token {
  readonly value: string;
  /** Milliseconds since 1970, by the clock of the process that fetched it. */
  readonly expiresAt: number;
  /** Lifetime as granted, in milliseconds; the refresh windows depend on it. */
  readonly lifetimeMs: number;
}

/** Name of the entry for one set of credentials: the same in every process, not revealing the credentials. */
export function storeKey(baseUrl: string, clientId: string, scopes: readonly string[]): string {
  const identity = JSON.stringify([baseUrl, clientId, [...scopes].sort()]);
  return `partner-card:token:${nodeCrypto().createHash("sha256").update(identity).digest("hex").slice(0, 32)}`;
}

/**
 * Reads a token from an entry.
 *
 * @param entry - Whatever the store returned; another version of the client may have written it.
 * @returns Undefined if it is not a token.
 */
export function decodeToken(entry: unknown): Token | undefined {
  const fields = typeof entry === "string" ? parseObject(entry) : entry;
  if (typeof fields !== "object" || fields === null) return undefined;
  const { value, expiresAt, lifetimeMs } = fields as Record<string, unknown>;
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  if (typeof expiresAt !== "number" || typeof lifetimeMs !== "number") return undefined;
  return { value, expiresAt, lifetimeMs };
}
