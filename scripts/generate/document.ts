/** The parts of an OpenAPI 3.1 document that the generators read. */
import { pointerTo } from "../kit/json-pointer.ts";
import { Refusal } from "./refusal.ts";

/** A JSON Schema as it stands in the description, with our own `x-` keywords. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  readOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  writeOnly?: boolean;
  "x-requirement"?: string;
  "x-requirement-required"?: string;
  "x-unspecified"?: string[];
}

/** A header, query or path parameter. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: "query" | "path" | "header";
  description?: string;
  required?: boolean;
  /** The requirement that speaks of it. */
  "x-requirement"?: string;
  /** Open questions about it. */
  "x-unspecified"?: string[];
  schema?: Schema;
  /** How the items of an array are written; each by itself unless this says otherwise. */
  style?: string;
  explode?: boolean;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
  /** How many seconds the idempotency key that this header takes is remembered. */
  "x-lifetime-seconds"?: number;
}

/** A header of a response: a parameter without its name and place. */
export type Header = Omit<Parameter, "name" | "in">;

/** A body of one media type. */
export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}

/** A request body or a response: media types and, for a response, headers and links. */
export interface Content {
  description?: string;
  $ref?: string;
  content?: Record<string, Media>;
  /** Of a request body: whether a request needs it. */
  required?: boolean;
  /** Of a response, by their names. */
  headers?: Record<string, Header>;
  /** Of a response: the open questions about it. */
  "x-unspecified"?: string[];
  links?: Record<string, Link>;
}

/** Where the parameters of an operation get their values: from a response of another one, or of itself. */
export interface Link {
  $ref?: string;
  operationId?: string;
  description?: string;
  parameters?: Record<string, string>;
  /** Of a link back to the same operation: which array holds the items, where the page has several. */
  "x-items"?: string;
  /** What the operation changes in the response that the link stands at. */
  "x-changes"?: string;
}

/** One operation of a path. */
export interface Operation {
  operationId?: string;
  description?: string;
  /** The requirement that a request as specified is answered. */
  "x-requirement"?: string;
  "x-unspecified"?: string[];
  /** False where something looks like a list in pages and is none. */
  "x-paginated"?: false;
  /** Not in any description: the operation that takes what this one does in its path. */
  "x-action-of"?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** A path item: parameters shared by its operations, and the operations by method. */
export type PathItem = { $ref?: string; parameters?: Parameter[] } & Partial<
  Record<(typeof methods)[number], Operation>
>;

/** A bundled description. */
export interface Document {
  info: { version: string; description?: string };
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, SecurityScheme>;
    parameters?: Record<string, Parameter>;
  };
  /** What an operation needs that does not say so itself. */
  security?: Record<string, string[]>[];
  /** Where the API is; a variable in braces has a default. */
  servers?: readonly { url: string; variables?: Readonly<Record<string, { default: string }>> }[];
  /** First part of every path, such as /v1. */
  "x-version-prefix": string;
}

/** A security scheme: OAuth 2.0, or a header of a signed request. */
export interface SecurityScheme {
  type: string;
  description?: string;
  in?: string;
  name?: string;
  flows?: { clientCredentials?: { tokenUrl: string; scopes: Record<string, string> } };
  "x-requirement"?: string;
  /** How many seconds old the timestamp in this header may be. */
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

/** Where a node really stands: at its own fragment, or where its `$ref` leads in the end. */
export function targetOf(document: Document, node: { $ref?: string }, fragment: string): string {
  if (node.$ref === undefined) return fragment;
  return targetOf(document, nodeAt(document, node.$ref), node.$ref);
}

/**
 * What stands at a fragment such as `#/components/schemas/Card`. A schema of `true` or `false` counts as
 * one without keywords.
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
  if (typeof target === "boolean") return {};
  if (typeof target !== "object" || target === null)
    throw new Refusal(fragment, `${fragment} leads nowhere; correct it or add what it names`);
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
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const place = targetOf(document, item, `#/paths/${escaped(path)}`);
    const shared = nodeAt(document, place) as PathItem;
    return methods.flatMap((method) => {
      const operation = shared[method];
      if (operation === undefined) return [];
      const fragment = `${place}/${method}`;
      if (operation.operationId === undefined) {
        throw new Refusal(fragment, `${method} ${path} has no operationId; give it one`);
      }
      const own = placed(document, operation, fragment);
      const isOwn = (one: Parameter) => own.some(({ name, in: at }) => name === one.name && at === one.in);
      const parameters = [...placed(document, shared, place).filter((one) => !isOwn(one)), ...own];
      return [{ id: operation.operationId, method, path, fragment, operation, parameters }];
    });
  });
}

/** The operationId of every operation that has one. */
export function operationIdsOf(document: Document): string[] {
  return Object.values(document.paths).flatMap((item) => {
    const path = resolve(document, item);
    return methods.flatMap((method) => path[method]?.operationId ?? []);
  });
}

/** The parameters of a path or of an operation. */
function placed(document: Document, { parameters = [] }: PathItem, fragment: string): PlacedParameter[] {
  return parameters.map((parameter, index) => ({
    ...resolve(document, parameter),
    fragment: targetOf(document, parameter, `${fragment}/parameters/${index}`),
  }));
}

/** A name as a part of a JSON pointer in a URL (RFC 6901, section 6). */
export function escaped(name: string): string {
  return encodeURIComponent(pointerTo([name]).slice(1));
}
