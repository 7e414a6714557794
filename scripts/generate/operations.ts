import { createHash } from "node:crypto";
import { isObject } from "../../conformance/base/shape.ts";
import { banner } from "./banner.ts";
import { bindingsOf } from "./bindings.ts";
import { conditionalOf } from "./conditional.ts";
import { constantsOf } from "./constants.ts";
import { createsOf, creationsOf } from "./creations.ts";
import { type Document, operationsOf, resolve, type Schema } from "./document.ts";
import { listingOf } from "./listings.ts";
import { mediaTypesOf } from "./media-types.ts";
import { changesOf, paginationOf } from "./pages.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf, queryBoundsOf, responsesOf } from "./schemas.ts";
import { securityOf } from "./security.ts";

const declarations = `import type { SchemaName } from "./validators.js";

/** How an operation is paged: where the items and the cursor of the next page stand. */
export interface Pagination {
  /** JSON pointer (RFC 6901) to the items in a page. */
  readonly items: string;
  /** What identifies an item: a JSON pointer into it, and the name of its schema if it has one; null without. */
  readonly id: { readonly pointer: string; readonly schema: SchemaName | null } | null;
  /** Query parameter that takes the cursor. */
  readonly parameter: string;
  /** JSON pointer to the next cursor in a page. */
  readonly cursor: string;
  /** JSON pointer to what says in a page whether there is another one; absent where nothing does. */
  readonly more?: string;
  /** Where a page says how many items there are on all pages; absent where nothing is known to. */
  readonly total?: Total;
  /** Query parameter that takes the number of items in a page, with its default; null where there is none. */
  readonly pageSize: {
    readonly parameter: string;
    readonly default: number;
    /** True where its words say that a page may hold fewer items, though there are more; absent otherwise. */
    readonly isMost?: true;
  } | null;
  /** Query parameters that leave only the items with their value; absent where none is known to. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** Query parameters that are a bound of what items show; absent where none is known to be. */
  readonly ranges?: Readonly<Record<string, Range>>;
  /** The query parameter that says in which order the items come, and what it takes; absent where none is known to. */
  readonly sort?: { readonly parameter: string; readonly orders: readonly Order[] };
}

/** A header, or a JSON pointer into a page. */
export type Total = { readonly header: string } | { readonly pointer: string };

/** How the pages of a list are numbered. */
export interface Numbered {
  /** Query parameter that takes the number. */
  readonly parameter: string;
  /** What is counted: pages, or the items before one. */
  readonly counts: "pages" | "items";
  /** The number of the first page. */
  readonly first: number;
  /** Query parameter that takes the number of items in a page, with its default; null where there is none. */
  readonly size: { readonly parameter: string; readonly default: number } | null;
}

/** A list, as far as it is one whether it has pages or not. */
export type Listing = Pick<Pagination, "items" | "id" | "filters" | "ranges" | "sort"> & {
  /** How its pages are numbered; absent where it has a cursor, or no pages. */
  readonly numbered?: Numbered;
};

/** An order that a query parameter asks for. */
export interface Order {
  /** The value of the parameter. */
  readonly value: string;
  /** JSON pointer (RFC 6901) into an item: to the value by which items are compared. */
  readonly pointer: string;
  /** null where nothing says which of the two it is. */
  readonly direction: "ascending" | "descending" | null;
  /** True for values that may have an order of their own, such as low, medium and high; absent otherwise. */
  readonly isRanked?: true;
}

/** What a query parameter leaves of a list: the items on one side of its value. */
export interface Range {
  /** JSON pointer (RFC 6901) into an item: to what is compared with it. */
  readonly pointer: string;
  /** Which bound of it the value is. */
  readonly side: "lower" | "upper";
}

/** What a query parameter leaves of a list: the items that have its value. */
export interface Filter {
  /** JSON pointer (RFC 6901) into an item: where the value stands. */
  readonly pointer: string;
  /** Every value that the parameter takes; null where it takes those that items have. */
  readonly values: readonly (string | number | boolean)[] | null;
  /** True for free text, which may also be searched for: by its beginning, one of its words or in another case. */
  readonly isText: boolean;
  /** True for what a path names as well, of which a part is something else; absent otherwise. */
  readonly isName?: true;
}

/** Where the value of a parameter comes from: an operation and a JSON pointer into its response. */
export interface Binding {
  readonly operation: string;
  readonly pointer: string;
}

/** What an operation changes: a part of an item that a paginated operation lists. */
export interface Changes {
  /** The operation that lists the items. */
  readonly operation: string;
  /** Path parameter that takes the id of the item. */
  readonly parameter: string;
  /** JSON pointer to the id in an item. */
  readonly id: string;
  /** JSON pointer to what is changed in an item. */
  readonly target: string;
  /** The property of the body that is this; absent where the body is. */
  readonly member?: string;
}

/** What a PUT creates where nothing is there: an item of a list, under an id that its caller chooses. */
export interface Creates {
  /** The operation that lists the items. */
  readonly operation: string;
  /** Path parameter that takes the id of the item. */
  readonly parameter: string;
  /** JSON pointer to the id in an item. */
  readonly id: string;
  /** Name of the schema of the id; null where any text fits. */
  readonly schema: SchemaName | null;
}

/** What the client and the suite need to know of an operation, read from the description. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "DELETE" | "PATCH";
  /** Path template, for example /v1/card/{id}/limits. */
  readonly path: string;
  /** Id of the requirement that a request as specified is answered; null where no row says so. */
  readonly requirement: string | null;
  /** Ids of the open questions about the operation as a whole. */
  readonly unspecified: readonly string[];
  /** Scopes that the token needs; null where the operation takes no token. */
  readonly scopes: readonly string[] | null;
  /** Names of the two headers of a signed operation; null where it is not signed. */
  readonly signed: { readonly signature: string; readonly timestamp: string } | null;
  /** Name of the header that takes the idempotency key; null where there is none. */
  readonly idempotent: string | null;
  readonly paginated: Pagination | null;
  /** How it lists items that it shows all at once; absent for any other operation. */
  readonly listing?: Listing;
  /** Query parameters by name, with the type of each; null where the description names no single one. */
  readonly query: Readonly<Record<string, string | null>>;
  /** Names of the schemas of those query parameters for which bounds are stated, such as a maximum or an enum. */
  readonly queryBounds: Readonly<Record<string, SchemaName>>;
  /** Media type of the request body; null where there is no body. */
  readonly mediaType: string | null;
  /** True where a request needs a body. */
  readonly bodyRequired: boolean;
  /** Documented properties of the request body. There may be others: its schema is open. */
  readonly bodyFields: readonly string[];
  /** Those of them that are read-only: the server alone says what they are; absent where there are none. */
  readonly readOnlyFields?: readonly string[];
  /** Those of them that are write-only: no read shows them; absent where there are none. */
  readonly writeOnlyFields?: readonly string[];
  /** What the parts of a body are that it leaves out, by JSON pointer; absent where nothing says so. */
  readonly bodyDefaults?: Readonly<Record<string, unknown>>;
  /** True where the request body is a map, whose names are those that a caller chooses; absent otherwise. */
  readonly bodyIsMap?: true;
  /** Name of the schema of the request body; null without one. */
  readonly body: SchemaName | null;
  /** Name of the schema of each response by its status, as in the description: "200", "4XX"; null without a body. */
  readonly responses: Readonly<Record<string, SchemaName | null>>;
  /** Media type of each response by its status; absent where the description does not tell several of JSON apart. */
  readonly mediaTypes?: Readonly<Record<string, string>>;
  /** Parameter to the response value that it is bound to, from the description's links. */
  readonly bindings: Readonly<Record<string, Binding>>;
  /** Parameter to the value that an operation which creates one more shows of it; absent where none does. */
  readonly creations?: Readonly<Record<string, Binding>>;
  /** What it creates, where it is a PUT that does; absent for any other operation. */
  readonly creates?: Creates;
  /** What it changes, where a list shows it; null where nothing says so. */
  readonly changes: Changes | null;
  /** True where a success is described with an ETag; absent otherwise. */
  readonly showsETag?: true;
  /** Of a write that takes the ETag that a GET of its path shows as If-Match: whether it may be left out; else absent. */
  readonly ifMatch?: "optional" | "required";
  /** True for a GET that shows an ETag and answers 304 where If-None-Match has it; absent otherwise. */
  readonly ifNoneMatch?: true;
}
`;

