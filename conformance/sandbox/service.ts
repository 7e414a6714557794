import type { KeyObject } from "node:crypto";
import type { Choices } from "./choices.ts";
import type { Seams } from "./seams.ts";
import type { State } from "./state.ts";

/** What the handlers of the sandbox share. */
export interface Service {
  readonly state: State;
  readonly choices: Choices;
  readonly seams: Seams;
  /** The partner's public key. */
  readonly publicKey: KeyObject;
}

/** The two operations that change limits. */
export type WriteOperation = "replaceCardLimits" | "updateCardLimits";
