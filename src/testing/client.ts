import { type Client, createClient } from "../client/client.ts";
import type { ClientOptions } from "../client/options.ts";
import { testKeys } from "./keys.ts";
import { type VirtualClock, virtualClock } from "./virtual-clock.ts";

/** Secret of the test client; long enough to be searched for. */
export const testSecret = "canary-client-secret-8f14e45f";

/** A client that runs in virtual time. */
export function testClient(
  baseUrl: string,
  options: Partial<ClientOptions> = {},
  clock: VirtualClock = virtualClock(),
): { readonly client: Client; readonly clock: VirtualClock } {
  const key = options.signer === undefined ? { signingKey: testKeys().privateKey } : {};
  const credentials = { clientId: "partner-1", clientSecret: testSecret };
  return { client: createClient({ baseUrl, ...credentials, ...key, ...options }, clock), clock };
}

/** Waits until another task makes a condition true. */
export async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error("waited 5 s in vain");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
