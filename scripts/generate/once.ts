import type { Document } from "./document.ts";

/**
 * Makes something of a document once, and gives the same to all who ask: several files are generated from what takes
 * long to make. The document is not to be changed after the first question.
 */
export function oncePerDocument<T>(make: (document: Document) => T): (document: Document) => T {
  const made = new WeakMap<Document, { readonly value: T }>();
  return (document) => {
    const known = made.get(document) ?? { value: make(document) };
    made.set(document, known);
    return known.value;
  };
}
