/** What the links of the description say: where parameters get their values, and what an operation changes. */
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
  /** The parameters that have a value of the path of the request, by the name that it has there. */
  readonly kept: Readonly<Record<string, string>>;
}

/** Every link of every response; what it takes from the path of the request is not among its parameters. */
export function linksOf(document: Document): PlacedLink[] {
  return operationsOf(document).flatMap((from) =>
    Object.entries(from.operation.responses).flatMap(([status, response]) => {
      const at = `${from.fragment}/responses/${status}`;
      const page = schemaPlaceOf(document, response, at);
      return Object.entries(resolve(document, response).links ?? {}).map(([name, link]) => {
        const fragment = `${targetOf(document, response, at)}/links/${escaped(name)}`;
        const { parameters, ...rest } = resolve(document, link);
        const [shown, kept] = parametersOf(from, parameters ?? {});
        const linked = { ...rest, ...(parameters === undefined ? {} : { parameters: shown }) };
        return { from, name, status, link: linked, fragment: targetOf(document, link, fragment), page, kept };
      });
    }),
  );
}

/** Those parameters of a link that the response gives a value, and those that keep one of the path of the request. */
function parametersOf({ path }: DescribedOperation, parameters: Readonly<Record<string, string>>) {
  const all = Object.entries(parameters).map(([name, expression]) => {
    const [, kept] = /^\$request\.path\.(\w+)$/.exec(expression) ?? [];
    // A name may say where the parameter stands (OpenAPI 3.1, section 4.8.20.1).
    const isKept = kept !== undefined && path.includes(`{${kept}}`);
    return { name: name.replace(/^(?:path|query)\./, ""), isKept, value: isKept ? kept : expression };
  });
  return [false, true].map((wanted) =>
    Object.fromEntries(all.filter(({ isKept }) => isKept === wanted).map(({ name, value }) => [name, value])),
  ) as [Record<string, string>, Record<string, string>];
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
