/**
 * The circumstances that a fault can depend on: a table of conditions over requests as the description allows
 * them. A server that breaks a rule often does so under one of them only.
 */
import { api, type Operation, operations } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { pageNumber } from "../page.ts";
import { mediaTypeOf, pathParameters } from "../request.ts";
import type { RequestContext } from "../seams.ts";
import { hash, itemsOf } from "../state.ts";
import { isAcceptedWrite, type PastRequest } from "./past.ts";

/** What a circumstance is about. */
export type Kind =
  | "spelling"
  | "place"
  | "credential"
  | "history"
  | "time"
  | "company"
  | "path"
  | "repetition";

/** One condition over requests. */
export interface Circumstance {
  /** Stable; names it on the command line. */
  readonly name: string;
  readonly kind: Kind;
  /** For a report, after the name of a fault. */
  readonly words: string;
  /** True for an operation whose requests can meet it. */
  readonly isFor: (operation: Operation) => boolean;
  /** True for a request that meets it, given the requests answered before. */
  readonly holds: (context: RequestContext, past: readonly PastRequest[]) => boolean;
}

const any = () => true;
const takesToken = ({ scopes }: Operation) => scopes !== null;
const hasBody = ({ mediaType }: Operation) => mediaType !== null;
const hasJsonBody = ({ mediaType }: Operation) => /[/+]json$/.test(mediaType ?? "");
const isPaginated = ({ paginated }: Operation) => paginated !== null;
const namesItem = ({ changes }: Operation) => changes !== null;
const isIdempotent = ({ idempotent }: Operation) => idempotent !== null;

/** True for a header with a matching value. */
const header =
  (name: string, test: (value: string) => boolean): Circumstance["holds"] =>
  ({ request }) =>
    test(request.headers.get(name) ?? "");

const described = ({ operation }: RequestContext): Operation | null =>
  operation === null ? null : operations[operation];

/** The number of the page that is asked for; 0 where no list is. */
function pageAsked(context: RequestContext): number {
  const paginated = described(context)?.paginated ?? null;
  return paginated === null ? 0 : pageNumber(context, paginated);
}

/** The number of items that a page is to have, as asked for; null where nothing is. */
function sizeAsked(context: RequestContext): { asked: number; usual: number } | null {
  const pageSize = described(context)?.paginated?.pageSize ?? null;
  const text = pageSize === null ? null : context.request.query.get(pageSize.parameter);
  return pageSize === null || text === null ? null : { asked: Number(text), usual: pageSize.default };
}

/** The item that a request changes: its id, its index and the number of items; null where there is none. */
function itemNamed(context: RequestContext): { id: string; index: number; count: number } | null {
  const operation = described(context);
  if (operation?.changes == null) return null;
  const { parameter, operation: list, id: pointer } = operation.changes;
  const id = pathParameters(context.request, operation)[parameter] ?? "";
  const items = itemsOf(context.state, list);
  const index = items.findIndex((item) => valueAt(item, pointer) === id);
  return index === -1 ? null : { id, index, count: items.length };
}

/** The tokens that were issued, by their hash, and the hash of the one that a request carries. */
function tokensOf({ request, state }: RequestContext) {
  const value = request.headers.get("authorization")?.split(" ").at(-1) ?? "";
  return { issued: [...state.tokens.keys()], own: hash(value).toString("hex") };
}

function isNarrow(context: RequestContext): boolean {
  const { operation, request, state } = context;
  const scopes =
    operation === api.token
      ? new URLSearchParams(request.body).get("scope")?.split(" ")
      : state.tokens.get(tokensOf(context).own)?.scopes;
  return scopes !== undefined && scopes.length < api.scopes.length;
}

/** True for a body with white space around its parts. */
function isSpaced({ request: { body } }: RequestContext): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) !== body && /^\s*\{\s/.test(body);
  } catch {
    return false;
  }
}

const ofSame = ({ operation }: RequestContext, past: readonly PastRequest[]) =>
  past.filter((one) => one.operation === operation).at(-1);
/** The request answered before, other than one for a token. */
const before = (past: readonly PastRequest[]) =>
  past.filter(({ operation }) => operation !== api.token).at(-1);
const keyOf = ({ request }: RequestContext) => request.headers.get(api.headers.idempotencyKey);

