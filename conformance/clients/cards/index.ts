/**
 * What judging a client knows of the card API beyond its description. Nothing else in this folder is imported from
 * outside of it.
 */
import type { Rule } from "../rule.ts";
import { cardRules } from "./rules.ts";

export { everything, relied, scenarios } from "./scenarios.ts";

/** The rules that rest on what cards and their limits are. */
export const ownRules: readonly Rule[] = cardRules;

/** The member of an outcome line that has the ids of the items of a list. */
export const itemsMember = "cards";
