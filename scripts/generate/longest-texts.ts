import { withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** Longer texts are left as they are: what they show, a shorter one shows as well. */
const mostCharacters = 1000;

/**
 * A body whose texts are as long as their schemas allow, by words as a person writes them: a service that has less room
 * for them keeps a part. Where one may not be so, such as by its pattern, it stays.
 *
 * @param fits - Tells whether a body is valid.
 */
export function longestTexts(
  places: readonly Pick<SchemaPlace, "pointer" | "schema">[],
  body: unknown,
  fits: (body: unknown) => boolean,
): unknown {
  return places.reduce((made, { pointer, schema: { maxLength = 0 } }) => {
    const text = valueAt(made, pointer);
    if (typeof text !== "string" || text.trim() === "" || maxLength > mostCharacters) return made;
    if (pointer === "" || text.length >= maxLength) return made;
    const longer = withValueAt(made, pointer, ofLength(text, maxLength));
    return fits(longer) ? longer : made;
  }, body);
}

/** The longest word of which a text is made: a made one may have no other, and be as long as all of it. */
const longestWord = 8;

/** The first word of a text over and over again; it does not end with a space, which a service may take away. */
function ofLength(text: string, length: number): string {
  const [word = ""] = text.trim().split(/\s/);
  const part = word.slice(0, longestWord);
  return `${part} `
    .repeat(Math.ceil(length / part.length))
    .slice(0, length)
    .replace(/ $/, "x");
}