/** Every circumstance, by kind. */
export const circumstances = [
  {
    name: "content-type-charset",
    kind: "spelling",
    words: "where Content-Type has a charset",
    isFor: hasBody,
    holds: header("content-type", (type) => /;\s*charset=/i.test(type)),
  },
  {
    name: "content-type-case",
    kind: "spelling",
    words: "where the media type has capital letters",
    isFor: hasBody,
    holds: (context) => {
      const [type = ""] = (context.request.headers.get("content-type") ?? "").split(";");
      return type.trim() !== mediaTypeOf(context.request);
    },
  },
  {
    name: "accept-absent",
    kind: "spelling",
    words: "without Accept",
    isFor: any,
    holds: ({ request }) => !request.headers.has("accept"),
  },
  {
    name: "accept-any",
    kind: "spelling",
    words: "with Accept: */*",
    isFor: any,
    holds: header("accept", (accept) => accept === "*/*"),
  },
  {
    name: "accept-list",
    kind: "spelling",
    words: "where Accept names several types",
    isFor: any,
    holds: header("accept", (accept) => accept.includes(",")),
  },
  {
    name: "scheme-case",
    kind: "spelling",
    words: "where the scheme is not spelt Bearer",
    isFor: takesToken,
    holds: header("authorization", (value) => /^bearer /i.test(value) && !value.startsWith("Bearer ")),
  },
  {
    name: "body-spaced",
    kind: "spelling",
    words: "where the JSON of the body has white space",
    isFor: hasJsonBody,
    holds: isSpaced,
  },
  {
    name: "form-percent",
    kind: "spelling",
    words: "where a space in the form is sent as %20",
    isFor: ({ mediaType }) => mediaType?.includes("urlencoded") === true,
    holds: ({ request }) => request.body.includes("%20"),
  },
  {
    name: "with-cursor",
    kind: "place",
    words: "with a cursor",
    isFor: isPaginated,
    holds: (context) => context.request.query.has(described(context)?.paginated?.parameter ?? ""),
  },
  {
    name: "third-page",
    kind: "place",
    words: "from the third page on",
    isFor: isPaginated,
    holds: (context) => pageAsked(context) >= 3,
  },
  {
    name: "large-page",
    kind: "place",
    words: "for a page larger than usual",
    isFor: (operation) => operation.paginated?.pageSize != null,
    holds: (context) => {
      const size = sizeAsked(context);
      return size !== null && size.asked > size.usual;
    },
  },
  {
    name: "one-item-in-twenty",
    kind: "place",
    words: "for one item in twenty",
    isFor: namesItem,
    holds: (context) => {
      const item = itemNamed(context);
      return item !== null && hash(item.id).readUInt32BE(0) % 20 === 0;
    },
  },
  {
    name: "last-item",
    kind: "place",
    words: "for the last item of the list",
    isFor: namesItem,
    holds: (context) => {
      const item = itemNamed(context);
      return item !== null && item.index === item.count - 1;
    },
  },
  {
    name: "later-token",
    kind: "credential",
    words: "with any token but the first",
    isFor: takesToken,
    holds: (context) => {
      const { issued, own } = tokensOf(context);
      return issued.indexOf(own) > 0;
    },
  },
  {
    name: "narrow-token",
    kind: "credential",
    words: "for fewer scopes than all",
    isFor: any,
    holds: isNarrow,
  },
  {
    name: "after-refused",
    kind: "history",
    words: "after a refused request of the same operation",
    isFor: any,
    holds: (context, past) => (ofSame(context, past)?.status ?? 0) >= 400,
  },
  {
    name: "after-write",
    kind: "history",
    words: "right after an accepted write",
    isFor: takesToken,
    holds: (_, past) => {
      const last = before(past);
      return last !== undefined && isAcceptedWrite(last);
    },
  },
  {
    name: "key-of-other-item",
    kind: "history",
    words: "where the idempotency key was used in another path",
    isFor: (operation) => isIdempotent(operation) && operation.path.includes("{"),
    holds: (context, past) =>
      past.some(
        (one) => isAcceptedWrite(one) && one.key === keyOf(context) && one.path !== context.request.path,
      ),
  },
  {
    name: "repetition",
    kind: "history",
    words: "in a repetition of an accepted write, with its key and body",
    isFor: isIdempotent,
    holds: (context, past) => {
      const { method, path, body } = context.request;
      return past.some(
        (one) =>
          isAcceptedWrite(one) &&
          one.key === keyOf(context) &&
          [one.method, one.path, one.body].join(" ") === [method, path, body].join(" "),
      );
    },
  },
  {
    name: "cursor-again",
    kind: "history",
    words: "where the cursor was used before",
    isFor: isPaginated,
    holds: (context) => {
      const cursor = context.request.query.get(described(context)?.paginated?.parameter ?? "");
      return context.state.cursors.get(cursor ?? "")?.used === true;
    },
  },
  {
    name: "two-seconds-after-write",
    kind: "time",
    words: "two seconds after the last accepted write, and later",
    isFor: takesToken,
    holds: ({ now }, past) => {
      const last = past.filter(isAcceptedWrite).at(-1);
      return last !== undefined && now - last.at >= 2000;
    },
  },
  {
    name: "even-second",
    kind: "time",
    words: "where the timestamp is an even number",
    isFor: ({ signed }) => signed !== null,
    holds: header(api.headers.timestamp, (timestamp) => /[02468]$/.test(timestamp)),
  },
  {
    name: "in-company",
    kind: "company",
    words: "while another request is being answered",
    isFor: any,
    holds: ({ beside }) => beside > 0,
  },
  {
    name: "path-percent",
    kind: "path",
    words: "where a letter or digit of the path is percent-encoded",
    isFor: ({ path }) => path.includes("{"),
    holds: ({ request }) => /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a])/i.test(request.path),
  },
  {
    name: "every-fifth",
    kind: "repetition",
    words: "in every fifth request of the operation",
    isFor: any,
    holds: ({ count }) => count % 5 === 0,
  },
] as const satisfies readonly Circumstance[];

/** The name of a circumstance. */
export type CircumstanceName = (typeof circumstances)[number]["name"];
