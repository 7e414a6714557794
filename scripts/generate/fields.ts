import { banner } from "./banner.ts";
import { type Document, operationsOf, resolve, responsesOf, type Schema } from "./document.ts";

interface Field {
  schema: string;
  pointer: string;
  requirement: string;
  required: boolean;
}

/** Which requirement speaks of which field of a response, so that a schema error names its rule. */
export function fieldsModule(document: Document): string {
  const roots = operationsOf(document)
    .flatMap((one) => Object.values(responsesOf(document, one)))
    .filter((schema) => schema !== null);
  const byName = new Map(roots.map(({ name, fragment }) => [name, fragment]));
  const fields = [...byName].flatMap(([name, $ref]) => walk(document, name, "", { $ref }));
  return `${banner}
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
}

/** Every field with an \`x-requirement\` in the description. */
export const fields: readonly Field[] = ${JSON.stringify(fields, null, 2)};
`;
}

function walk(document: Document, root: string, pointer: string, node: Schema): Field[] {
  const schema = resolve(document, node);
  const fields: Field[] = [];
  if (schema["x-requirement"] !== undefined) {
    fields.push({ schema: root, pointer, requirement: schema["x-requirement"], required: false });
  }
  if (schema["x-requirement-required"] !== undefined) {
    fields.push({ schema: root, pointer, requirement: schema["x-requirement-required"], required: true });
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    fields.push(...walk(document, root, `${pointer}/${name}`, property));
  }
  if (schema.items !== undefined) fields.push(...walk(document, root, `${pointer}/*`, schema.items));
  return fields;
}
