/** Wrong values made from a right one, as a careless server takes them: each with words and a proof that it differs. */
import { tampered } from "./tampered.ts";

/** One way to make a wrong value of a right one. */
export interface Operator {
  /** After "with a token that": "lacks its last character". */
  readonly words: string;
  /**
   * The wrong value; null where it can't be shown that it means another one than the right value does, also to a
   * server that decodes it from hex, base32 or Base64 and drops the bits that make no whole byte.
   */
  readonly change: (right: string) => string | null;
}

/** What stands for bits in some encoding; what follows the last of these at the end of a text is padding. */
const end = /[A-Za-z0-9+/_-](?=[^A-Za-z0-9+/_-]*$)/;

/** In each of these encodings, the last character holds bits that its value needs: no encoder writes one that doesn't. */
export const truncated: Operator = {
  words: "lacks its last character",
  change: (right) => {
    const at = right.search(end);
    return at < 1 ? null : right.slice(0, at);
  },
};

/** A single character may hold too few bits for a byte; two of them always hold one. */
export const extended: Operator = {
  words: "has two more characters at its end",
  change: (right) => {
    const at = right.search(end) + 1;
    return at < 1 ? null : `${right.slice(0, at)}33${right.slice(at)}`;
  },
};

/** Some search for a token, by the signs of which they make theirs; a ~ is rarely one of them (RFC 6750, section 2.1). */
const sign = "~";

/** What is searched for is found, and what follows it is not looked at. */
export const continued: Operator = {
  words: `goes on after a ${sign}`,
  change: (right) => (right === "" || right.includes(sign) ? null : `${right}${sign}33`),
};

/** The same at its other end. */
export const preceded: Operator = {
  words: `comes after a ${sign}`,
  change: (right) => (right === "" || right.includes(sign) ? null : `33${sign}${right}`),
};

/** Longer headers may be refused for their length. */
const longestDoubled = 1000;

/** A decoder may stop at the padding between the two. */
export const doubled: Operator = {
  words: "stands there twice",
  change: (right) =>
    right.length < 2 || right.length > longestDoubled || right.search(end) !== right.length - 1
      ? null
      : right + right,
};

/** Case means nothing in hex (with UUIDs) and in base32, in both of its alphabets. */
const caseless: readonly RegExp[] = [/^[0-9a-f-]+$/i, /^[0-9a-tv-z-]+$/i, /^[a-z2-7]+$/i];

/** An encoder that ignores case writes all letters in one, but perhaps an l or o for a digit, or the x of 0x. */
function isCaseSensitive(part: string): boolean {
  const isMixed = /[ghjkmnp-wyz].*[ghjkmnp-wyz]/.test(part) && /[GHJKMNP-WYZ].*[GHJKMNP-WYZ]/.test(part);
  return isMixed || !caseless.some((alphabet) => alphabet.test(part));
}

/** The letters of a text in the other case. */
export function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Only where case is no matter of taste in the encoding. */
export const otherCase: Operator = {
  words: "has its letters in the other case",
  change: (right) => {
    const parts = right.split(/[^A-Za-z0-9-]+/).filter((part) => /[a-z]/i.test(part));
    return parts.some(isCaseSensitive) ? swappedCase(right) : null;
  },
};

/** What is shorter than this is no secret in some encoding, but a text that somebody chose: 16 hex digits are 64 bits. */
const shortestEncoded = 16;

/** The same for a secret: a text that somebody chose is compared as it is. */
export const otherCaseOfSecret: Operator = {
  ...otherCase,
  change: (right) => {
    const isChosen = right.split(/[^A-Za-z0-9]+/).every((part) => part.length < shortestEncoded);
    const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(right);
    return isChosen && !isUuid && /[a-z]/i.test(right) ? swappedCase(right) : otherCase.change(right);
  },
};

/** The same length, and another value in every encoding. */
export const changed: Operator = {
  words: "has one character changed",
  change: (right) => (right === "" ? null : tampered(right)),
};

/** The other end of a UUID or of anything else in hex: what keeps the beginning alone takes both for the same. */
export const otherLastDigit: Operator = {
  words: "has another last digit",
  change: (right) =>
    /[0-9a-f]$/.test(right)
      ? right.slice(0, -1) + (Number.parseInt(right.slice(-1), 16) ^ 1).toString(16)
      : null,
};

/** The same length and the same signs, and other parts between them from the second one on. */
export const otherParts: Operator = {
  words: "has other parts after the first one",
  change: (right) => (/[:/.]1/.test(right) ? right.replaceAll(/([:/.])1/g, "$12") : null),
};

/** Another text, in which a space is a character like any other (RFC 6749, appendix A). */
export const spacedAtEnd: Operator = {
  words: "has a space at its end",
  change: (right) => (right === "" ? null : `${right} `),
};

/** A database searches for what a pattern stands for; another one would have to be compared. */
export const asPattern: Operator = {
  words: "has a % in the place of its last character",
  change: (right) => (right.length < 2 || right.endsWith("%") ? null : `${right.slice(0, -1)}%`),
};

/** What is read as a text in C ends there. */
export const continuedAfterNul: Operator = {
  words: "goes on after a NUL character",
  change: (right) => (right === "" ? null : `${right}\0x`),
};

/** The value is there, and says nothing. */
export const empty: Operator = { words: "is empty", change: (right) => (right === "" ? null : "") };
