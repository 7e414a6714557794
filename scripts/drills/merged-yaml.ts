import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, isSeq, parse, parseDocument } from "yaml";
import { isObject } from "../../conformance/base/shape.ts";

/**
 * A YAML text with what another one adds: members of objects one by one, items of lists that are not there yet.
 * An item whose first member is the same in both, such as an id, is the same item.
 *
 * @returns The text itself, byte for byte, if it has all of it already.
 */
export function mergedYaml(text: string, addition: string): string {
  const document = parseDocument(text);
  const before: unknown = document.toJS();
  merge(document, [], parse(addition));
  return isDeepStrictEqual(document.toJS(), before)
    ? text
    : document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

type Path = readonly (string | number)[];

function merge(document: Document, path: Path, value: unknown): void {
  const there: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isMap(there) && isObject(value)) {
    for (const [name, member] of Object.entries(value)) merge(document, [...path, name], member);
  } else if (isSeq(there) && Array.isArray(value)) {
    const items = there.toJSON() as unknown[];
    for (const item of value) {
      const same = items.findIndex((other) => isSame(other, item));
      if (same === -1) document.addIn(path, document.createNode(item));
      else merge(document, [...path, same], item);
    }
  } else if (!isScalar(there) || !isDeepStrictEqual(there.toJSON(), value)) {
    document.setIn(path, document.createNode(value));
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other);
  const [name] = Object.keys(other);
  return name !== undefined && isDeepStrictEqual(one[name], other[name]);
}
