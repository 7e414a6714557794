import { type Document, methods, resolve } from "../generate/document.ts";

/** Keywords that tie the description to its requirements; they say nothing to a partner. */
const ties = /^x-(?:requirement|unspecified)/;

/**
 * A description in which each operation holds all that it uses: what it or its path refers to stands in it, and so
 * do the parameters of its path, and the security of the whole. A change of a shared part is then a change of every
 * operation with that part, and is judged where it stands: a field that goes is one thing in a request and another in
 * a response.
 *
 * Of the components only the security schemes stay, which an operation names without `$ref`.
 */
export function expand(document: Document): Document {
  const { security, ...others } = document;
  const { securitySchemes } = document.components ?? {};
  const paths = Object.entries(document.paths).map(([path, described]) => {
    const item = resolve(document, described);
    const { parameters: shared = [], ...rest } = item;
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...shared, ...(operation.parameters ?? [])];
      return [
        [
          method,
          { ...(security && { security }), ...operation, ...(parameters.length > 0 && { parameters }) },
        ] as const,
      ];
    });
    return [path, { ...rest, ...Object.fromEntries(operations) }] as const;
  });
  const whole = { ...others, paths: Object.fromEntries(paths), components: { securitySchemes } };
  return withoutReferences(document, whole, []) as Document;
}

function withoutReferences(document: Document, node: unknown, above: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutReferences(document, item, above));
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref === "string") {
    // A schema inside itself: its changes are told one level higher.
    if (above.includes($ref)) return {};
    return withoutReferences(document, resolve(document, node as { $ref: string }), [...above, $ref]);
  }
  const entries = Object.entries(node).filter(([key]) => !ties.test(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutReferences(document, value, above)]));
}
