import { withValueAt } from "../../conformance/base/pointer.ts";
import type { Samples } from "../../generated/samples.ts";
import { valueAt } from "../../src/core/json.ts";
import { longestTexts } from "./longest-texts.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** Characters that take several bytes in UTF-8, and two units in UTF-16: a length counts characters (JSON Schema Validation 2020-12, section 6.3.1). */
const wide = ["ü", "😀"] as const;

/** How long a short text is, so that it has room enough however it is counted. */
const few = 3;

/**
 * A body with the longest texts of plain letters, and with each kind of wide characters one with short texts and one with
 * texts as long as the plain ones.
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
  const changed = places.filter(({ pointer }) => valueAt(long, pointer) !== valueAt(body, pointer));
  const texts = changed.filter(({ pointer }) => typeof valueAt(long, pointer) === "string");
  const filled = (character: string, lengthOf: (text: string, least: number) => number) =>
    texts.reduce((made, { pointer, schema: { minLength = 0 } }) => {
      const text = character.repeat(lengthOf(String(valueAt(long, pointer)), minLength));
      return withValueAt(made, pointer, text);
    }, body);
  const kinds = wide
    .map((character) => ({
      short: filled(character, (_, least) => Math.max(few, least)),
      long: filled(character, (text) => text.length),
    }))
    .filter((kind) => fits(kind.short) && fits(kind.long));
  return texts.length === 0 || kinds.length === 0 ? undefined : { long, wide: kinds };
}
