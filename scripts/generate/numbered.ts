/** Lists whose pages have numbers, instead of a cursor that only the server reads. */
import { type DescribedOperation, type Document, type Parameter, resolve } from "./document.ts";
import { numbersOfItems as ofItems, numbersOfPages as ofPages, pageSizeOf } from "./page-size.ts";

/** True for a query parameter that takes the number of a page, or of items before it. */
export function isNumber(document: Document, { in: place, name, schema }: Parameter): boolean {
  if (place !== "query" || schema === undefined || !(ofPages.test(name) || ofItems.test(name))) return false;
  return [resolve(document, schema).type].flat().includes("integer");
}

/** Names of parameters that take how many items a page has. */
export const sizeName = /^(?:limit|count|top|first|(?:page_?)?size|per_?page|max_?(?:results|items))$/i;

/**
 * Which query parameter of a list takes the number of its pages, what it counts and where it begins; null without one, and
 * where nothing says with which number pages begin: some count from 0.
 */
export function numberedOf(document: Document, one: DescribedOperation) {
  const parameter = one.parameters.find((each) => isNumber(document, each));
  if (parameter === undefined || one.operation["x-paginated"] === false) return null;
  const { default: usual, minimum }: { default?: unknown; minimum?: unknown } = resolve(
    document,
    parameter.schema ?? {},
  );
  const counts = ofPages.test(parameter.name) ? ("pages" as const) : ("items" as const);
  const first = usual ?? (counts === "items" ? 0 : minimum === 1 ? 1 : null);
  if (typeof first !== "number" || (counts === "items" && first !== 0)) return null;
  const size = pageSizeOf(document, one);
  const isSize = size !== null && sizeName.test(size.parameter) && size.default >= 1;
  return {
    ...{ parameter: parameter.name, counts, first },
    size: isSize ? { parameter: size.parameter, default: size.default } : null,
  };
}
