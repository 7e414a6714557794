/** The client that is measured, as it is loaded and made. */
import type * as Client from "../../src/index.ts";

/**
 * Loads one of its modules.
 *
 * @param modules - `*` stands in place of the name.
 */
export async function loadModule<T = typeof Client>(modules: string, name = "index"): Promise<T> {
  return (await import(modules.replace("*", name))) as T;
}

/** What it is made with for a server that checks nothing; a signature costs nothing: what RSA takes is not the client's. */
export const unchecked = {
  clientId: "bench",
  clientSecret: "bench-secret",
  signer: { sign: async () => new Uint8Array(256) },
};
