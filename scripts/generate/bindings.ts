/** Where the parameters of operations get their values: from what links say, and otherwise from what paths say. */
import type { Binding } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, escaped, operationsOf } from "./document.ts";
import { linksOf, pointerOf } from "./links.ts";
import { paginationOf } from "./pages.ts";
import { Refusal } from "./refusal.ts";

/** Where the parameters of operations get their values, by operationId and name. */
export type Bindings = Readonly<Record<string, Readonly<Record<string, Binding>>>>;

/**
 * Where the parameters of each operation get their values.
 *
 * @throws Refusal where a link leads to no operation or names a parameter that the operation does not take.
 */
export function bindingsOf(document: Document): Bindings {
  return withListed(document, withSamePlaces(document, linkedOf(document)));
}

/** Those that a link of a response gives a value of that response. */
function linkedOf(document: Document): Bindings {
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
    for (const name of [...Object.keys(link.parameters ?? {}), ...Object.keys(placed.kept)]) {
      const at = `/parameters/${escaped(name)}`;
      if (!target.parameters.some((parameter) => parameter.name === name)) {
        const known = target.parameters.map((parameter) => parameter.name).join(", ") || "none";
        throw new Refusal(
          `${fragment}${at}`,
          `${from.id}: a link gives ${target.id} the parameter ${name}, which it does not take; its parameters: ${known}`,
        );
      }
      if (Object.hasOwn(placed.kept, name)) continue;
      const pointer = pointerOf(document, placed, link.parameters?.[name], at);
      const known = operations.get(bindings[target.id]?.[name]?.operation ?? "");
      // What a read shows is there already: nothing has to be created for it.
      if (known?.method === "get" && from.method !== "get") continue;
      bindings[target.id] = { ...bindings[target.id], [name]: { operation: from.id, pointer } };
    }
  }
  return bindings;
}

/** The beginning of a path up to a parameter, with it; undefined where it has none of this name. */
function upTo({ path }: Pick<DescribedOperation, "path">, parameter: string): string | undefined {
  return path.match(new RegExp(`^.*?\\{${parameter}\\}`))?.[0];
}

/** The same with those of other operations whose paths begin alike: `/card/{id}` is one card, whatever follows. */
function withSamePlaces(document: Document, linked: Bindings): Bindings {
  const all = operationsOf(document);
  const named = all.map((one) => {
    const missing = pathNames(one).filter((name) => linked[one.id]?.[name] === undefined);
    const found = missing.flatMap((name) => {
      const alike = all.filter((other) => upTo(other, name) === upTo(one, name));
      const [binding] = alike.flatMap(({ id }) => linked[id]?.[name] ?? []);
      // What an operation shows itself can't be had before it is called.
      return binding === undefined || binding.operation === one.id ? [] : [[name, binding] as const];
    });
    return [one.id, { ...linked[one.id], ...Object.fromEntries(found) }] as const;
  });
  return Object.fromEntries(named.filter(([, bound]) => Object.keys(bound).length > 0));
}

/** The same with the ids of the items of lists, for the paths one level below these. */
function withListed(document: Document, bound: Bindings): Bindings {
  const all = operationsOf(document);
  const listed = all.flatMap((list) => {
    const page = list.method === "get" ? paginationOf(document, list) : null;
    return page?.id == null ? [] : [{ list, pointer: `${page.items}/0${page.id.pointer}` }];
  });
  const named = all.map((one) => {
    const found = pathNames(one).flatMap((name) => {
      const above = listed.find(({ list }) => upTo(one, name) === `${list.path}/{${name}}`);
      if (bound[one.id]?.[name] !== undefined || above === undefined) return [];
      return [[name, { operation: above.list.id, pointer: above.pointer }] as const];
    });
    return [one.id, { ...bound[one.id], ...Object.fromEntries(found) }] as const;
  });
  return Object.fromEntries(named.filter(([, one]) => Object.keys(one).length > 0));
}

function pathNames({ parameters }: DescribedOperation): readonly string[] {
  return parameters.filter(({ in: place }) => place === "path").map(({ name }) => name);
}
