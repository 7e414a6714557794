import type { Token } from "./store.ts";

/** From when on a token is renewed. */
export interface RenewalWindows {
  /** From here on it is renewed in the background while it is still used; milliseconds since 1970. */
  readonly backgroundFrom: number;
  /** From here on a call waits for the new one; milliseconds since 1970. */
  readonly blockingFrom: number;
}

/**
 * When a token is renewed: in the background in its last minute, or last tenth where that is shorter; and
 * before it is used again in its last ten seconds, or half of that tenth. So a token of 20 seconds works.
 *
 * @see Specification, Authentication, 4; Limits, Token lifetime.
 */
export function renewalWindows({ expiresAt, lifetimeMs }: Token): RenewalWindows {
  const background = Math.min(60_000, lifetimeMs / 10);
  const blocking = Math.min(10_000, background / 2);
  return { backgroundFrom: expiresAt - background, blockingFrom: expiresAt - blocking };
}
