/**
 * What judging a client knows of the card API beyond its description. Nothing else in this folder is imported from
 * outside of it.
 */
export { cardRules as ownRules } from "./rules.ts";
export { everything, relied, scenarios } from "./scenarios.ts";
export { cardWeathers as ownWeathers } from "./weathers.ts";

/** The member of an outcome line that has the ids of the items of a list. */
export const itemsMember = "cards";
