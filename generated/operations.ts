// Written by `npm run generate` from openapi/. Do not edit.

import type { SchemaName } from "./validators.js";

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
  /** The order in which the words about the list say that its items come where none is asked for; absent where they say none. */
  readonly usualOrder?: { readonly pointer: string; readonly direction: "ascending" | "descending" };
  /** The rules of the parameters for the cursor and for the size; null where none is named. Of lists by cursor. */
  readonly rules?: { readonly cursor: string | null; readonly pageSize: string | null };
}

/** A header, or a JSON pointer into a page. */
export type Total = ({ readonly header: string } | { readonly pointer: string }) & {
  /** True where the description says that the items are counted which the filters leave. */
  readonly ofFiltered?: true;
};

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
export type Listing = Pick<Pagination, "items" | "id" | "filters" | "ranges" | "sort" | "usualOrder" | "total"> & {
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

/** A number of an object that its parts make up: how many there are, or the sum of a value of each. */
export interface Aggregate {
  /** JSON pointer into the body of a success: to the objects; * stands for any index. */
  readonly at: string;
  /** To the number in such an object. */
  readonly pointer: string;
  /** To the array of its parts, in the object, or in a page of the list of them. */
  readonly parts: string;
  /** To the value in a part; null where parts are counted. */
  readonly value: string | null;
  /** The operation that lists the parts below the path of the object; absent where the object holds them. */
  readonly list?: string;
}

/** What a query parameter leaves of a list: the items on one side of its value. */
export interface Range {
  /** JSON pointer (RFC 6901) into an item: to what is compared with it. */
  readonly pointer: string;
  /** Which bound of it the value is. */
  readonly side: "lower" | "upper";
  /**
   * Where the value is a day and the item shows a moment, the zone by whose clock days begin: its name, as Europe/Paris,
   * or null where the description names none. Absent otherwise.
   */
  readonly zone?: string | null;
  /** True where the description says that what is just the value is on its side. */
  readonly isInclusive?: true;
  /** True where the description says that what is just the value is not on its side. */
  readonly isExclusive?: true;
}

/** How a list of values stands in a query: in one text, or each value by the name of the parameter. */
export interface QueryList {
  readonly style: "form" | "spaceDelimited" | "pipeDelimited";
  /** True where each value has the name of its own. */
  readonly explode: boolean;
}

/** What a query parameter leaves of a list: the items that have its value. */
export interface Filter {
  /** JSON pointer (RFC 6901) into an item: where the value stands, or a list of which it is one. */
  readonly pointer: string;
  /** Every value that the parameter takes; null where it takes those that items have. */
  readonly values: readonly (string | number | boolean)[] | null;
  /** True for free text, which may also be searched for: by its beginning, one of its words or in another case. */
  readonly isText: boolean;
  /** True for what a path names as well, of which a part is something else; absent otherwise. */
  readonly isName?: true;
  /** True where it takes several values at once; absent otherwise. */
  readonly takesSeveral?: true;
  /** How a text is looked for; absent where no words say that a part of what an item has is enough. */
  readonly search?: Search;
}

/** How a text is looked for in what items have. */
export interface Search {
  /** Of which letters it makes no difference whether they are capitals; absent where nothing says so. */
  readonly ignoresCase?: "ASCII" | "every script";
  /** True where no character means others than itself; absent where nothing says so. */
  readonly isLiteral?: true;
}

/** Where the value of a parameter comes from: an operation and a JSON pointer into its response. */
export interface Binding {
  readonly operation: string;
  readonly pointer: string;
  /** Of a list, the values of a property of its items that the words about the operation name; absent where they name none. */
  readonly usable?: { readonly pointer: string; readonly values: readonly string[] };
  /** The values of a property of the items of a list with which the words refuse the operation; absent where they refuse none. */
  readonly refused?: { readonly list: string; readonly pointer: string; readonly values: readonly string[] };
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
  /** JSON pointers to the states of an item that it leaves as they are; absent where there are none. */
  readonly kept?: readonly string[];
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
  /** True where a request need not have that header: without it, nothing makes a repetition safe. */
  readonly keyIsOptional?: true;
  /** True where the description says that a repetition with the same key gets the answer of the first time. */
  readonly replays?: true;
  /** True where it says that such a repetition succeeds, whatever the state of things is by then. */
  readonly succeedsAgain?: true;
  /** With which status a key that comes with another write is refused, as "409" or "4XX"; absent where that is open. */
  readonly reuseRefusedWith?: string;
  /** True where that goes for any other write, such as of another item; absent where it goes for another body alone. */
  readonly reuseRefusedForAny?: true;
  /** True where a write that is refused leaves its key free; absent where that is open. */
  readonly freesRefusedKeys?: true;
  /** True for a read that shows what a write has changed as soon as that is answered; absent where that is open. */
  readonly showsWrites?: true;
  /** True for a DELETE of which the words say that an id which nothing has is answered with 404; absent otherwise. */
  readonly refusesUnknown?: true;
  /**
   * The parts of the body with some values each, of a merge patch that changes nothing of what it does not hold, as the words
   * about it say; absent for any other operation.
   */
  readonly keepsOthers?: { readonly states: readonly string[] };
  /** JSON pointer, in an item or in what it reads, to the moment of its last change; absent where it shows none. */
  readonly lastChanged?: string;
  /** Of an action that is said to change nothing of the item but what its words name: these words; absent for any other. */
  readonly keepsRest?: readonly string[];
  /** JSON pointers to the moments of what was done, in what it answers, with * for each item; absent where none is known. */
  readonly pastMoments?: readonly string[];
  readonly paginated: Pagination | null;
  /** How it lists items that it shows all at once; absent for any other operation. */
  readonly listing?: Listing;
  /** Query parameters by name, with the type of each; null where the description names no single one. */
  readonly query: Readonly<Record<string, string | null>>;
  /** How those of them that take a list of values write it; absent where none does. */
  readonly queryLists?: Readonly<Record<string, QueryList>>;
  /** Names of the schemas of those query parameters for which bounds are stated, such as a maximum or an enum. */
  readonly queryBounds: Readonly<Record<string, SchemaName>>;
  /**
   * Names of the headers that a request needs beside token, key, timestamp and signature, with the schema of each, null
   * without one; absent where it needs none.
   */
  readonly needed?: Readonly<Record<string, SchemaName | null>>;
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
  /** Properties of a body that a PUT leaves alone where they are left out, as its description says; absent where it says nothing of the kind. */
  readonly keepsLeftOut?: readonly string[];
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
  /** Properties of the body that are maps, whose keys the caller chooses; absent where there are none. */
  readonly bodyMaps?: readonly string[];
  /** Parameter of the path to the values that it may have, where the description lists them. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Where its path ends in what it does: the ids of the operations that do one thing each, which are judged in its place. */
  readonly actions?: readonly string[];
  /** The numbers in its successful responses that are made up of parts; absent where there is none. */
  readonly aggregates?: readonly Aggregate[];
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

/** Every operation of the description, by operationId. */
export const operations = {
  "requestToken": {
    "id": "requestToken",
    "method": "POST",
    "path": "/v1/oauth/token",
    "requirement": "token.request",
    "unspecified": [
      "gap.token.scope-omitted",
      "gap.token.narrow-scope",
      "gap.token.json",
      "gap.status.success"
    ],
    "scopes": null,
    "signed": null,
    "idempotent": null,
    "paginated": null,
    "query": {},
    "queryBounds": {},
    "mediaType": "application/x-www-form-urlencoded",
    "bodyRequired": true,
    "bodyFields": [
      "grant_type",
      "client_id",
      "client_secret",
      "scope"
    ],
    "body": "TokenRequest",
    "responses": {
      "200": "TokenResponse",
      "4XX": "TokenRefused"
    },
    "bindings": {},
    "changes": null
  },
  "listCards": {
    "id": "listCards",
    "method": "GET",
    "path": "/v1/card",
    "requirement": "list.request",
    "unspecified": [
      "gap.cursor.reuse",
      "gap.cursor.limit-omitted",
      "gap.list.order",
      "gap.status.success"
    ],
    "scopes": [
      "cards:read",
      "cards:write",
      "transfers:read",
      "transfers:write"
    ],
    "signed": null,
    "idempotent": null,
    "paginated": {
      "items": "/cards",
      "id": {
        "pointer": "/id",
        "schema": "CardId"
      },
      "parameter": "cursor",
      "cursor": "/nextCursor",
      "pageSize": {
        "parameter": "limit",
        "default": 10
      },
      "rules": {
        "cursor": "list.cursor",
        "pageSize": "list.limit"
      }
    },
    "query": {
      "cursor": "string",
      "limit": "integer"
    },
    "queryBounds": {},
    "mediaType": null,
    "bodyRequired": false,
    "bodyFields": [],
    "body": null,
    "responses": {
      "200": "CardList",
      "401": "ErrorBody",
      "4XX": "Refused"
    },
    "bindings": {
      "cursor": {
        "operation": "listCards",
        "pointer": "/nextCursor"
      }
    },
    "changes": null
  },
  "replaceCardLimits": {
    "id": "replaceCardLimits",
    "method": "PUT",
    "path": "/v1/card/{id}/limits",
    "requirement": "put.accepted",
    "unspecified": [
      "gap.put.response",
      "gap.put.omitted-field",
      "gap.unknown-card"
    ],
    "scopes": [
      "cards:read",
      "cards:write",
      "transfers:read",
      "transfers:write"
    ],
    "signed": {
      "signature": "X-Service-Signature",
      "timestamp": "X-Service-Request-Timestamp"
    },
    "idempotent": "Idempotency-Key",
    "paginated": null,
    "query": {},
    "queryBounds": {},
    "mediaType": "application/json",
    "bodyRequired": true,
    "bodyFields": [],
    "body": "LimitsReplacement",
    "responses": {
      "401": "ErrorBody",
      "2XX": "LimitsReplaced",
      "4XX": "Refused"
    },
    "bindings": {
      "id": {
        "operation": "listCards",
        "pointer": "/cards/0/id"
      }
    },
    "changes": {
      "operation": "listCards",
      "parameter": "id",
      "id": "/id",
      "target": "/limits"
    }
  },
  "updateCardLimits": {
    "id": "updateCardLimits",
    "method": "PATCH",
    "path": "/v1/card/{id}/limits",
    "requirement": "patch.accepted",
    "unspecified": [
      "gap.patch.response",
      "gap.patch.content-type",
      "gap.patch.empty",
      "gap.unknown-card"
    ],
    "scopes": [
      "cards:read",
      "cards:write",
      "transfers:read",
      "transfers:write"
    ],
    "signed": {
      "signature": "X-Service-Signature",
      "timestamp": "X-Service-Request-Timestamp"
    },
    "idempotent": "Idempotency-Key",
    "paginated": null,
    "query": {},
    "queryBounds": {},
    "mediaType": "application/merge-patch+json",
    "bodyRequired": true,
    "bodyFields": [
      "daily",
      "monthly",
      "atm",
      "approvalBased"
    ],
    "body": "LimitsPatch",
    "responses": {
      "401": "ErrorBody",
      "2XX": "LimitsUpdated",
      "4XX": "Refused"
    },
    "bindings": {
      "id": {
        "operation": "listCards",
        "pointer": "/cards/0/id"
      }
    },
    "changes": {
      "operation": "listCards",
      "parameter": "id",
      "id": "/id",
      "target": "/limits"
    }
  }
} as const satisfies Record<string, Operation>;

/** What the description fixes for every operation. */
export const api = {
  "versionPrefix": "/v1",
  "token": "requestToken",
  "scopes": [
    "cards:read",
    "cards:write",
    "transfers:read",
    "transfers:write"
  ],
  "headers": {
    "signature": "X-Service-Signature",
    "timestamp": "X-Service-Request-Timestamp",
    "idempotencyKey": "Idempotency-Key"
  },
  "signature": {
    "string": "{method}{path}{timestamp}",
    "hash": "sha256",
    "encoding": "base64"
  },
  "timestampWindowSeconds": 300,
  "clockToleranceSeconds": 0,
  "idempotencyKeyLifetimeSeconds": 86400,
  "requirements": {
    "token": "token.request",
    "signature": "auth.signature.required",
    "timestamp": "auth.timestamp.required",
    "idempotencyKey": "auth.idempotency.required"
  }
} as const;

/** An operationId of the description. */
export type OperationId = keyof typeof operations;

/** Under what the description shows a response: its very status, its range ("4XX"), or any other ("default"). */
export function statusKey({ responses }: Operation, status: number): string {
  const keys = [String(status), `${Math.floor(status / 100)}XX`];
  return keys.find((key) => key in responses) ?? "default";
}

/** The schema of the body of a response; null where the description shows no body, or no such response. */
export function responseSchema(operation: Operation, status: number): SchemaName | null {
  return operation.responses[statusKey(operation, status)] ?? null;
}

/** Version of the description, from its info. */
export const descriptionVersion = "1.0.0";

/** SHA-256 of the description these files were made from, in hex. */
export const descriptionDigest = "50ef5bf0092d2a153ae9d4b45c2bdb08a954227cb5d893831d0990d16f77a809";
