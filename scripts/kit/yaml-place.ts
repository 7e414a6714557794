/** Where something stands in a YAML file, for messages that an editor can follow: `file:line:column`. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { namesOf } from "./json-pointer.ts";

/** A place in a text; line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * The place of a value in a YAML text: its key in a map, itself in a list. Where the value is missing, the place
 * of the nearest value around it, so that a message about a missing key leads to the map that lacks it.
 *
 * @param text - YAML; it may hold mistakes.
 * @param pointer - JSON pointer (RFC 6901), with or without a leading `#`, as `/requirements/3/basis`.
 */
export function placeOf(text: string, pointer: string): Place {
  const lines = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter: lines, logLevel: "silent" }).contents;
  let place: unknown = node;
  for (const name of namesOf(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (pair === undefined) break;
      place = pair.key;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(name)];
      if (item === undefined) break;
      place = node = item;
    } else break;
  }
  const { line, col } = lines.linePos((place as Node | null)?.range?.[0] ?? 0);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}
