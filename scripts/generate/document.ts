/** The parts of an OpenAPI 3.1 document that the generators read. */

/** A JSON Schema as it stands in the description, with our own `x-` keywords. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  default?: unknown;
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
  /** How long the idempotency key that this header takes is remembered. */
  "x-lifetime-seconds"?: number;
}

/** A request body or a response: media types and, for a response, links. */
export interface Content {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
  links?: Record<string, { operationId?: string; parameters?: Record<string, string> }>;
}

/** One operation of a path. */
export interface Operation {
  operationId?: string;
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
  let target: unknown = document;
  for (const part of $ref.replace(/^#\//, "").split("/")) {
    target = (target as Record<string, unknown> | undefined)?.[
      part.replaceAll("~1", "/").replaceAll("~0", "~")
    ];
  }
  if (typeof target !== "object" || target === null) throw new Error(`${$ref} leads nowhere`);
  return { ...resolve(document, target as T), ...beside } as T;
}

/** Every operation with its method, path template and merged parameters, in document order. */
export function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      if (operation.operationId === undefined) throw new Error(`${method} ${path} has no operationId`);
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        resolve(document, parameter),
      );
      return [{ id: operation.operationId, method, path, operation, parameters }];
    }),
  );
}

/** The schema of the first success response that has one, resolved. */
export function successSchema(document: Document, operation: Operation): Schema | undefined {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith("2")) continue;
    const [media] = Object.values(resolve(document, response).content ?? {});
    if (media?.schema !== undefined) return resolve(document, media.schema);
  }
  return undefined;
}
