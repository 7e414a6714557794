import { withValueAt } from "../../conformance/base/pointer.ts";
import type { Samples } from "../../generated/samples.ts";
import { valueAt } from "../../src/core/json.ts";
import { longestTexts } from "./longest-texts.ts";
import type { SchemaPlace } from "./schema-places.ts";

/**
 * Characters that take several bytes in UTF-8, two units in UTF-16, and several letters in HTML: a length counts characters (JSON
 * Schema Validation 2020-12, section 6.3.1).
 */
const wide = ["ü", "😀", "&"] as const;

/** A shorter text has no room for what makes it a new one and a few others. */
const least = 8;

/**
 * The texts of a body that have a largest length, and the wide characters that they may be made of.
 *
 * @param fits - Tells whether a body is valid.
 * @returns undefined where no text has a largest length, or may have such characters.
 */
export function textLengths(
  places: readonly Pick<SchemaPlace, "pointer" | "schema">[],
  body: unknown,
  fits: (body: unknown) => boolean,
): Samples["texts"] {
  const long = longestTexts(places, body, fits);
  const lengths = places.flatMap(({ pointer, schema: { minLength = 0 } }) => {
    const text = valueAt(long, pointer);
    const isLonger = typeof text === "string" && text !== valueAt(body, pointer);
    return isLonger && text.length >= least && minLength < least ? [[pointer, text.length] as const] : [];
  });
  const filled = (character: string) =>
    lengths.reduce(
      (made, [pointer, length]) => withValueAt(made, pointer, `ab${character.repeat(length - 2)}`),
      body,
    );
  const characters = wide.filter((character) => fits(filled(character)));
  return lengths.length === 0 || characters.length === 0
    ? undefined
    : { lengths: Object.fromEntries(lengths), characters };
}
