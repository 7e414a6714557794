/** The values that the schema at a place of the description does not allow. */
import { ajvOf, validatorAt } from "./ajv.ts";
import type { Document } from "./document.ts";
import { type Invalid, invalidValues } from "./invalid.ts";
import { madeValues } from "./made.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** Makes the invalid values of a place, each tried with the validator of its schema. */
export function invalidValuesOf(document: Document) {
  const ajv = ajvOf(document);
  return ({ fragment, schema }: Pick<SchemaPlace, "fragment" | "schema">): Invalid[] => {
    const validate = validatorAt(ajv, fragment);
    const [valid] = [
      ...(schema.examples ?? []).filter((one) => validate(one)),
      ...madeValues(document, { $ref: fragment }, (value) => validate(value)),
    ];
    return invalidValues(schema, valid, (value) => {
      validate(value);
      return (validate.errors ?? []).flatMap((error) => (error.instancePath === "" ? [error.keyword] : []));
    });
  };
}
