/** The size of the pages of a list: which query parameter takes it, and whether a page may be shorter. */
import { type DescribedOperation, type Document, type Parameter, resolve } from "./document.ts";

/** Names of parameters that take the number of a page, and of those that take how many items come before it. */
export const [numbersOfPages, numbersOfItems] = [
  /^page(?:_?(?:no|number|num|index))?$/i,
  /^(?:offset|skip)$/i,
] as const;

const isNoNumber = ({ name }: Parameter) => !numbersOfPages.test(name) && !numbersOfItems.test(name);

/** Another query parameter with a number for its default is the one that takes the size of a page. */
export function pageSizeOf(document: Document, { parameters, operation }: DescribedOperation) {
  for (const { in: place, name, schema, description = "" } of parameters.filter(isNoNumber)) {
    const { default: size } = schema === undefined ? {} : resolve(document, schema);
    if (place !== "query" || typeof size !== "number") continue;
    const ofPages = (operation.description ?? "")
      .split(/[.;]\s/)
      .filter((sentence) => /\bpages?\b/i.test(sentence));
    const isMost = [description, ...ofPages].some((text) => saysMost.test(text));
    return { parameter: name, default: size, ...(isMost && { isMost: true as const }) };
  }
  return null;
}

/** Words by which a number of items is only the most that a page may hold. */
const saysMost =
  /\b(?:at most|up to|no more than|fewer|the most|maximum (?:number|count)|most (?:items|entries))\b/i;
