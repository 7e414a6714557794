import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { banner } from "./banner.ts";
import { type Document, schemasOf } from "./document.ts";

/** The URL under which {@link ajvOf} knows the description. */
export const documentId = "https://partner-card.invalid/openapi.json";

/** Keywords of OpenAPI and of our own that say nothing about a value. */
const annotations = [
  ...["openapi", "info", "servers", "tags", "security", "paths", "components", "externalDocs", "example"],
  ...["x-requirement", "x-requirement-required", "x-unspecified", "x-codeSamples", "x-version-prefix"],
];

/**
 * An AJV instance that knows the whole description, so that a schema is compiled by its pointer.
 *
 * @param compileSource - True to keep the source of the validators, for a standalone module.
 */
export function ajvOf(document: Document, compileSource = false): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    ...(compileSource ? { code: { source: true, esm: true } } : {}),
  });
  ajv.addVocabulary(annotations);
  ajv.addSchema(document, documentId);
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

/**
 * Validators of every schema that has a name as one ES module without imports.
 *
 * @throws Error when AJV's code needs a module at run time, which the package would not have.
 */
export function validatorsModule(document: Document): string {
  const refs = Object.fromEntries(
    schemasOf(document).map(({ name, fragment }) => [name, documentId + fragment]),
  );
  const code = standalone.default(ajvOf(document, true), refs);
  if (/\brequire\(/.test(code)) {
    throw new Error(
      "a schema uses a keyword whose validator imports AJV at run time (format, minLength, uniqueItems)",
    );
  }
  return `${banner}${code}\nexport const validators = { ${Object.keys(refs).join(", ")} };\n`;
}

/** Type declarations of {@link validatorsModule}. */
export function validatorsDeclaration(document: Document): string {
  const names = schemasOf(document).map(({ name }) => name);
  return `${banner}
/** One way in which a value differs from its schema. */
export interface SchemaError {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value fits a schema; the differences of the last call are in \`errors\`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

${names.map((name) => `export declare const ${name}: Validator;`).join("\n")}

/** Every validator by the name of its schema. */
export declare const validators: Readonly<Record<SchemaName, Validator>>;

/** Name of a schema of the description: a component, or the response that it stands in. */
export type SchemaName = ${names.map((name) => JSON.stringify(name)).join(" | ")};
`;
}
