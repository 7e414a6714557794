/** Bodies of one operation, and what was shown of each. */
import { isObject } from "../../base/shape.ts";

/** What was asked for, and what was shown of it then. */
export interface Given {
  readonly asked: unknown;
  readonly shown: unknown;
  readonly exchange: string;
}

/** How often something has to be seen of one value: something else may have been the reason. */
export const tellingTimes = 2;

/** A part of bodies, and what was given with one value of it, which was not kept each time. */
export interface Lost {
  readonly pointer: string;
  readonly lost: readonly Given[];
}

/** Pointers to all lists and all that has no parts, outside of lists. */
export function partsOf(value: unknown, pointer = ""): readonly string[] {
  if (!isObject(value)) return pointer === "" ? [] : [pointer];
  return Object.entries(value).flatMap(([name, part]) => partsOf(part, `${pointer}/${name}`));
}
