/**
 * The circumstances that a fault can depend on: a table of conditions over requests as the description allows
 * them. A server that breaks a rule often does so under one of them only.
 */
import { kinds } from "./circumstances/circumstance.ts";
import { credentials } from "./circumstances/credential.ts";
import { histories } from "./circumstances/history.ts";
import { places } from "./circumstances/place.ts";
import { spellings } from "./circumstances/spelling.ts";

export type { Circumstance } from "./circumstances/circumstance.ts";

/** Every circumstance, by kind. */
export const circumstances = [...spellings, ...places, ...credentials, ...histories].sort(
  (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
);

/** The name of a circumstance. */
export type CircumstanceName = (typeof circumstances)[number]["name"];
