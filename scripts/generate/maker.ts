import { ajvOf, validatorAt } from "./ajv.ts";
import { type Content, type Document, type Media, resolve, type Schema } from "./document.ts";
import { madeValues, type Wanted } from "./made.ts";
import { Refusal } from "./refusal.ts";
import { schemaPlaces } from "./schema-places.ts";

/** What makes values for the schemas of one description. */
export type Maker = ReturnType<typeof makerOf>;

/** Makes values for the schema at a fragment. */
export function makerOf(document: Document) {
  const ajv = ajvOf(document);
  const fits = (fragment: string, value: unknown) => validatorAt(ajv, fragment)(value);
  const made = (fragment: string, wanted: Wanted = {}) =>
    madeValues(document, { $ref: fragment }, (value) => fits(fragment, value), wanted);
  const values = (fragment: string, wanted: Wanted): [unknown, ...unknown[]] => {
    // An example that does not fit is no sample; generation refuses it.
    const first = wanted.first?.filter((value) => fits(fragment, value)) ?? [];
    const [value, ...others] = made(fragment, { ...wanted, first });
    if (value !== undefined) return [value, ...others];
    const inner = schemaPlaces(document, fragment).findLast((place) => made(place.fragment).length === 0);
    // Where each part can be made, not all of them may be there at once.
    const isWhole = inner === undefined || inner.fragment === fragment;
    const [less] = isWhole ? made(fragment, { ...wanted, lessToo: true }) : [];
    if (less !== undefined) return [less];
    throw new Refusal(
      inner?.fragment ?? fragment,
      "no value can be made for this schema; mend it, or give it an example",
    );
  };
  return { fits, values };
}

/** The examples of a body: of its media type, or else of its schema. */
export function examplesOf(document: Document, node: Content | undefined, fragment: string): unknown[] {
  const media: Media = Object.values(resolve(document, node ?? {}).content ?? {})[0] ?? {};
  const shown = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
  const given = shown.filter((value) => value !== undefined);
  return given.length > 0 ? given : (resolve<Schema>(document, { $ref: fragment }).examples ?? []);
}
