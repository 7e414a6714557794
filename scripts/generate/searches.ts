/** What the words about a query parameter say of a text that it looks for. */
import type { Search } from "../../generated/operations.ts";

/** A part of the text that an item has is enough, wherever it stands: so the first words say. */
const ofPart =
  /^part of\b|\b(?:somewhere|anywhere|at (?:whatever|any) place)\b|\b(?:with|has|have) this text in\b|\b(?:holds?|contain(?:s|ing)?) this text\b/i;
/** The first letters alone may be looked at, or the contrary is meant. */
const otherwise = /\b(?:begin|start)s?\b|\bprefix|\b(?:without|not|no(?! difference)|excludes?|excluding)\b/i;

/** Pairs of words for the two cases of a letter, and what makes them one. */
const cases =
  "(?:capitals?|upper(?:[- ]?case)?|large)(?: letters)? and (?:small|lower(?:[- ]?case)?)(?: case)?(?: letters)?";
const likeCases = [
  new RegExp(`\\b${cases} (?:are|count as) (?:alike|the same|one|equal)\\b`, "i"),
  new RegExp(`\\bno difference between ${cases}`, "i"),
  /\bin (?:upper or lower|lower or upper|(?:any|either) letter) ?case\b/i,
  /\bwhatever the case\b|\b(?:regardless of|ignor(?:es|ing)|without regard to)(?: the)?(?: upper or lower)? case\b/i,
  /\bcase(?: does(?: not|n['’]t) (?:count|matter)| is ignored|[- ]?insensitiv)/i,
];
/** Said of more letters than those of English. */
const everywhere =
  /\b(?:in|of) (?:every|any|all) (?:script|alphabet|language)s?\b|\bletters (?:beyond|outside|other than) (?:A to Z|A[-–]Z|ASCII|those of English),? (?:too|as well|also)\b/i;

/** No character means others than itself. */
const literal =
  /\bno wildcards?\b(?! (?:but|except|other))|\b(?:all|every|each) characters? stands? for (?:themselves|itself)\b/i;

/** Said of what is left open, or not always so. */
const leftOpen = /\bwhether\b|\bopen\b|\bnot (?:specified|said|known|case)\b|\bunless\b|\bexcept\b/i;

/** What is said of the text that a parameter takes; null where nothing says that a part of what an item has is enough. */
export function searchOf(description: string): Search | null {
  const [first = "", ...rest] = description.split(/[.;](?:\s+|$)/);
  if (!ofPart.test(first) || otherwise.test(first)) return null;
  const said = [first, ...rest].filter((clause) => !leftOpen.test(clause));
  const ofCase = said.find((clause) => likeCases.some((words) => words.test(clause)));
  return {
    ...(ofCase !== undefined && { ignoresCase: everywhere.test(ofCase) ? "every script" : "ASCII" }),
    ...(said.some((clause) => literal.test(clause)) && { isLiteral: true as const }),
  };
}
