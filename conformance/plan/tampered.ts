/** Changes a token or a signature so that it differs in every common encoding. */

/** Characters of one kind: with another of these, a text stays in its alphabet. */
const kinds: readonly RegExp[] = [/[0-9]/, /[a-f]/, /[A-F]/, /[g-z]/, /[G-Z]/];

/**
 * Changes one character in the middle, so that length and alphabet stay but the decoded value differs: hex,
 * base32 and UUIDs may be read in either case, base32 may read O as 0 and I or L as 1, and the last character
 * before the end of a Base64 part may have unused bits. Where it can, it changes a single bit of the character.
 *
 * @param text - A token or a signature, not empty.
 */
export function tampered(text: string): string {
  const middle = Math.floor(text.length / 2);
  const places = [...Array(text.length).keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  // A character followed by another one of its part has no unused bits.
  const at =
    places.find((place) => /^[A-Za-z0-9][A-Za-z0-9+/_-]/.test(text.slice(place, place + 2))) ?? middle;
  return text.slice(0, at) + another(text[at] ?? "") + text.slice(at + 1);
}

/** A character of the same kind whose code differs in one bit; none of these is read like the other one. */
function another(character: string): string {
  const kind = kinds.find((one) => one.test(character));
  const near = [1, 2, 4, 8].map((bit) => String.fromCharCode(character.charCodeAt(0) ^ bit));
  return near.find((one) => kind?.test(one)) ?? (character === "A" ? "B" : "A");
}
