import { createHash } from "node:crypto";
import { banner } from "./banner.ts";
import {
  type Document,
  operationsOf,
  type Parameter,
  resolve,
  responsesOf,
  type Schema,
} from "./document.ts";

const declarations = `import type { SchemaName } from "./validators.js";

/** How an operation is paged: where the items and the cursor of the next page stand. */
export interface Pagination {
  /** Property of the response that holds the items. */
  readonly items: string;
  /** Query parameter that takes the cursor. */
  readonly parameter: string;
  /** Property of the response that holds the next cursor. */
  readonly cursor: string;
  /** Query parameter that takes the number of items in a page, with its default; null where there is none. */
  readonly pageSize: { readonly parameter: string; readonly default: number } | null;
}

/** Where the value of a parameter comes from: an operation and a JSON pointer into its response. */
export interface Binding {
  readonly operation: string;
  readonly pointer: string;
}

/** What the client and the suite need to know of an operation, read from the description. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "DELETE" | "PATCH";
  /** Path template, for example /v1/card/{id}/limits. */
  readonly path: string;
  /** Scopes that the token needs; null where the operation takes no token. */
  readonly scopes: readonly string[] | null;
  /** Names of the two headers of a signed operation; null where it is not signed. */
  readonly signed: { readonly signature: string; readonly timestamp: string } | null;
  /** Name of the header that takes the idempotency key; null where there is none. */
  readonly idempotent: string | null;
  readonly paginated: Pagination | null;
  /** Query parameters by name, with the type of each; null where the description names no single one. */
  readonly query: Readonly<Record<string, string | null>>;
  /** Media type of the request body; null where there is no body. */
  readonly mediaType: string | null;
  /** True where a request needs a body. */
  readonly bodyRequired: boolean;
  /** Documented properties of the request body. There may be others: its schema is open. */
  readonly bodyFields: readonly string[];
  /** Name of the schema of each response by its status, as in the description: "200", "4XX"; null without a body. */
  readonly responses: Readonly<Record<string, SchemaName | null>>;
  /** Parameter to the response value that it is bound to, from the description's links. */
  readonly bindings: Readonly<Record<string, Binding>>;
}
`;

/** The table of operations: everything that would otherwise be hard-coded by path. */
export function operationsModule(document: Document): string {
  const all = operationsOf(document);
  const constants = constantsOf(document);
  const bindings = bindingsOf(document);
  const rows = all.map((one) => {
    const { id, method, path, operation, parameters } = one;
    const security = Object.assign({}, ...(operation.security ?? [])) as Record<string, string[]>;
    const scheme = (name: string) =>
      name in security ? document.components.securitySchemes[name] : undefined;
    const signature = scheme("requestSignature")?.name;
    const timestamp = scheme("requestTimestamp")?.name;
    if ((signature === undefined) !== (timestamp === undefined)) {
      throw new Error(`${id}: requestSignature and requestTimestamp belong together`);
    }
    const body = operation.requestBody === undefined ? undefined : resolve(document, operation.requestBody);
    const [mediaType = null, media] = Object.entries(body?.content ?? {})[0] ?? [];
    const schema = media?.schema;
    const responses = Object.entries(responsesOf(document, one));
    const success = responses.find(([status, schema]) => status.startsWith("2") && schema !== null)?.[1];
    const page = success == null ? {} : resolve<Schema>(document, { $ref: success.fragment });
    const own = bindings[id] ?? {};
    const next = Object.entries(own).find(([, binding]) => binding.operation === id);
    return {
      id,
      method: method.toUpperCase(),
      path,
      scopes: security.oauth2 ?? null,
      signed: signature === undefined || timestamp === undefined ? null : { signature, timestamp },
      idempotent:
        parameters.find((p) => p.in === "header" && p.name === constants.headers.idempotencyKey)?.name ??
        null,
      paginated:
        next === undefined
          ? null
          : {
              items: itemsOf(document, id, page),
              parameter: next[0],
              cursor: cursorOf(id, page, next[1].pointer),
              pageSize: pageSizeOf(document, parameters),
            },
      query: Object.fromEntries(
        parameters.filter((p) => p.in === "query").map((p) => [p.name, typeOf(document, p.schema)]),
      ),
      mediaType,
      bodyRequired: body?.required === true,
      bodyFields: Object.keys(schema === undefined ? {} : (resolve(document, schema).properties ?? {})),
      responses: Object.fromEntries(responses.map(([status, schema]) => [status, schema?.name ?? null])),
      bindings: own,
    };
  });

  const table = Object.fromEntries(rows.map((row) => [row.id, row]));
  const digest = createHash("sha256").update(JSON.stringify(document)).digest("hex");
  return `${banner}
${declarations}
/** Every operation of the description, by operationId. */
export const operations = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, Operation>;

/** What the description fixes for every operation. */
export const api = ${JSON.stringify(constants, null, 2)} as const;

/** An operationId of the description. */
export type OperationId = keyof typeof operations;

/**
 * The schema of the body of a response: that of its very status, or of its range ("4XX").
 *
 * @returns null where the description shows no body, or no such response.
 */
export function responseSchema({ responses }: Operation, status: number): SchemaName | null {
  const key = String(status) in responses ? String(status) : \`\${Math.floor(status / 100)}XX\`;
  return responses[key] ?? null;
}

/** Version of the description, from its info. */
export const descriptionVersion = ${JSON.stringify(document.info.version)};

/** SHA-256 of the description these files were made from, in hex. */
export const descriptionDigest = "${digest}";
`;
}

