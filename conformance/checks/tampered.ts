/** Changes a token or a signature so that it differs in every common encoding. */

/** Replacements for a character: of the same kind, and with another value in hex, base32 and Base64. */
const others: readonly (readonly [kind: RegExp, candidates: string])[] = [
  [/[0-9]/, "35"],
  [/[a-f]/, "be"],
  [/[A-F]/, "BE"],
  [/[a-z]/, "hk"],
  [/[A-Z]/, "HK"],
];

/**
 * Changes one character in the middle, so that length and alphabet stay but the decoded value differs: hex,
 * base32 and UUIDs may be read in either case, base32 may read O as 0 and I or L as 1, and the last character
 * before the end of a Base64 part may have unused bits.
 *
 * @param text - A token or a signature, not empty.
 */
export function tampered(text: string): string {
  const middle = Math.floor(text.length / 2);
  const places = [...Array(text.length).keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  // A character followed by another one of its part has no unused bits.
  const at =
    places.find((place) => /^[A-Za-z0-9][A-Za-z0-9+/_-]/.test(text.slice(place, place + 2))) ?? middle;
  const character = text[at] ?? "";
  const [, candidates] = others.find(([kind]) => kind.test(character)) ?? [/./, "AB"];
  const other = [...candidates].find((candidate) => candidate !== character) ?? "A";
  return text.slice(0, at) + other + text.slice(at + 1);
}
