import { banner } from "./banner.ts";
import { type DescribedOperation, type Document, operationsOf } from "./document.ts";
import { type Invalid, kinds } from "./invalid.ts";
import { invalidValuesOf } from "./invalid-at.ts";
import { type SchemaPlace, schemaPlaces } from "./schema-places.ts";
import { bodyOf, responsesOf } from "./schemas.ts";

interface Field {
  schema: string;
  pointer: string;
  requirement: string;
  required: boolean;
  properties: readonly string[];
  invalid: readonly Invalid[];
}

/** Which requirement speaks of which field of a response, so that a schema error names its rule. */
export function fieldsModule(document: Document): string {
  const roots = operationsOf(document)
    .flatMap((one) => Object.values(responsesOf(document, one)))
    .filter((schema) => schema !== null);
  const byName = new Map(roots.map(({ name, fragment }) => [name, fragment]));
  const invalidAt = invalidValuesOf(document);
  const fields = [...byName].flatMap(([name, fragment]) =>
    schemaPlaces(document, fragment).flatMap((place) => fieldsAt(name, place, invalidAt)),
  );
  const bodyFields = operationsOf(document).flatMap((one) => bodyFieldsOf(document, one));
  return `${banner}
import type { OperationId } from "./operations.ts";
import type { RequirementId } from "./requirements.ts";
import type { SchemaName } from "./validators.js";

/** A field of a response and the requirement that speaks of it. */
export interface Field {
  /** Name of the response's schema. */
  readonly schema: SchemaName;
  /** JSON pointer of the field; * stands for any index. */
  readonly pointer: string;
  readonly requirement: RequirementId;
  /** True where the row is about the presence of the required properties of the object at \`pointer\`. */
  readonly required: boolean;
  /** Of such a row: the names of those properties. */
  readonly properties: readonly string[];
  /** Of any other row: a value for each way in which the field can be wrong. */
  readonly invalid: readonly Invalid[];
}

/** A value that a schema does not allow. */
export interface Invalid {
  /** How it is wrong: the keyword that it breaks; a null, another type or a fraction where none may be. */
  readonly kind: InvalidKind;
  readonly value: unknown;
}

/** A way in which a value can be wrong. */
export type InvalidKind =
${kinds.map((kind) => `  | ${JSON.stringify(kind)}`).join("\n")};

/** Every field with an \`x-requirement\` in the description. */
export const fields: readonly Field[] = ${JSON.stringify(fields, null, 2)};

/** A property of a request body, and the requirement that speaks of it. */
export interface BodyField {
  readonly operation: OperationId;
  readonly name: string;
  readonly requirement: RequirementId;
}

/** Every property of a body with an \`x-requirement\` in the description. */
export const bodyFields: readonly BodyField[] = ${JSON.stringify(bodyFields, null, 2)};
`;
}

/** The properties of a request body of which a row speaks. */
function bodyFieldsOf(document: Document, one: DescribedOperation) {
  const body = bodyOf(document, one);
  return (body === null ? [] : schemaPlaces(document, body.fragment)).flatMap(
    ({ pointer, property, schema: { "x-requirement": requirement } }) =>
      requirement === undefined || property === null || pointer !== `/${property}`
        ? []
        : [{ operation: one.id, name: property, requirement }],
  );
}

/** The rows that speak of one place: of its value, and of the properties that have to be there. */
function fieldsAt(root: string, place: SchemaPlace, invalidAt: (place: SchemaPlace) => Invalid[]): Field[] {
  const { pointer, schema } = place;
  const { "x-requirement": value, "x-requirement-required": presence, required = [] } = schema;
  const row = { schema: root, pointer };
  return [
    ...(value === undefined
      ? []
      : [{ ...row, requirement: value, required: false, properties: [], invalid: invalidAt(place) }]),
    ...(presence === undefined
      ? []
      : [{ ...row, requirement: presence, required: true, properties: required, invalid: [] }]),
  ];
}
