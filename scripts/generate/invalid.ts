/** Values that a schema does not allow, each wrong in one way: what a check has to notice. */
import type { Schema } from "./document.ts";

/** In which way a value is wrong: the keyword that it breaks, or `null` or a fraction where neither may be. */
export const kinds = [
  ...["null", "type", "fraction", "const", "enum", "pattern", "format", "minLength", "maxLength", "minimum"],
  ...["maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems"],
] as const;

/** A value that is wrong, and in which way. */
export interface Invalid {
  readonly kind: string;
  readonly value: unknown;
}

/**
 * One value for each way in which a value of a schema can be wrong.
 *
 * @param valid - A value that fits.
 * @param brokenBy - The keywords that a value breaks itself, without what is inside it; none where it fits.
 */
export function invalidValues(
  schema: Schema,
  valid: unknown,
  brokenBy: (value: unknown) => readonly string[],
): Invalid[] {
  return kinds.flatMap((kind) => {
    const general = kind === "null" || kind === "type" || kind === "fraction";
    if (!general && !(kind in schema)) return [];
    const bound = (schema as Record<string, unknown>)[kind];
    const wrong = candidates(kind, valid, bound).filter((value) => {
      const broken = brokenBy(value);
      return general ? broken.length > 0 : broken.includes(kind);
    });
    // Best is a value with no other mistake.
    const value = wrong.find((one) => brokenBy(one).length === 1) ?? wrong[0];
    return wrong.length === 0 ? [] : [{ kind, value }];
  });
}

/** Values that are likely to be wrong in one way, the most plausible first. */
function candidates(kind: (typeof kinds)[number], valid: unknown, bound: unknown): unknown[] {
  const text = typeof valid === "string" ? valid : null;
  const number = typeof valid === "number" ? valid : null;
  const list: unknown[] | null = Array.isArray(valid) ? valid : null;
  const limit = typeof bound === "number" ? bound : 0;
  switch (kind) {
    case "null":
      return [null];
    case "type":
      return anotherType(valid);
    case "fraction":
      return number === null ? [] : [number + 0.5];
    case "const":
    case "enum":
      if (number !== null) return [number + 1, number + 0.5];
      if (typeof valid === "boolean") return [!valid];
      return text === null ? [] : [text.toLowerCase(), text.toUpperCase(), `${text}2`];
    case "pattern":
    case "format":
      if (text === null) return [];
      return [
        text.toLowerCase(),
        text.toUpperCase(),
        text.slice(1),
        text.slice(0, -1),
        `${text}?`,
        "?",
        `?${text}`,
      ];
    case "minLength":
      return text === null ? [] : [text.slice(0, Math.max(limit - 1, 0))];
    case "maxLength":
      return text === null ? [] : [text.padEnd(limit + 1, text || "a")];
    case "minimum":
      return [limit - 1];
    case "maximum":
      return [limit + 1];
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return [limit];
    case "multipleOf":
      // Of whole numbers, half a step is no number of their kind.
      return number === null ? [] : [number + (limit >= 2 ? 1 : limit / 2)];
    case "minItems":
      return list === null ? [] : [list.slice(0, Math.max(limit - 1, 0))];
    case "maxItems":
      return list === null
        ? []
        : [Array.from({ length: limit + 1 }, (_, index) => list[index % list.length])];
    case "uniqueItems":
      return list === null ? [] : [[...list, ...list]];
  }
}

/** The same in another type, as a careless server sends it. */
function anotherType(valid: unknown): unknown[] {
  if (Array.isArray(valid)) return [{}];
  if (typeof valid === "object") return valid === null ? [] : [[]];
  if (typeof valid !== "string") return [String(valid)];
  return [/^[1-9][0-9]{0,9}$/.test(valid) ? Number(valid) : 7];
}
