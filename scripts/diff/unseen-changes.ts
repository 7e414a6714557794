import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "../kit/json-pointer.ts";
import type { RedoclyChange } from "./redocly-changes.ts";

/** A value that Redocly does not compare, or only by its presence. */
interface Unseen {
  /** Names from the root to the object that holds it. */
  readonly names: readonly string[];
  readonly key: string;
  readonly value: unknown;
}

/** A document as what this file looks at: its objects, and the values in them, each under a name that both documents share. */
interface Seen {
  readonly objects: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Unseen>;
}

/**
 * The changes that Redocly passes over, in its own form and without a verdict: constants under `x-` keys, the scopes of
 * a security scheme, the security of an operation, the parameters of a link, the mapping of a discriminator and the value of an example.
 *
 * What stands in something that is added or removed as a whole is no change of its own.
 */
export function unseenChanges(before: object, after: object): RedoclyChange[] {
  const [old, now] = [seenIn(before), seenIn(after)];
  const all = new Map([...old.values, ...now.values]);
  return [...all].flatMap(([shared, { names, key }]): RedoclyChange[] => {
    const parent = shared.slice(0, shared.lastIndexOf("\n"));
    const [base, revision] = [old.values.get(shared)?.value, now.values.get(shared)?.value];
    if (!old.objects.has(parent) || !now.objects.has(parent) || isDeepStrictEqual(base, revision)) return [];
    const pointer = `#${pointerTo(names)}`;
    const oldNames = old.values.get(shared)?.names;
    const own = { path: pointer, kind: "modified", impact: "patch", property: key, verdicts: [] } as const;
    return [
      { ...own, ...(oldNames && { base: { pointer, value: base } }), revision: { pointer, value: revision } },
    ];
  });
}

function isUnseen(key: string, names: readonly string[]): boolean {
  const collection = names.at(-2);
  return (
    key.startsWith("x-") ||
    (key === "scopes" && names.includes("flows")) ||
    (key === "security" && names.length === 3 && names[0] === "paths") ||
    (key === "parameters" && collection === "links") ||
    (key === "mapping" && names.at(-1) === "discriminator") ||
    (key === "value" && collection === "examples")
  );
}

function seenIn(document: object): Seen {
  const objects = new Set<string>();
  const values = new Map<string, Unseen>();
  const visit = (node: object, names: readonly string[], shared: string): void => {
    objects.add(shared);
    for (const [key, value] of Object.entries(node)) {
      // A parameter is the same one wherever it stands in its list.
      const below = `${shared}\n${(Array.isArray(node) && value?.name) || key}`;
      if (isUnseen(key, names)) values.set(below, { names, key, value });
      else if (typeof value === "object" && value !== null) visit(value, [...names, key], below);
    }
  };
  visit(document, [], "");
  return { objects, values };
}
