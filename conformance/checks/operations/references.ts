/** The ids of what is there, in bodies that speak of something else, such as the cards of a transfer. */
import { valueAt } from "../../../src/core/json.ts";
import { ownerNames } from "../../base/owner-names.ts";
import { isObject } from "../../base/shape.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { argumentsOf } from "./arguments.ts";
import { namingOf } from "./named-item.ts";
import { type Described, idOf } from "./operation.ts";
import { readItems } from "./pages.ts";

/** A list whose items a property of a body may name. */
export interface Reference {
  /** The operation that lists them. */
  readonly list: string;
  /** JSON pointer to the id in an item. */
  readonly pointer: string;
}

/**
 * What the properties of a body may name, by their names in small letters: the items that paths of the description name,
 * such as `cardId` where there is `/card/{id}`. What an operation adds to a list has an id that is not there yet.
 */
export function referencesOf({ row, description }: Described): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  for (const other of Object.values(description.operations)) {
    const naming = namingOf({ row: other, description });
    if (naming === null || description.operations[naming.list]?.path === row.path) continue;
    const { parameter, list, pointer } = naming;
    // A parameter such as `ref` alone may be anything.
    for (const name of ownerNames(other.path, parameter))
      if (name !== parameter || /.(?:Id|_id)$/.test(name)) found.set(name.toLowerCase(), { list, pointer });
  }
  return found;
}

/**
 * A body in which such properties, `cardId`, `fromCardId` and `cardIds` among them, name what is there: another item at
 * each place while there are enough.
 *
 * @param idsOf - The ids of a list.
 */
export function naming(
  body: unknown,
  references: ReadonlyMap<string, Reference>,
  idsOf: (reference: Reference) => readonly string[],
): unknown {
  const taken = new Map<string, number>();
  const next = (reference: Reference, shown: unknown): unknown => {
    const ids = idsOf(reference);
    const index = taken.get(reference.list) ?? 0;
    taken.set(reference.list, index + 1);
    const id = ids[index % ids.length];
    return id === undefined || typeof shown !== "string" ? shown : id;
  };
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const reference = referenceOf(name, references);
        if (reference === null) return [name, within(part)];
        return [name, Array.isArray(part) ? part.map((one) => next(reference, one)) : next(reference, part)];
      }),
    );
  };
  return within(body);
}

/** What a property names: `fromCardId` ends like `cardId`, and `cardIds` names several. */
function referenceOf(name: string, references: ReadonlyMap<string, Reference>): Reference | null {
  const single = name.replace(/s$/, "");
  for (const [known, reference] of references) {
    const rest = single.slice(0, -known.length);
    const isEnd = single.toLowerCase().endsWith(known);
    // `discardId` ends like it as well; a word of its own begins with a capital or after `_`.
    if (isEnd && (rest === "" || rest.endsWith("_") || /[A-Z]/.test(single.charAt(rest.length))))
      return reference;
  }
  return null;
}

/** The bodies of an operation, naming what the server lists; null where they speak of nothing that is listed. */
export async function bodiesNaming(
  run: Run,
  one: Described,
  bodies: readonly unknown[],
): Promise<readonly unknown[] | null> {
  const references = referencesOf(one);
  const asked = new Map<string, Reference>();
  for (const body of bodies)
    naming(body, references, (reference) => {
      asked.set(reference.list, reference);
      return [];
    });
  const ids = new Map<string, readonly string[]>();
  for (const { list, pointer } of asked.values()) ids.set(list, await idsIn(run, one, list, pointer));
  if ([...ids.values()].every(({ length }) => length === 0)) return null;
  return bodies.map((body) => naming(body, references, ({ list }) => ids.get(list) ?? []));
}

/** The ids of a list, the last one first, as that is the item under test; that of `--card` alone where one is named. */
async function idsIn(run: Run, one: Described, list: string, pointer: string): Promise<readonly string[]> {
  const row = one.description.operations[list];
  if (row === undefined) return [];
  const described = { ...one, row };
  const items = await ifConclusive(
    argumentsOf(run, described).then((args) => readItems(run, described, args, idOf("accepted", one))),
  );
  const ids = (items ?? []).map((item) => valueAt(item, pointer)).filter((id) => typeof id === "string");
  return run.card !== null && ids.includes(run.card) ? [run.card] : ids.reverse();
}
