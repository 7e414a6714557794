import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Document, resolve, type Schema } from "./document.ts";
import { isAnnotation } from "./formats.ts";
import { oncePerDocument } from "./once.ts";

/** The URL under which {@link newAjv} knows the description. */
export const documentId = "https://partner-card.invalid/openapi.json";

/** Keywords that OpenAPI adds to a schema and that say nothing about a value. */
const annotations = ["example", "externalDocs", "xml"];

/** The instance of {@link newAjv} that all who only validate share. */
export const ajvOf = oncePerDocument((document) => newAjv(document));

/**
 * An AJV instance that knows the whole description, so that a schema is compiled by its pointer.
 *
 * Strict about keywords that it does not know and about misspelt formats, so that a typing mistake is no rule that never
 * applies; not strict about how a schema is put together, so that `required` may stand beside an `allOf`.
 *
 * @param compileSource - True to keep the source of the validators, for a standalone module.
 */
export function newAjv(document: Document, compileSource = false): Ajv2020 {
  const ajv = new Ajv2020({
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    allErrors: true,
    allowUnionTypes: true,
    discriminator: true,
    // Not more exact than a number is: 19.99 / 0.01 is 1998.9999999999998.
    multipleOfPrecision: 4,
    // What the source is kept of has been looked at by the instance that all share.
    validateSchema: !compileSource,
    // A validator that is used a few times and thrown away takes longer to be optimised than it then saves.
    code: compileSource ? { source: true, esm: true } : { optimize: false },
  });
  addFormats.default(ajv);
  // A word of OpenAPI 3.0, which AJV takes for null as a type: to everybody else it says nothing.
  ajv.removeKeyword("nullable");
  // What may stand in a schema may stand at the root as well, such as externalDocs: AJV takes each name once.
  const unchecked = new Set([...annotations, ...Object.keys(document)]);
  const formats = new Set<string>();
  const copy: unknown = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key.startsWith("x-")) unchecked.add(key);
    if (key === "format" && typeof value === "string") formats.add(value);
    return withUsableDiscriminator(document, value);
  });
  ajv.addVocabulary([...unchecked]);
  for (const format of formats) if (isAnnotation(format)) ajv.addFormat(format, true);
  ajv.addSchema(copy as Document, documentId);
  return ajv;
}

/**
 * The validator of the schema at a fragment of the description.
 *
 * @param fragment - Such as `#/components/schemas/Card/properties/id`.
 * @throws Error where no schema stands there.
 */
export function validatorAt(ajv: Ajv2020, fragment: string): ValidateFunction {
  const validate = ajv.getSchema(documentId + fragment);
  if (validate === undefined) throw new Error(`${fragment} is no schema`);
  return validate;
}

/** A schema with several alternatives, of which the value of one property names the right one. */
interface Choice extends Schema {
  discriminator?: { propertyName?: unknown };
}

/**
 * A schema whose `discriminator` AJV can follow, which is one with the alternatives beside it, each with a const or an
 * enum for the property. Any other is left out: the alternatives then say as much without it.
 */
function withUsableDiscriminator(document: Document, value: unknown): unknown {
  const name = (value as Choice | null)?.discriminator?.propertyName;
  if (typeof name !== "string") return value;
  const { discriminator: _, ...schema } = value as Choice;
  const tagged = (schema.oneOf ?? []).map((one) => {
    const { properties = {}, required = [] } = resolve(document, one);
    const property = resolve(document, properties[name] ?? {});
    return required.includes(name) && ("const" in property || "enum" in property);
  });
  const usable = tagged.length > 0 && !tagged.includes(false);
  return usable
    ? { type: "object", required: [name], ...schema, discriminator: { propertyName: name } }
    : schema;
}
