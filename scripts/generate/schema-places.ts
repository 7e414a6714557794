import { type Document, escaped, nodeAt, resolve, type Schema } from "./document.ts";

/** A part of a value, and a schema that speaks of it. */
export interface SchemaPlace {
  /** JSON pointer into the value; * stands for any index. */
  readonly pointer: string;
  /** Where the schema stands in the description. */
  readonly fragment: string;
  /** The schema, with what it refers to. */
  readonly schema: Schema;
  /** Whether a property of this name is described here; null for items and for parts of a composition. */
  readonly property: string | null;
  /** True for what only one of several alternatives says. */
  readonly isAlternative: boolean;
}

/**
 * Every part of a value that the schema at a fragment describes, from the outside in: properties and items, also
 * those of `allOf`, `anyOf` and `oneOf`. A schema that holds itself is followed once.
 */
export function schemaPlaces(document: Document, fragment: string): SchemaPlace[] {
  const visit = (
    at: string,
    pointer: string,
    property: string | null,
    above: readonly string[],
    isAlternative: boolean,
  ) => {
    const chain = referred(document, at);
    if (chain.some((one) => above.includes(one))) return [];
    const inner = [...above, ...chain];
    const found: SchemaPlace[] = [
      { pointer, fragment: at, schema: resolve<Schema>(document, { $ref: at }), property, isAlternative },
    ];
    for (const place of chain) {
      const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = ownSchema(document, place);
      for (const name of Object.keys(properties)) {
        found.push(
          ...visit(`${place}/properties/${escaped(name)}`, `${pointer}/${name}`, name, inner, isAlternative),
        );
      }
      if (items !== undefined)
        found.push(...visit(`${place}/items`, `${pointer}/*`, null, inner, isAlternative));
      for (const [keyword, parts] of Object.entries({ allOf, anyOf, oneOf })) {
        for (const index of parts.keys()) {
          found.push(
            ...visit(
              `${place}/${keyword}/${index}`,
              pointer,
              null,
              inner,
              isAlternative || keyword !== "allOf",
            ),
          );
        }
      }
    }
    return found;
  };
  return visit(fragment, "", null, [], false);
}

/** The schema at a fragment as it stands there. */
function ownSchema(document: Document, fragment: string): Schema {
  return nodeAt(document, fragment) as Schema;
}

/** The fragment, and those that a `$ref` at it leads to in turn. */
export function referred(document: Document, fragment: string): string[] {
  const { $ref } = ownSchema(document, fragment);
  return $ref === undefined ? [fragment] : [fragment, ...referred(document, $ref)];
}

/** Every schema that speaks of the value at a pointer, which may name items by their index. */
export function placesAt(document: Document, fragment: string, pointer: string): SchemaPlace[] {
  const pattern = pointer.replace(/\/[0-9]+(?=\/|$)/g, "/*");
  return schemaPlaces(document, fragment).filter((place) => place.pointer === pattern);
}

/** The first of them; undefined where nothing is shown. */
export function placeAt(document: Document, fragment: string, pointer: string): SchemaPlace | undefined {
  return placesAt(document, fragment, pointer)[0];
}

/** Whether a schema is that of an array, also where it may be null instead. */
export function isArray({ type, items }: Schema): boolean {
  return [type ?? []].flat().includes("array") || (type === undefined && items !== undefined);
}

/** True for a schema that says of all values of an object alike what they are, and names none. */
export function isMap(schema: Schema): boolean {
  const isNamed = ["properties", "allOf", "anyOf", "oneOf", "if"].some((keyword) => keyword in schema);
  return typeof schema.additionalProperties === "object" && !isNamed;
}
