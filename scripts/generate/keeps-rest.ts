/** Whether the words about an action say that it changes nothing of the item but what they name. */
import type { DescribedOperation } from "./document.ts";

const part = "(?:member|property|field|attribute|part|value)";
const of = "(?: of (?:it|(?:the|an?|this|that) \\w+))?";
const keeping = new RegExp(
  [
    `\\bnothing else${of} (?:changes|is changed)\\b`,
    `\\bchanges nothing else\\b`,
    `\\b(?:every|each|any) other ${part}${of} (?:keeps|stays|remains|is (?:kept|left|unchanged))\\b`,
    `\\b(?:all|the) other ${part}s${of} (?:keep|stay|remain|are (?:kept|left|unchanged))\\b`,
    `\\b(?:everything|all) else${of} (?:keeps|stays|remains|is (?:kept|left|unchanged))\\b`,
  ].join("|"),
  "i",
);
/** Words with which it need not be so. */
const limiting = /\b(?:unless|except|may|might|usually|mostly|can)\b/i;

/** All words of the description of a POST that says so, in small letters; null for any other operation. */
export function keepsRestOf({ method, operation }: DescribedOperation): readonly string[] | null {
  const said = operation.description ?? "";
  const isSaid = said
    .replace(/\s+/g, " ")
    .split(/[.;](?= |$)/)
    .some((sentence) => keeping.test(sentence) && !limiting.test(sentence));
  return method !== "post" || !isSaid ? null : [...new Set(said.toLowerCase().match(/\w+/g) ?? [])];
}
