/** A page that is not as described: its path, its format, the requests that get it. */
import { type Field, fields } from "../../../generated/fields.ts";
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { refuse } from "../refuse.ts";
import { json } from "../response.ts";
import { changed, convert, edited, rename, unchecked } from "./changes.ts";
import { breaks, catalogue, type Fault, fault, type Heading, type Row, where } from "./fault.ts";
import { paginated, plainRead, replaysOf } from "./operations.ts";
import { faultsOfPaged, type PagedFaults } from "./paged.ts";
import { bareItems } from "./pages.ts";
import { everyFifth, fromThirdPage, withHeader } from "./when.ts";

/** Serves a page with another content type. */
const typed = (type: string) => changed(200, () => ({ headers: { "content-type": type } }));

function responses(paged: PagedFaults): (Heading | Row)[] {
  const { operation, pages, checks, fault } = paged;
  const [items, cursor] = [ruleAt(operation, pages.items), ruleAt(operation, pages.cursor)];
  const complete = ruleOfRequired(operation, pages.items);
  const replays = replaysOf(operation, "200");
  const named = pages.items.split("/").at(-1) ?? "";
  const isPlainRead = operation === plainRead?.operation;
  /** Changes the items of a page. */
  const all = (change: (items: readonly unknown[]) => unknown) =>
    edited(convert(pages.items, (value) => change(value as unknown[])));
  const idOf = (item: unknown) => String(valueAt(item, pages.id?.pointer ?? ""));
  return [
    breaks(cursor, cursor, ...replays.slice(0, 1)),
    fault("page.next-cursor-number", "sends the cursor as a number", {
      edits: convert(pages.cursor, () => 42),
    }),
    breaks(cursor),
    fault("page.next-cursor-object", "sends the cursor as an object from the third page on", {
      when: fromThirdPage,
      edits: convert(pages.cursor, (after) => ({ after })),
    }),
    breaks(items, items, ...checks("list.request"), ...replays),
    fault(`page.${named}-object`, `sends ${named} as an object by id`, {
      reply: all((items) => Object.fromEntries(items.map((item) => [idOf(item), item]))),
    }),
    breaks(complete, complete, ...checks("list.request")),
    fault(`page.${named}-renamed`, `calls ${named} by another name`, {
      edits: rename(pages.items, "elements"),
    }),
    breaks(items, items, ...replays),
    fault(`page.${named}-of-strings`, `sends the ids of ${named} alone`, {
      reply: all((items) => items.map(idOf)),
    }),
    breaks("list.request", ...checks("list.request")),
    fault("list.server-error", "answers 500 to every request without a limit", {
      when: ({ request }) => !request.query.has(pages.pageSize?.parameter ?? pages.parameter),
      reply: (reply) => ({ ...reply, status: 500, body: "" }),
    }),
    breaks("list.request", ...checks("list.request"), ...where(complete, complete)),
    fault("list.without-pages", `sends ${named} with nothing around them`, { reply: bareItems(pages.items) }),
    breaks(
      "list.authorization",
      ...checks("list.authorization"),
      ...(isPlainRead ? where("token.fresh", "token.fresh") : []),
    ),
    fault("list.wants-other-scheme", "serves the list to the scheme Token only", {
      skipsCheck: unchecked("token.scheme"),
      intercept: (context) =>
        /^Token /.test(context.request.headers.get("authorization") ?? "")
          ? null
          : refuse(context, "token.scheme", "The token is invalid."),
    }),
    breaks("auth.read.only-authorization", ...checks("list.only-authorization")),
    fault("list.wants-idempotency-key", `serves the list only with ${api.headers.idempotencyKey}`, {
      when: withHeader(api.headers.idempotencyKey, (key) => key === null),
      intercept: () => json(400, {}),
    }),
    breaks("list.request", ...checks("list.request.steady")),
    fault("list.sometimes-refused", "refuses every eleventh list, however right the request is", {
      // Whichever request is the eleventh.
      mayFail: isPlainRead ? ["token.invalid.list", "list.cursor.known"] : [],
      when: ({ count }) => count % 11 === 0,
      intercept: () => json(400, {}),
    }),
    breaks("service.json"),
    fault("list.not-json", "sends the list as text/html", { reply: typed("text/html") }),
    fault("list.sometimes-not-json", "sends every fifth list without a content type", {
      when: everyFifth,
      reply: typed(""),
    }),
  ];
}

const path = plainRead?.path ?? "";
const unversioned = path.slice(api.versionPrefix.length);

/** Faults of pages, and of where they are served. */
export const listResponseFaults: readonly Fault[] = catalogue(
  ...paginated.map(faultsOfPaged).flatMap(responses),
  breaks("version.path"),
  fault("version.unversioned", `serves ${path} without ${api.versionPrefix} as well`, {
    route: (asked) => (asked === unversioned ? path : asked),
  }),
);

/** The requirement of a field in a response of an operation; "" where there is none. */
function ruleAt(operation: OperationId, pointer: string): string {
  return ruleWhere(operation, (field) => !field.required && field.pointer === pointer);
}

/** The requirement that a field is there; "" where there is none. */
function ruleOfRequired(operation: OperationId, pointer: string): string {
  const at = pointer.lastIndexOf("/");
  return ruleWhere(operation, (field) => {
    const isHolder = field.required && field.pointer === pointer.slice(0, at);
    return isHolder && field.properties.includes(pointer.slice(at + 1));
  });
}

function ruleWhere(operation: OperationId, matches: (field: Field) => boolean): string {
  const { responses }: Operation = operations[operation];
  const schemas = Object.values(responses);
  return fields.find((field) => schemas.includes(field.schema) && matches(field))?.requirement ?? "";
}