/** Where the parameters of each operation get their values, by the links of all responses. */
function bindingsOf(document: Document) {
  const bindings: Record<string, Record<string, { operation: string; pointer: string }>> = {};
  for (const { id, operation } of operationsOf(document)) {
    const links = Object.values(operation.responses).flatMap((response) =>
      Object.values(resolve(document, response).links ?? {}),
    );
    for (const { operationId, parameters = {} } of links) {
      for (const [parameter, expression] of Object.entries(parameters)) {
        const pointer = /^\$response\.body#(\/.*)$/.exec(expression)?.[1];
        if (operationId === undefined || pointer === undefined) {
          throw new Error(`${id}: a link needs an operationId and a value from $response.body#/…`);
        }
        bindings[operationId] = { ...bindings[operationId], [parameter]: { operation: id, pointer } };
      }
    }
  }
  return bindings;
}

/**
 * The property of a page that holds its items: its only array.
 *
 * @throws Error where there is none, or more than one.
 */
function itemsOf(document: Document, id: string, { properties = {} }: Schema): string {
  const arrays = Object.keys(properties).filter(
    (name) => resolve(document, properties[name] ?? {}).type === "array",
  );
  const [items, other] = arrays;
  if (items === undefined) throw new Error(`${id}: a paginated response needs an array`);
  if (other !== undefined) {
    const names = arrays.join(" and ");
    throw new Error(`${id}: a paginated response needs one array for its items, and has ${names}`);
  }
  return items;
}

/**
 * The property of a page that holds the next cursor.
 *
 * @throws Error where the link points at nothing that the schema shows: every walk would end after one page.
 */
function cursorOf(id: string, { properties = {} }: Schema, pointer: string): string {
  const name = pointer.slice(1);
  if (name in properties) return name;
  const known = Object.keys(properties)
    .map((property) => `/${property}`)
    .join(", ");
  throw new Error(
    `${id}: its link takes the cursor from ${pointer}, which the response does not have at its top (${known})`,
  );
}

/** The type of a schema, where it names exactly one. */
function typeOf(document: Document, schema: Schema | undefined): string | null {
  const type = schema === undefined ? undefined : resolve(document, schema).type;
  return typeof type === "string" ? type : null;
}

/** The query parameter with a number for its default is the one that takes the size of a page. */
function pageSizeOf(document: Document, parameters: readonly Parameter[]) {
  for (const { in: place, name, schema } of parameters) {
    const { default: size } = schema === undefined ? {} : resolve(document, schema);
    if (place === "query" && typeof size === "number") return { parameter: name, default: size };
  }
  return null;
}

/**
 * The constants of the whole API.
 *
 * @throws Error that names the extension of the description that is missing.
 */
function constantsOf(document: Document) {
  const { securitySchemes, parameters = {} } = document.components;
  const { requestTimestamp: timestamp, requestSignature: signature, oauth2 } = securitySchemes;
  // The header that takes the idempotency key is the one whose value has a lifetime.
  const key = Object.values(parameters).find((one) => one["x-lifetime-seconds"] !== undefined);
  const window = timestamp?.["x-window-seconds"];
  const missing = (what: string) => new Error(`the description needs ${what}`);
  if (signature?.name === undefined || timestamp?.name === undefined || window === undefined)
    throw missing("the security schemes requestSignature and requestTimestamp, with x-window-seconds");
  if (key === undefined) throw missing("a header parameter with x-lifetime-seconds");
  const prefix = document["x-version-prefix"];
  const odd = Object.keys(document.paths).find((path) => !path.startsWith(`${prefix}/`));
  if (odd !== undefined) throw missing(`an x-version-prefix that every path begins with; ${odd} does not`);
  return {
    versionPrefix: prefix,
    scopes: Object.keys(oauth2?.flows?.clientCredentials?.scopes ?? {}),
    headers: { signature: signature.name, timestamp: timestamp.name, idempotencyKey: key.name },
    timestampWindowSeconds: window,
    idempotencyKeyLifetimeSeconds: key["x-lifetime-seconds"],
  };
}
