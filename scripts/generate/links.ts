/** What the links of the description say: where parameters get their values, and what an operation changes. */
import type { Binding } from "../../generated/operations.ts";
import {
  type DescribedOperation,
  type Document,
  escaped,
  type Link,
  operationsOf,
  resolve,
  targetOf,
} from "./document.ts";
import { Refusal } from "./refusal.ts";
import { placeAt, schemaPlaces } from "./schema-places.ts";
import { schemaPlaceOf } from "./schemas.ts";

/** A link of a response, with the operation that the response belongs to. */
export interface PlacedLink {
  readonly from: DescribedOperation;
  readonly link: Link;
  /** What it is called in its response. */
  readonly name: string;
  /** The status, or the range, under which the response stands. */
  readonly status: string;
  /** Where the link stands in the description. */
  readonly fragment: string;
  /** Where the schema of the response stands; null without one. */
  readonly page: string | null;
}

/** Every link of every response. */
export function linksOf(document: Document): PlacedLink[] {
  return operationsOf(document).flatMap((from) =>
    Object.entries(from.operation.responses).flatMap(([status, response]) => {
      const at = `${from.fragment}/responses/${status}`;
      const page = schemaPlaceOf(document, response, at);
      return Object.entries(resolve(document, response).links ?? {}).map(([name, link]) => {
        const fragment = `${targetOf(document, response, at)}/links/${escaped(name)}`;
        const linked = { link: resolve(document, link), fragment: targetOf(document, link, fragment) };
        return { from, name, status, ...linked, page };
      });
    }),
  );
}

/**
 * The JSON pointer in `$response.body#/…`, which leads to something that the response has.
 *
 * @param at - Where the expression stands, below the link.
 * @throws Refusal for another expression, or where the schema of the response shows nothing there.
 */
export function pointerOf(
  document: Document,
  { from, fragment, page }: PlacedLink,
  expression: string | undefined,
  at: string,
): string {
  const place = `${fragment}${at}`;
  const pointer = /^\$response\.body#(\/.*)$/.exec(expression ?? "")?.[1];
  if (pointer === undefined) {
    throw new Refusal(
      place,
      `${from.id}: a link takes its values from the response; write ${expression ?? "it"} as $response.body#/…`,
    );
  }
  if (page !== null && placeAt(document, page, pointer) !== undefined) return pointer;
  const known = (page === null ? [] : schemaPlaces(document, page)).filter(({ pointer: one }) =>
    /^\/[^/]+$/.test(one),
  );
  const has = known.map(({ pointer: one }) => one).join(", ") || "no properties";
  throw new Refusal(
    place,
    `${from.id}: a link takes a value from ${pointer}, which the response does not have (it has ${has}); correct the pointer or the schema`,
  );
}

/** Where the parameters of operations get their values, by operationId and name. */
export type Bindings = Readonly<Record<string, Readonly<Record<string, Binding>>>>;

/**
 * Where the parameters of each operation get their values, by the links of all responses.
 *
 * @throws Refusal where a link leads to no operation or names a parameter that the operation does not take.
 */
export function bindingsOf(document: Document): Bindings {
  const operations = new Map(operationsOf(document).map((one) => [one.id, one]));
  const bindings: Record<string, Record<string, Binding>> = {};
  for (const placed of linksOf(document)) {
    const { from, link, fragment } = placed;
    const target = operations.get(link.operationId ?? "");
    if (target === undefined) {
      const known = [...operations.keys()].join(", ");
      const what = link.operationId === undefined ? "has no operationId" : `leads to ${link.operationId}`;
      throw new Refusal(
        link.operationId === undefined ? fragment : `${fragment}/operationId`,
        `${from.id}: a link ${what}; name one of ${known}`,
      );
    }
    for (const [name, expression] of Object.entries(link.parameters ?? {})) {
      const at = `/parameters/${escaped(name)}`;
      if (!target.parameters.some((parameter) => parameter.name === name)) {
        const known = target.parameters.map((parameter) => parameter.name).join(", ") || "none";
        throw new Refusal(
          `${fragment}${at}`,
          `${from.id}: a link gives ${target.id} the parameter ${name}, which it does not take; its parameters: ${known}`,
        );
      }
      const pointer = pointerOf(document, placed, expression, at);
      const known = operations.get(bindings[target.id]?.[name]?.operation ?? "");
      // What a read shows is there already: nothing has to be created for it.
      if (known?.method === "get" && from.method !== "get") continue;
      bindings[target.id] = { ...bindings[target.id], [name]: { operation: from.id, pointer } };
    }
  }
  return bindings;
}
