/**
 * What judging a client knows of the card API beyond its description. Nothing else in this folder is imported from
 * outside of it.
 */
import type { Rule } from "../rule.ts";
import type { Weather } from "../weather.ts";
import { cardRules } from "./rules.ts";
import { cardWeathers } from "./weathers.ts";

export { everything, relied, scenarios } from "./scenarios.ts";

/** The rules that rest on what cards and their limits are. */
export const ownRules: readonly Rule[] = cardRules;

/** Weather of its own. */
export const ownWeathers: readonly Weather[] = cardWeathers;

/** The member of an outcome line that has the ids of the items of a list. */
export const itemsMember = "cards";
