/** Lists whose pages have numbers, instead of a cursor that only the server reads. */
import { type DescribedOperation, type Document, type Parameter, resolve } from "./document.ts";
import { numbersOfItems as ofItems, numbersOfPages as ofPages, pageSizeOf } from "./page-size.ts";

/** True for a query parameter that takes the number of a page, or of items before it. */
export function isNumber(document: Document, { in: place, name, schema }: Parameter): boolean {
  if (place !== "query" || schema === undefined || !(ofPages.test(name) || ofItems.test(name))) return false;
  return [resolve(document, schema).type].flat().includes("integer");
}

/** Which query parameter of a list takes the number of its pages, what it counts and where it begins; null without one. */
export function numberedOf(document: Document, one: DescribedOperation) {
  const parameter = one.parameters.find((each) => isNumber(document, each));
  if (parameter === undefined) return null;
  const { default: usual, minimum }: { default?: unknown; minimum?: unknown } = resolve(
    document,
    parameter.schema ?? {},
  );
  const counts = ofPages.test(parameter.name) ? ("pages" as const) : ("items" as const);
  const least = [usual, minimum].find((value) => typeof value === "number");
  const size = pageSizeOf(document, one);
  return {
    parameter: parameter.name,
    counts,
    first: least ?? (counts === "pages" ? 1 : 0),
    size: size === null ? null : { parameter: size.parameter, default: size.default },
  };
}
