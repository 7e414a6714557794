/** The schemas that have a name: those of components, bodies and required headers, and those with bounds of a query. */
import {
  type Content,
  type DescribedOperation,
  type Document,
  escaped,
  nodeAt,
  operationsOf,
  resolve,
  type Schema,
  targetOf,
} from "./document.ts";
import { neededHeadersOf } from "./needed-headers.ts";
import { queryValueOf } from "./query-value.ts";
import { Refusal } from "./refusal.ts";

/** A schema by its name, and the place at which it stands: a fragment such as `#/components/schemas/Card`. */
export interface NamedSchema {
  readonly name: string;
  readonly fragment: string;
}

/**
 * The schema of each response of an operation by its status; null where the response has no body. One that stands
 * in the response itself is called as the response is, or by operation and status where that has no name either.
 */
export function responsesOf(
  document: Document,
  { id, fragment, operation }: DescribedOperation,
): Record<string, NamedSchema | null> {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      const place = schemaPlaceOf(document, response, `${fragment}/responses/${status}`);
      // What is no JSON, no schema of JSON can be held against.
      if (place === null || !mediaTypeOf(document, response).endsWith("json")) return [status, null];
      const { $ref } = nodeAt(document, place) as Schema;
      if ($ref !== undefined) return [status, named($ref)];
      const name = response.$ref === undefined ? id + status : named(response.$ref).name;
      return [status, { name, fragment: place }];
    }),
  );
}

/** Where the schemas of an operation's responses stand, of those whose status begins so. */
export function answersOf(document: Document, one: DescribedOperation, status = ""): string[] {
  return Object.entries(responsesOf(document, one)).flatMap(([key, schema]) =>
    schema !== null && key.startsWith(status) ? [schema.fragment] : [],
  );
}

/**
 * The schema of the request body of an operation; null without one. One that stands in the body, or has more than a
 * reference there, is called after the operation.
 */
export function bodyOf(
  document: Document,
  { id, fragment, operation }: DescribedOperation,
): NamedSchema | null {
  const body = operation.requestBody;
  const place = body === undefined ? null : schemaPlaceOf(document, body, `${fragment}/requestBody`);
  if (place === null) return null;
  return sharedAt(document, place) ?? { name: `${id}Body`, fragment: place };
}

/** Keywords by which a schema allows less than its type does. */
export const bounds = ["enum", "const", "pattern", "format", "minLength", "maxLength", "multipleOf"].concat([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);

/** The schemas of the query parameters for which bounds are stated, of a list those of its items, by the name of the parameter. */
export function queryBoundsOf(
  document: Document,
  { id, parameters }: DescribedOperation,
): Record<string, NamedSchema> {
  const ofQuery = parameters.flatMap(({ in: place, name, schema, fragment }) =>
    place !== "query" || schema === undefined
      ? []
      : [{ name, ...queryValueOf(document, { schema, fragment: `${fragment}/schema` }) }],
  );
  const bounded = ofQuery.filter(({ schema }) => bounds.some((one) => one in schema));
  return Object.fromEntries(
    bounded.map(({ name, fragment }) => [
      name,
      sharedAt(document, fragment) ?? { name: `${id}.${name}`, fragment },
    ]),
  );
}

/** The schemas of the headers that a request needs, by their name. */
export function neededSchemasOf(document: Document, one: DescribedOperation): Record<string, NamedSchema> {
  return Object.fromEntries(
    neededHeadersOf(document, one).flatMap(({ name, schema, fragment: place }) => {
      const fragment = `${place}/schema`;
      const own = { name: `${one.id}.header.${name}`, fragment };
      return schema === undefined ? [] : [[name, sharedAt(document, fragment) ?? own] as const];
    }),
  );
}

/** The schemas of the headers that responses of an operation need, each called after operation, status and header. */
function headerSchemasOf(
  document: Document,
  { id, fragment, operation }: DescribedOperation,
): readonly NamedSchema[] {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const place = `${targetOf(document, response, `${fragment}/responses/${status}`)}/headers`;
    return Object.entries(resolve(document, response).headers ?? {}).flatMap(([name, node]) => {
      const { required, schema } = resolve(document, node);
      if (required !== true || schema === undefined) return [];
      // How the text of a header stands for these depends on its style.
      if ([resolve(document, schema).type ?? []].flat().some((type) => /^(?:array|object)$/.test(type)))
        return [];
      const at = targetOf(document, node, `${place}/${escaped(name)}`);
      return [{ name: `${id}.${status}.${name.toLowerCase()}`, fragment: `${at}/schema` }];
    });
  });
}

/** The schema that the one at a fragment refers to and adds nothing to; undefined where it is one of its own. */
function sharedAt(document: Document, fragment: string): NamedSchema | undefined {
  const { $ref, ...beside } = nodeAt(document, fragment) as Schema;
  return $ref !== undefined && Object.keys(beside).length === 0 ? named($ref) : undefined;
}

/** The first media type of a response; "" without one. */
const mediaTypeOf = (document: Document, response: Content) =>
  (Object.keys(resolve(document, response).content ?? {})[0] ?? "").toLowerCase().replace(/\s*;.*/, "");

/**
 * Where the schema of a request body or a response stands: that of its first media type; null without one.
 *
 * @param fragment - Where the body or the response stands.
 */
export function schemaPlaceOf(document: Document, node: Content, fragment: string): string | null {
  const [type = "", media] = Object.entries(resolve(document, node).content ?? {})[0] ?? [];
  if (media?.schema === undefined) return null;
  return `${targetOf(document, node, fragment)}/content/${escaped(type)}/schema`;
}

/** Fragments of the schemas of what an operation answers where it succeeds. */
export function successPages(
  document: Document,
  { operation, fragment }: DescribedOperation,
): readonly string[] {
  return Object.entries(operation.responses).flatMap(([status, response]) =>
    status.startsWith("2")
      ? (schemaPlaceOf(document, response, `${fragment}/responses/${status}`) ?? [])
      : [],
  );
}

/**
 * Every schema of the description that has a name: those of components, request bodies, responses and the headers
 * that these need, and those with bounds of a query.
 *
 * @throws Refusal for two of one name.
 */
export function schemasOf(document: Document): readonly NamedSchema[] {
  const components = Object.keys(document.components.schemas ?? {}).map((name) =>
    named(`#/components/schemas/${name}`),
  );
  const all = new Map(components.map((schema) => [schema.name, schema]));
  const placed = operationsOf(document).flatMap((one) => [
    bodyOf(document, one),
    ...Object.values(queryBoundsOf(document, one)),
    ...Object.values(neededSchemasOf(document, one)),
    ...Object.values(responsesOf(document, one)),
    ...headerSchemasOf(document, one),
  ]);
  for (const schema of placed) {
    if (schema === null) continue;
    const known = all.get(schema.name) ?? schema;
    if (known.fragment !== schema.fragment) {
      throw new Refusal(
        schema.fragment,
        `two schemas are called ${schema.name}; give one of them another name`,
      );
    }
    all.set(schema.name, schema);
  }
  return [...all.values()];
}

function named(fragment: string): NamedSchema {
  return { name: fragment.split("/").at(-1) ?? "", fragment };
}
