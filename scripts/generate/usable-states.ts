/** Which items of a list an operation is for, where the words about it say so: a draft, or one that is open. */
import type { Binding } from "../../generated/operations.ts";
import type { Bindings } from "./bindings.ts";
import { type DescribedOperation, type Document, operationsOf } from "./document.ts";
import { linksOf } from "./links.ts";
import { schemaPlaces } from "./schema-places.ts";
import { schemaPlaceOf } from "./schemas.ts";

/** The same bindings, with the states of the items that are usable for an operation that writes. */
export function withUsableStates(document: Document, bindings: Bindings): Bindings {
  const operations = new Map(operationsOf(document).map((one) => [one.id, one]));
  const links = linksOf(document);
  const named = Object.entries(bindings).map(([id, bound]) => {
    const one = operations.get(id);
    const found = Object.entries(bound).map(([name, binding]) => {
      const list = operations.get(binding.operation);
      if (one === undefined || list === undefined || one.method === "get") return [name, binding] as const;
      const ofLinks = links.flatMap(({ from, link }) =>
        from.id === list.id && link.operationId === id ? [link.description ?? ""] : [],
      );
      const usable = usableIn(document, list, binding.pointer, [
        ...ofLinks.filter((words) => !leavesOut.test(words)),
        ...sentencesOf(one.operation.description ?? "").filter(isCondition),
      ]);
      return [name, usable === null ? binding : { ...binding, usable }] as const;
    });
    return [id, Object.fromEntries(found)] as const;
  });
  return Object.fromEntries(named);
}

/** The property of an item by whose value the words tell the usable ones from others; null where they don't. */
function usableIn(
  document: Document,
  list: DescribedOperation,
  pointer: string,
  said: readonly string[],
): NonNullable<Binding["usable"]> | null {
  const [, items] = /^(.*?)\/0\//.exec(pointer) ?? [];
  const [status, response] =
    Object.entries(list.operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  if (items === undefined || status === undefined || response === undefined) return null;
  const page = schemaPlaceOf(document, response, `${list.fragment}/responses/${status}`);
  const states = (page === null ? [] : schemaPlaces(document, page)).flatMap((place) => {
    const isOfItem = place.property !== null && place.pointer === `${items}/*/${place.property}`;
    const values = (place.schema.enum ?? []).filter((value) => typeof value === "string");
    return isOfItem && values.length > 1 ? [{ pointer: `/${place.property}`, values }] : [];
  });
  for (const words of said) {
    const found = states.flatMap(({ pointer, values }) => {
      const excluded = values.filter((value) => names(words, value, "\\bnot (?:yet )?[`'\"]?"));
      const named = values.filter((value) => names(words, value) && !excluded.includes(value));
      const usable = named.length > 0 ? named : values.filter((value) => !excluded.includes(value));
      return usable.length < values.length ? [{ pointer, values: usable }] : [];
    });
    if (found[0] !== undefined) return found[0];
  }
  return null;
}

/** Whether words name a value, as a whole word, with something before it: `wrongStatus` does not name `wrong`. */
function names(words: string, value: string, before = ""): boolean {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`${before}(?<![\\w-])${escaped}(?![\\w-])`, "i").test(words);
}

/** Words after which something else is meant than what they name. */
const leavesOut = /\b(?:without|except|exclud\w+|other than|unless)\b/i;

const sentencesOf = (said: string) => said.split(/[.;:]\s/);

/** True for a sentence that says of which items something can be asked; what refuses some names the others. */
function isCondition(sentence: string): boolean {
  const says = /\b(?:only|while|has to be|must be|that (?:is|are))\b/i;
  return says.test(sentence) && !/\b(?:not|no|refused?|un\w+|becomes?|afterwards|then)\b/i.test(sentence);
}
