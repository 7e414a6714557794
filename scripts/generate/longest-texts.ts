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
  places: readonly SchemaPlace[],
  body: unknown,
  fits: (body: unknown) => boolean,
): unknown {
  return places.reduce((made, { pointer, schema: { maxLength = 0 } }) => {
    const text = valueAt(made, pointer);
    if (typeof text !== "string" || text.trim() === "" || maxLength > mostCharacters) return made;
    if (pointer === "" || text.length >= maxLength) return made;
    const longer = withValueAt(made, pointer, ofLength(text.trim(), maxLength));
    return fits(longer) ? longer : made;
  }, body);
}

/** A text over and over again, which does not end with a space: a service may take that away. */
function ofLength(text: string, length: number): string {
  return `${text} `
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .replace(/ $/, "x");
}