/** True for a schema that says of all values of an object alike what they are, and names none. */
function isMap(document: Document, schema: Schema = {}): boolean {
  const { additionalProperties, ...own } = resolve(document, schema);
  const isNamed = ["properties", "allOf", "anyOf", "oneOf", "if"].some((keyword) => keyword in own);
  return isObject(additionalProperties) && !isNamed;
}

/** The default of each part of a body that has one, by its pointer: what is in a list, or in one kind of several, has none. */
function defaultsIn(document: Document, fragment: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    schemaPlaces(document, fragment).flatMap(({ pointer, schema, isAlternative }) =>
      schema.default === undefined || schema.readOnly === true || isAlternative || /^$|\/\*/.test(pointer)
        ? []
        : [[pointer, schema.default]],
    ),
  );
}

/** Names of the properties of a body that are read-only, or write-only. */
function fieldsThatAre(
  side: "readOnly" | "writeOnly",
  document: Document,
  fragment: string,
): readonly string[] {
  return schemaPlaces(document, fragment).flatMap(({ pointer, property, schema }) =>
    schema[side] === true && property !== null && pointer === `/${property}` ? [property] : [],
  );
}

/** The table of operations: everything that would otherwise be hard-coded by path. */
export function operationsModule(document: Document): string {
  const constants = constantsOf(document);
  const bindings = bindingsOf(document);
  const creations = creationsOf(document, bindings);
  const rows = operationsOf(document).map((one) => {
    const { id, method, path, operation, parameters } = one;
    const { scopes, signed } = securityOf(document, one);
    const body = operation.requestBody === undefined ? undefined : resolve(document, operation.requestBody);
    const [mediaType = null, media] = Object.entries(body?.content ?? {})[0] ?? [];
    const schema = media?.schema;
    const named = bodyOf(document, one);
    const readOnlyFields = named === null ? [] : fieldsThatAre("readOnly", document, named.fragment);
    const writeOnlyFields = named === null ? [] : fieldsThatAre("writeOnly", document, named.fragment);
    const bodyDefaults = named === null ? {} : defaultsIn(document, named.fragment);
    const responses = Object.entries(responsesOf(document, one));
    const mediaTypes = mediaTypesOf(document, one);
    const creates = createsOf(document, one);
    const listing = listingOf(document, one);
    return {
      id,
      method: method.toUpperCase(),
      path,
      requirement: operation["x-requirement"] ?? null,
      unspecified: operation["x-unspecified"] ?? [],
      scopes,
      signed: signed
        ? { signature: constants.headers.signature, timestamp: constants.headers.timestamp }
        : null,
      idempotent:
        parameters.find((p) => p.in === "header" && p.name === constants.headers.idempotencyKey)?.name ??
        null,
      paginated: paginationOf(document, one),
      ...(listing !== null && { listing }),
      query: Object.fromEntries(
        parameters.filter((p) => p.in === "query").map((p) => [p.name, typeOf(document, p.schema)]),
      ),
      queryBounds: Object.fromEntries(
        Object.entries(queryBoundsOf(document, one)).map(([name, schema]) => [name, schema.name]),
      ),
      mediaType,
      bodyRequired: body?.required === true,
      bodyFields: Object.keys(schema === undefined ? {} : (resolve(document, schema).properties ?? {})),
      ...(readOnlyFields.length > 0 && { readOnlyFields }),
      ...(writeOnlyFields.length > 0 && { writeOnlyFields }),
      ...(Object.keys(bodyDefaults).length > 0 && { bodyDefaults }),
      ...(isMap(document, schema) && { bodyIsMap: true as const }),
      body: named?.name ?? null,
      responses: Object.fromEntries(responses.map(([status, schema]) => [status, schema?.name ?? null])),
      ...(Object.keys(mediaTypes).length === 0 ? {} : { mediaTypes }),
      bindings: bindings[id] ?? {},
      ...(creations[id] === undefined ? {} : { creations: creations[id] }),
      ...(creates === null ? {} : { creates: { ...creates, schema: creates.schema?.name ?? null } }),
      changes: changesOf(document, id),
      ...conditionalOf(document, one),
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

/** Under what the description shows a response: its very status, its range ("4XX"), or any other ("default"). */
export function statusKey({ responses }: Operation, status: number): string {
  const keys = [String(status), \`\${Math.floor(status / 100)}XX\`];
  return keys.find((key) => key in responses) ?? "default";
}

/** The schema of the body of a response; null where the description shows no body, or no such response. */
export function responseSchema(operation: Operation, status: number): SchemaName | null {
  return operation.responses[statusKey(operation, status)] ?? null;
}

/** Version of the description, from its info. */
export const descriptionVersion = ${JSON.stringify(document.info.version)};

/** SHA-256 of the description these files were made from, in hex. */
export const descriptionDigest = "${digest}";
`;
}

/** The type of a schema, where it names exactly one. */
function typeOf(document: Document, schema: Schema | undefined): string | null {
  const type = schema === undefined ? undefined : resolve(document, schema).type;
  return typeof type === "string" ? type : null;
}
