/** The parts of an OpenAPI 3.1 document that the generators read. */

/** A JSON Schema as it stands in the description, with our own `x-` keywords. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  examples?: unknown[];
  required?: string[];
  "x-requirement"?: string;
  "x-requirement-required"?: string;
}

/** A header, query or path parameter. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
  /** How long the idempotency key that this header takes is remembered. */
  "x-lifetime-seconds"?: number;
}

/** A body of one media type. */
export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

/** A request body or a response: media types and, for a response, links. */
export interface Content {
  $ref?: string;
  content?: Record<string, Media>;
  /** Of a request body: whether a request needs it. */
  required?: boolean;
  links?: Record<string, Link>;
}

/** Where the parameters of an operation get their values: from a response of another one, or of itself. */
export interface Link {
  operationId?: string;
  parameters?: Record<string, string>;
  /** Of a link back to the same operation: which array holds the items, where the page has several. */
  "x-items"?: string;
  /** What the operation changes in the response that the link stands at. */
  "x-changes"?: string;
}

/** One operation of a path. */
export interface Operation {
  operationId?: string;
  /** The requirement that a request as specified is answered. */
  "x-requirement"?: string;
  "x-unspecified"?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** A path item: parameters shared by its operations, and the operations by method. */
export type PathItem = { parameters?: Parameter[] } & Partial<Record<(typeof methods)[number], Operation>>;

/** A bundled description. */
export interface Document {
  info: { version: string };
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, SecurityScheme>;
    parameters?: Record<string, Parameter>;
  };
  /** First part of every path, such as /v1. */
  "x-version-prefix": string;
}

/** A security scheme: OAuth 2.0, or a header of a signed request. */
export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  flows?: { clientCredentials?: { tokenUrl: string; scopes: Record<string, string> } };
  /** How old the timestamp in this header may be. */
  "x-window-seconds"?: number;
  /** Of the header that takes a signature: what is signed, and how. */
  "x-signature"?: { string: string; algorithm: string; encoding: string };
}

/** The HTTP methods under which a path item may hold an operation. */
export const methods = ["get", "put", "post", "delete", "patch"] as const;

/**
 * Follows a local `$ref`, with the keywords beside it winning (JSON Schema 2020-12 allows siblings).
 *
 * @throws Error when the reference leads nowhere.
 */
export function resolve<T extends { $ref?: string }>(document: Document, node: T): T {
  if (node.$ref === undefined) return node;
  const { $ref, ...beside } = node;
  return { ...resolve(document, nodeAt(document, $ref) as T), ...beside } as T;
}

/**
 * What stands at a fragment such as `#/components/schemas/Card`.
 *
 * @throws Error when nothing stands there.
 */
export function nodeAt(document: Document, fragment: string): object {
  let target: unknown = document;
  for (const part of fragment.replace(/^#\//, "").split("/")) {
    target = (target as Record<string, unknown> | undefined)?.[
      decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
    ];
  }
  if (typeof target !== "object" || target === null) throw new Error(`${fragment} leads nowhere`);
  return target;
}

/** A parameter, and where it stands in the description. */
export type PlacedParameter = Parameter & { readonly fragment: string };

/** An operation with what its path says of it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: (typeof methods)[number];
  /** Path template. */
  readonly path: string;
  /** Where it stands in the description. */
  readonly fragment: string;
  readonly operation: Operation;
  /** Its own parameters and those of its path, each with what it refers to. */
  readonly parameters: readonly PlacedParameter[];
}

/** Every operation with its method, path template and merged parameters, in document order. */
export function operationsOf(document: Document): DescribedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      if (operation.operationId === undefined) throw new Error(`${method} ${path} has no operationId`);
      const shared = `#/paths/${escaped(path)}`;
      const fragment = `${shared}/${method}`;
      const parameters = [...placed(document, item, shared), ...placed(document, operation, fragment)];
      return [{ id: operation.operationId, method, path, fragment, operation, parameters }];
    }),
  );
}

/** The parameters of a path or of an operation. */
function placed(document: Document, { parameters = [] }: PathItem, fragment: string): PlacedParameter[] {
  return parameters.map((parameter, index) => ({
    ...resolve(document, parameter),
    fragment: parameter.$ref ?? `${fragment}/parameters/${index}`,
  }));
}

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
      if (place === null) return [status, null];
      const { $ref } = nodeAt(document, place) as Schema;
      if ($ref !== undefined) return [status, named($ref)];
      const name = response.$ref === undefined ? id + status : named(response.$ref).name;
      return [status, { name, fragment: place }];
    }),
  );
}

/**
 * Where the schema of a request body or a response stands: that of its first media type; null without one.
 *
 * @param fragment - Where the body or the response stands.
 */
export function schemaPlaceOf(document: Document, node: Content, fragment: string): string | null {
  const [type = "", media] = Object.entries(resolve(document, node).content ?? {})[0] ?? [];
  if (media?.schema === undefined) return null;
  return `${node.$ref ?? fragment}/content/${escaped(type)}/schema`;
}

/** Every schema of the description that has a name: those of components, and those of responses. */
export function schemasOf(document: Document): readonly NamedSchema[] {
  const components = Object.keys(document.components.schemas).map((name) =>
    named(`#/components/schemas/${name}`),
  );
  const all = new Map(components.map((schema) => [schema.name, schema]));
  const responses = operationsOf(document).flatMap((one) => Object.values(responsesOf(document, one)));
  for (const schema of responses) {
    if (schema === null) continue;
    const known = all.get(schema.name) ?? schema;
    if (known.fragment !== schema.fragment) throw new Error(`two schemas are called ${schema.name}`);
    all.set(schema.name, schema);
  }
  return [...all.values()];
}

function named(fragment: string): NamedSchema {
  return { name: fragment.split("/").at(-1) ?? "", fragment };
}

/** A name as a part of a JSON pointer in a URL (RFC 6901, section 6). */
export function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
