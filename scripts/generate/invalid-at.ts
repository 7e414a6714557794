/** The values that the schema at a place of the description does not allow. */
import { ajvOf, validatorAt } from "./ajv.ts";
import type { Document } from "./document.ts";
import { type Invalid, invalidValues } from "./invalid.ts";
import { madeValues } from "./made.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** Makes the invalid values of a place, each tried with the validator of its schema. */
export function invalidValuesOf(document: Document) {
  const ajv = ajvOf(document);
  return (place: Place): Invalid[] => {
    const validate = validatorAt(ajv, place.fragment);
    return invalidValues(place.schema, validValue(document, place), (value) => {
      validate(value);
      return (validate.errors ?? []).flatMap((error) => (error.instancePath === "" ? [error.keyword] : []));
    });
  };
}

type Place = Pick<SchemaPlace, "fragment" | "schema">;

/** A value that the schema at a place allows: an example, or a made one; undefined without one. */
export function validValue(document: Document, { fragment, schema }: Place): unknown {
  const validate = validatorAt(ajvOf(document), fragment);
  const shown = (schema.examples ?? []).filter((one) => validate(one));
  return [...shown, ...madeValues(document, { $ref: fragment }, (value) => validate(value))][0];
}

/**
 * A text with one wrong digit, which looks like those that the pattern at a place allows, such as the month 2026-91: a
 * check by a simpler pattern takes it. null where there is none.
 */
export function nearMissAt(document: Document, place: Place): string | null {
  const valid = validValue(document, place);
  if (typeof valid !== "string" || !("pattern" in place.schema)) return null;
  const digits = [...valid].flatMap((one, index) => (/[0-9]/.test(one) ? [index] : []));
  const others = ["9", "0"].flatMap((digit) =>
    digits.toReversed().map((index) => valid.slice(0, index) + digit + valid.slice(index + 1)),
  );
  const validate = validatorAt(ajvOf(document), place.fragment);
  return others.find((one) => !validate(one)) ?? null;
}
