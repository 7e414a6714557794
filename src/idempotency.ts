import { createHash } from "node:crypto";
import { RequestError } from "./errors.ts";

/** How long a key makes a retry safe. Specification, Limits: Idempotency window. */
export const idempotencyWindowMs = 24 * 60 * 60 * 1000;

/** Keys that a client remembers; the oldest are forgotten first. */
const capacity = 10_000;

/** What is known of a key. */
interface Use {
  /** Digest of method, URL and body. */
  readonly digest: string;
  /** First use, milliseconds since 1970. */
  readonly since: number;
  /** A request with this key may have been applied without the caller knowing. */
  open: boolean;
}

/** The idempotency keys that this client has used. */
export interface KeyLedger {
  /**
   * Notes the use of a key.
   *
   * @param content - Method, URL and body of the request.
   * @param now - Milliseconds since 1970.
   * @returns When the key was first used, and whether that use ended with an unknown outcome.
   * @throws RequestError `invalid-argument` for a key that no header can hold, `idempotency-conflict` for a
   *   key of another request, `idempotency-expired` for one that is 24 hours old.
   */
  claim(
    key: string,
    content: readonly string[],
    now: number,
  ): { readonly since: number; readonly open: boolean };
  /** Notes how a call with this key ended. */
  settle(key: string, open: boolean): void;
}

/**
 * Remembers which request each key was used for, so that a mix-up is refused here, where nothing has been
 * sent yet. What the server would do with it is not specified.
 *
 * @see Specification, Authentication, 9; Limits, Idempotency window.
 */
export function keyLedger(): KeyLedger {
  const uses = new Map<string, Use>();
  return {
    claim(key, content, now) {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        throw refused("invalid-argument", "must be 1 to 255 visible ASCII characters");
      }
      const digest = createHash("sha256").update(JSON.stringify(content)).digest("base64");
      const use = uses.get(key);
      if (use === undefined) {
        uses.set(key, { digest, since: now, open: false });
        const oldest = uses.size > capacity ? uses.keys().next().value : undefined;
        if (oldest !== undefined) uses.delete(oldest);
        return { since: now, open: false };
      }
      if (use.digest !== digest) {
        throw refused("idempotency-conflict", "was used before for another request; use a new one");
      }
      if (now - use.since >= idempotencyWindowMs) {
        throw refused(
          "idempotency-expired",
          "was first used 24 hours ago or earlier, so the write could be applied twice; read the card, then decide",
        );
      }
      return { since: use.since, open: use.open };
    },
    settle(key, open) {
      const use = uses.get(key);
      if (use !== undefined) use.open = open;
    },
  };
}

function refused(
  code: "invalid-argument" | "idempotency-conflict" | "idempotency-expired",
  problem: string,
): RequestError {
  return new RequestError(code, `The idempotency key ${problem}. Nothing was sent.`, {
    cause: { argument: "idempotencyKey" },
  });
}
