/** What the words about a query parameter say of a text that it looks for. */
import type { Search } from "../../generated/operations.ts";

/** A part of the text that an item has is enough, wherever it stands. */
const ofPart =
  /\b(?:part of|somewhere|anywhere|at (?:whatever|any) place|contain(?:s|ing)?|(?:has|have|holds?|with) this text)\b/i;
/** The first letters alone may be looked at. */
const ofBeginning = /\b(?:begin|start)s?\b|\bprefix/i;

/** Pairs of words for the two cases of a letter, and what makes them one. */
const cases =
  "(?:capitals?|upper(?:[- ]?case)?|large)(?: letters)? and (?:small|lower(?:[- ]?case)?)(?: case)?(?: letters)?";
const likeCases = [
  new RegExp(`\\b${cases} (?:are|count as) (?:alike|the same|one|equal)\\b`, "i"),
  new RegExp(`\\bno difference between ${cases}`, "i"),
  /\bwhatever the case\b|\b(?:regardless of|ignor(?:es|ing)|without regard to)(?: the)?(?: upper or lower)? case\b/i,
  /\bcase(?: does(?: not|n['’]t) (?:count|matter)| is ignored|[- ]?insensitiv)/i,
];
/** Said of more letters than those of English. */
const everywhere = /\b(?:in|of) (?:every|any|all) (?:script|alphabet|language)s?\b/i;

/** No character means others than itself. */
const literal = /\bno wildcards?\b|\bstands? for (?:themselves|itself)\b|\bfinds? (?:themselves|itself)\b/i;

/** What is said of the text that a parameter takes; null where nothing says that a part of what an item has is enough. */
export function searchOf(description: string): Search | null {
  if (!ofPart.test(description) || ofBeginning.test(description)) return null;
  const [sentence] = description
    .split(/(?<=[.;])\s+/)
    .filter((one) => likeCases.some((words) => words.test(one)));
  return {
    ...(sentence !== undefined && { ignoresCase: everywhere.test(sentence) ? "every script" : "ASCII" }),
    ...(literal.test(description) && { isLiteral: true as const }),
  };
}
