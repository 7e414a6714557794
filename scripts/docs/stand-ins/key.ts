import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";

/** The private key of the stand-ins: the sandbox of the workspace has its public key. */
export function heldKey(): KeyObject {
  return createPrivateKey(readFileSync(process.env.PARTNER_CARD_SIGNING_KEY ?? ""));
}

/** Refuses a request as the real service would. */
export function expect(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(`ValidationException: ${problem}`);
}
