import { isDeepStrictEqual } from "node:util";
import type { RedoclyChange } from "./redocly-changes.ts";

/**
 * Changes in which a parameter that Redocly takes for removed and added, because its schema is another one, is
 * modified instead: one change for each of its keys, which then names both values.
 */
export function joinSameParameter(changes: readonly RedoclyChange[]): RedoclyChange[] {
  return changes.flatMap((change) => {
    const key = parameterKey(change);
    const other = changes.find((one) => one !== change && key !== undefined && parameterKey(one) === key);
    if (other === undefined) return [change];
    if (change.kind === "removed") return [];
    const [before, after] = [valuesOf(other.base), valuesOf(change.revision)];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((property) => !isDeepStrictEqual(before[property], after[property]))
      .map((property) => ({
        ...change,
        // That the old form is gone outweighs that the new one is there.
        impact: other.impact,
        verdicts: other.verdicts,
        kind: "modified" as const,
        property,
        base: { pointer: other.path, value: before[property] },
        revision: { pointer: change.path, value: after[property] },
      }));
  });
}

/** What makes a removed or added parameter the same one: its operation, name and place in the request. */
function parameterKey({ path, kind, base, revision }: RedoclyChange): string | undefined {
  if (kind === "modified" || !/\/parameters\/\d+$/.test(path)) return undefined;
  const { name, in: place } = valuesOf(base ?? revision);
  return JSON.stringify([path.replace(/\d+$/, ""), name, place]);
}

function valuesOf(side: RedoclyChange["base"]): Record<string, unknown> {
  return (side?.value ?? {}) as Record<string, unknown>;
}
