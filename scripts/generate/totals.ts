/** Where a list says how many items there are on all its pages, by names that are used for nothing else. */
import type { Total } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, resolve } from "./document.ts";
import { schemaPlaces } from "./schema-places.ts";

const headerName = /^(?:x-)?total(?:-(?:count|items|results))?$/i;
const propertyName = /^total_?(?:count|items|results|elements)$/i;
/** What the words of a property say that is called total alone: it may be a sum of money as well. */
const ofCount = /\b(?:how many|number|count)\b/i;

/**
 * The place where a page says so: a header, or an integer beside the items or above them.
 *
 * @param page - Fragment of the schema of a page.
 * @returns null where there is none, or more than one.
 */
export function totalOf(document: Document, { operation }: DescribedOperation, page: string): Total | null {
  const headers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => Object.keys(resolve(document, response).headers ?? {}))
    .filter((name) => headerName.test(name))
    .map((header): Total => ({ header }));
  const properties = schemaPlaces(document, page)
    .filter(({ pointer, schema }) => !pointer.includes("/*") && [schema.type].flat().includes("integer"))
    .filter(({ property, schema }) => {
      const isCount = property?.toLowerCase() === "total" && ofCount.test(schema.description ?? "");
      return isCount || propertyName.test(property ?? "");
    })
    .map(({ pointer }): Total => ({ pointer }));
  const [found, ...others] = [...headers, ...properties];
  return found === undefined || others.length > 0 ? null : found;
}
