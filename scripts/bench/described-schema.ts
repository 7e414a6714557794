/** The schemas of the description, built anew with the parts of another library: the part of JSON Schema in use here. */
import { readFileSync } from "node:fs";

/** A schema of the description. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** The parts of a library. */
export interface Builder<T> {
  string(pattern: string | undefined): T;
  number(): T;
  integer(): T;
  null(): T;
  any(): T;
  array(item: T): T;
  union(parts: readonly T[]): T;
  optional(part: T): T;
  /** Other fields are allowed as well. */
  object(fields: Readonly<Record<string, T>>): T;
}

/** The bundled description. */
export const document = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as { readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } };

/**
 * Builds a schema.
 *
 * @param schemas - Those that it may refer to, by name.
 */
export function schemaWith<T>(
  builder: Builder<T>,
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): T {
  const build = (inner: JsonSchema): T => schemaWith(builder, inner, schemas);
  const { $ref, type, pattern, items = {}, required = [], properties = {} } = schema;
  if ($ref !== undefined) return build(schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  if (typeof type === "object") return builder.union(type.map((one) => build({ ...schema, type: one })));
  switch (type) {
    case "string":
      return builder.string(pattern);
    case "number":
      return builder.number();
    case "integer":
      return builder.integer();
    case "null":
      return builder.null();
    case "array":
      return builder.array(build(items));
    case "object": {
      const fields = Object.entries(properties).map(([name, field]): [string, T] => {
        const built = build(field);
        return [name, required.includes(name) ? built : builder.optional(built)];
      });
      return builder.object(Object.fromEntries(fields));
    }
    default:
      return builder.any();
  }
}
