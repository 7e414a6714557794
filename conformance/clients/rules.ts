/** Every rule for clients, listed by hand: what is not listed here is not judged. */
import { clientRequirements } from "../../generated/requirements.ts";
import { ownRules } from "./cards/index.ts";
import type { Rule } from "./rule.ts";
import { callRules } from "./rules/calls.ts";
import { claimRules } from "./rules/claims.ts";
import { keyRules } from "./rules/keys.ts";
import { listRules } from "./rules/lists.ts";
import { retryRules } from "./rules/retries.ts";
import { tokenLifeRules } from "./rules/token-life.ts";
import { tokenRules } from "./rules/tokens.ts";
import { writeRules } from "./rules/writes.ts";

const all: readonly Rule[] = [
  ...tokenRules,
  ...tokenLifeRules,
  ...callRules,
  ...listRules,
  ...writeRules,
  ...ownRules,
  ...keyRules,
  ...retryRules,
  ...claimRules,
];

/** All rules of which requirements.yaml has a row, in the order of the rows. */
export const clientRules: readonly Rule[] = clientRequirements.flatMap(({ id }) =>
  all.filter((rule) => rule.id === id),
);
