import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";

/** The key that the stand-ins hold: the one whose public half the sandbox of the workspace knows. */
export function heldKey(): KeyObject {
  return createPrivateKey(readFileSync(process.env.PARTNER_CARD_SIGNING_KEY ?? ""));
}

/** Refuses a request as the real service would. */
export function expect(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(`ValidationException: ${problem}`);
}
