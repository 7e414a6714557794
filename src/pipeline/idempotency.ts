import { api } from "../../generated/operations.ts";
import { RequestError } from "../core/errors.ts";
import { nodeCrypto } from "../core/node-crypto.ts";

/** How long a key makes a retry safe, in milliseconds. Specification, Limits: Idempotency window. */
export const idempotencyWindowMs = api.idempotencyKeyLifetimeSeconds * 1000;

/** Number of keys that a client remembers; the oldest are dropped first. */
const capacity = 10_000;

/** What is known about a key. */
interface Entry {
  /** Digest of method, URL and body. */
  readonly digest: string;
  /** First use, milliseconds since 1970. */
  readonly since: number;
  /** A call with this key succeeded. */
  applied: boolean;
  /** A call with this key ended without a conclusive response, and none has succeeded since. */
  unresolved: boolean;
  /** Calls that have not ended; `wake` is set on a call that waits for the others. */
  readonly calls: Set<{ wake: (() => void) | undefined }>;
}

/** State in which a call left the write of its key: applied, perhaps applied, or certainly not applied. */
export type KeyEnding = "applied" | "unknown" | "unchanged";

/** The use of a key by one call. */
export interface KeyUse {
  /** First use of the key by any call, milliseconds since 1970. */
  readonly since: number;
  /** Another call has sent the key, or may still send it, so that call may apply the write. */
  readonly mayBeApplied: boolean;
  /** Like `mayBeApplied`, but only until a call succeeds: the server may be busy with the write. */
  readonly unresolved: boolean;
  /** Another call is using the key and is not itself waiting. */
  readonly busy: boolean;
  /** Waits until `busy` is false. If several wait, they continue one at a time. */
  othersEnd(): Promise<void>;
  /** Ends the use. */
  finish(ending: KeyEnding): void;
}

/** The idempotency keys that this client has used. */
export interface KeyLedger {
  /**
   * Registers the use of a key until `finish` is called.
   *
   * @param content - Method, URL and body of the request.
   * @param now - Milliseconds since 1970.
   * @throws RequestError `invalid-argument` for a key that cannot be sent in a header, `idempotency-conflict`
   *   for a key of another request.
   */
  begin(key: string, content: readonly string[], now: number): KeyUse;
  /** Tells whether a write with this key may have been applied, as far as this client knows. */
  mayBeApplied(key: string): boolean;
}

/**
 * Remembers which request each key was used for and how it ended, so that a mix-up is refused before anything
 * is sent, and so that what one call reports about a write does not contradict another one with the same key.
 * What the server would do on a mix-up is not specified.
 *
 * @see Specification, Authentication, 9; Limits, Idempotency window.
 */
export function keyLedger(): KeyLedger {
  const entries = new Map<string, Entry>();
  return {
    begin(key, content, now) {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        throw refused("invalid-argument", "must be 1 to 255 visible ASCII characters");
      }
      const digest = nodeCrypto().createHash("sha256").update(JSON.stringify(content)).digest("base64");
      let entry = entries.get(key);
      if (entry === undefined) {
        if (entries.size >= capacity) forgetOne(entries);
        entry = { digest, since: now, applied: false, unresolved: false, calls: new Set() };
        entries.set(key, entry);
      }
      if (entry.digest !== digest) {
        throw refused("idempotency-conflict", "was used before for another request; use a new one");
      }
      return useOf(entry);
    },
    mayBeApplied(key) {
      const entry = entries.get(key);
      return entry !== undefined && (entry.applied || entry.unresolved || entry.calls.size > 0);
    },
  };
}

/** Drops the oldest key, preferring one whose outcome is known. */
function forgetOne(entries: Map<string, Entry>): void {
  let victim = entries.keys().next().value;
  for (const [key, { unresolved, calls }] of entries) {
    if (unresolved || calls.size > 0) continue;
    victim = key;
    break;
  }
  if (victim !== undefined) entries.delete(victim);
}

function useOf(entry: Entry): KeyUse {
  const mine: { wake: (() => void) | undefined } = { wake: undefined };
  const busyBeside = (call: typeof mine) =>
    [...entry.calls].some((other) => other !== call && other.wake === undefined);
  const wakeOthers = () => {
    for (const call of entry.calls) if (call.wake !== undefined && !busyBeside(call)) call.wake();
  };
  entry.calls.add(mine);
  return {
    since: entry.since,
    get mayBeApplied() {
      return entry.applied || this.unresolved;
    },
    get unresolved() {
      return entry.unresolved || entry.calls.size > (entry.calls.has(mine) ? 1 : 0);
    },
    get busy() {
      return busyBeside(mine);
    },
    othersEnd: () =>
      new Promise((resolve) => {
        mine.wake = () => {
          mine.wake = undefined;
          resolve();
        };
        wakeOthers();
      }),
    finish(ending) {
      if (!entry.calls.delete(mine)) return;
      if (ending === "applied") Object.assign(entry, { applied: true, unresolved: false });
      if (ending === "unknown") entry.unresolved = true;
      wakeOthers();
    },
  };
}

/**
 * Refuses a key whose lifetime has passed.
 *
 * @param since - First use, milliseconds since 1970.
 * @param now - Milliseconds since 1970.
 * @throws RequestError `idempotency-expired`.
 * @see Specification, Limits, Idempotency window.
 */
export function checkKeyAge(since: number, now: number): void {
  if (now - since < idempotencyWindowMs) return;
  throw refused(
    "idempotency-expired",
    `was first used ${hours(idempotencyWindowMs)} ago or earlier, so the write could be applied twice; read what it changes, then decide`,
  );
}

function hours(ms: number): string {
  return `${ms / 3_600_000} hours`;
}

function refused(
  code: "invalid-argument" | "idempotency-conflict" | "idempotency-expired",
  problem: string,
): RequestError {
  return new RequestError(code, `The idempotency key ${problem}. Nothing was sent.`, {
    cause: { argument: "idempotencyKey" },
  });
}
