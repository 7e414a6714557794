/** What Redocly would take for a loss, as it compares a schema with no list of alternatives, and no status with a range. */
import { isObject } from "../../conformance/base/shape.ts";
import type { Document } from "../generate/document.ts";
import { pointerTo } from "../kit/json-pointer.ts";
import { otherAlternatives } from "./alternatives.ts";
import { saysNothing } from "./normal-form.ts";
import type { RedoclyChange } from "./redocly-changes.ts";
import { otherStatuses } from "./statuses.ts";

/** Below these stand values, which may look like anything, or schemas that allow more where they say less. */
const unwalked = /^(?:examples?|x-.*|default|enum|not|if|then|else)$/;

/** Collections whose keys are names, which may be any. */
const collections = ["properties", "patternProperties", "dependentSchemas", "headers"];

/**
 * The older description with the same alternatives in a schema and the same statuses of an answer as the newer one,
 * where these are all that has changed there, and the changes that this takes out of it: nothing but what is inside
 * them is left to compare.
 *
 * - More alternatives are breaking in a response, and an addition in a request; fewer are breaking in a request alone.
 * - That `2XX` becomes `200` promises more of the same response. That `200` becomes `2XX` is breaking: a partner may
 *   look for the one status.
 *
 * @param before - The older description in its normal form.
 * @param after - The newer one, in the same form.
 */
export function aligned(before: Document, after: Document): { before: Document; changes: RedoclyChange[] } {
  const changes: RedoclyChange[] = [];
  const whole = walked(before, after, { old: [], now: [] }, (change) => changes.push(change));
  return { before: whole as Document, changes };
}

/** Names from the root to the same part of both; a parameter may have another place in its list. */
interface Names {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

type Tell = (change: RedoclyChange) => void;

function walked(old: unknown, now: unknown, names: Names, tell: Tell): unknown {
  if (Array.isArray(old) && Array.isArray(now)) {
    return old.map((item, index) => {
      // Without a name, as a parameter has one, nothing tells which item is the same one.
      const other = now.findIndex((one) => one?.name === item?.name && one?.in === item?.in);
      if (item?.name === undefined || other === -1) return item;
      return walked(item, now[other], below(names, String(index), String(other)), tell);
    });
  }
  if (!isObject(old) || !isObject(now)) return old;
  const responses = names.now[3] === "responses";
  const other = names.now.includes("schema") ? otherAlternatives(old, now) : undefined;
  if (other !== undefined) {
    const { isWider, ...values } = other;
    const impact = isWider === responses ? "major" : isWider ? "minor" : "patch";
    if (isWider !== undefined) tell(changeAt(names, { property: "alternatives", impact, ...values }));
    return { ...kept(now, (keyword) => !saysNothing(keyword)), ...kept(old, saysNothing) };
  }
  const statuses = responses && names.now.length === 4 ? otherStatuses(old, now) : [];
  for (const { from, to, isNarrower } of statuses) {
    const [first = "", ...more] = to;
    const values = { before: from, after: more.length === 0 ? first : to };
    const impact = isNarrower ? "patch" : "major";
    tell(changeAt(below(names, first), { property: "key", impact, ...values }));
  }
  const isNamed = collections.includes(names.now.at(-1) ?? "");
  const entries = Object.entries(old).flatMap(([key, value]) =>
    (statuses.find(({ from }) => from === key)?.to ?? [key]).map((one): [string, unknown] => {
      if (!(one in now) || (unwalked.test(one) && !isNamed)) return [one, value];
      return [one, walked(value, now[one], below(names, one), tell)];
    }),
  );
  return Object.fromEntries(entries);
}

const below = ({ old, now }: Names, name: string, newName = name): Names => ({
  old: [...old, name],
  now: [...now, newName],
});

/** A change in the form of Redocly, with a verdict: a rule speaks of it, if none of Redocly's. */
function changeAt(
  names: Names,
  { before, after, ...own }: Pick<RedoclyChange, "property" | "impact"> & { before: unknown; after: unknown },
): RedoclyChange {
  const path = `#${pointerTo(names.now)}`;
  const base = { pointer: `#${pointerTo(names.old)}`, value: before };
  return { path, kind: "modified", verdicts: [{}], base, revision: { pointer: path, value: after }, ...own };
}

function kept(schema: object, isKept: (keyword: string) => boolean): object {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword)));
}
