/** What a body leaves out has the default that the description gives it (OpenAPI 3.1: the value that a receiver assumes). */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { isMasked } from "./asked.ts";
import { nameOf, type Row } from "./operation.ts";

/** A body that was accepted, and what is shown of what it asked for. */
export interface Asked {
  readonly asked: unknown;
  readonly shown: unknown;
  /** Id of the exchange. */
  readonly exchange: string;
}

/**
 * Judges bodies that leave out what has a default. In an object that is left out as a whole, nothing has one: whether there
 * is such an object is another question.
 */
export function judgeDefaults(row: Row, writes: readonly Asked[]): Fact[] {
  for (const [pointer, usual] of Object.entries(row.bodyDefaults ?? {})) {
    const silent = writes.filter(({ asked, shown }) => {
      const above = valueAt(asked, pointer.slice(0, pointer.lastIndexOf("/")));
      const value = valueAt(shown, pointer);
      const isSilent = isObject(above) && valueAt(asked, pointer) === undefined;
      return isSilent && value !== undefined && !isMasked(value);
    });
    const other = silent.filter(({ shown }) => !isDeepStrictEqual(valueAt(shown, pointer), usual));
    const [first] = other;
    // Once it was so: then something else may have made it another one.
    if (first === undefined || other.length < silent.length) continue;
    const name = pointer.slice(1).replaceAll("/", ".");
    return violations({
      message: `${nameOf(row)} gives ${name}, which its body leaves out, another value than the default.`,
      expected: [jsonText(usual)],
      received: jsonText(valueAt(first.shown, pointer)),
      pointer,
      exchanges: other.map(({ exchange }) => exchange),
    });
  }
  return [];
}
