/** The ids of what is there, in bodies that speak of something else, such as the cards of a transfer. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { ownerNames } from "../../base/owner-names.ts";
import { isObject } from "../../base/shape.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { type Arguments, argumentsOf } from "./arguments.ts";
import { left } from "./creators.ts";
import { namingOf } from "./named-item.ts";
import { type Described, idOf, isWrite, nameOf, pathParameters, samplesOf } from "./operation.ts";
import { readItems } from "./pages.ts";

/** A list whose items a property of a body may name. */
export interface Reference {
  /** The operation that lists them. */
  readonly list: string;
  /** JSON pointer to the id in an item. */
  readonly pointer: string;
  /** Parameters of the path of the list, as its items are of something else; none for a list of its own. */
  readonly above: readonly string[];
}

/**
 * What the properties of a body may name, by their names in small letters: the items that paths of the description name,
 * such as `cardId` where there is `/card/{id}`, and those of other lists, of its own path where they are of something. What
 * an operation adds to a list has an id that is not there yet.
 */
export function referencesOf({ row, description }: Described): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  for (const other of Object.values(description.operations)) {
    const naming = namingOf({ row: other, description });
    if (naming === null || naming.list.row.path === row.path) continue;
    const { parameter, list, pointer } = naming;
    // A parameter such as `ref` alone may be anything.
    for (const name of ownerNames(other.path, parameter))
      if (name !== parameter || /.(?:Id|_id)$/.test(name))
        found.set(name.toLowerCase(), { list: list.row.id, pointer, above: [] });
  }
  for (const other of Object.values(description.operations)) {
    const id = listingOf(other)?.id ?? null;
    const above = pathParameters(other);
    const [, parent = ""] = /^(.*\})?/.exec(other.path) ?? [];
    if (id === null || other.path === row.path || !row.path.startsWith(`${parent}/`)) continue;
    for (const name of ownerNames(`${other.path}/{id}`, "id").map((one) => one.toLowerCase()))
      if (!found.has(name)) found.set(name, { list: other.id, pointer: id.pointer, above });
  }
  return found;
}

/**
 * A body in which such properties, `cardId`, `fromCardId` and `cardIds` among them, name what is there: each property the
 * same item wherever it stands, as this run is to change no more of them than it has to, and other properties other ones.
 *
 * @param idsOf - The ids of a list.
 */
export function naming(
  body: unknown,
  references: ReadonlyMap<string, Reference>,
  idsOf: (reference: Reference) => readonly string[],
): unknown {
  /** The names under which each list was met. */
  const met = new Map<string, string[]>();
  const idFor = (reference: Reference, name: string, shown: unknown, index = 0): unknown => {
    const ids = idsOf(reference);
    const names = met.get(reference.list) ?? [];
    if (!names.includes(name)) met.set(reference.list, [...names, name]);
    const place = (met.get(reference.list)?.indexOf(name) ?? 0) + index;
    const id = ids[place % ids.length];
    return id === undefined || typeof shown !== "string" ? shown : id;
  };
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const reference = referenceOf(name, references);
        if (reference === null) return [name, within(part)];
        const of = (one: unknown, index?: number) => idFor(reference, name, one, index);
        return [name, Array.isArray(part) ? part.map(of) : of(part)];
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

/** A body that names of what is there what another one names, in the properties that both have. */
export function namingAs(one: Described, body: unknown, other: unknown): unknown {
  if (!isObject(body) || !isObject(other)) return body;
  const references = referencesOf(one);
  const isNamed = (name: string) => referenceOf(name, references) !== null && Object.hasOwn(body, name);
  const named = Object.entries(other).filter(([name]) => isNamed(name));
  return { ...body, ...Object.fromEntries(named) };
}

/**
 * The bodies of an operation, naming what the server lists; null where they speak of nothing that is listed. What belongs to an
 * item of the path may be taken, or be in no state to be named: of that, each body names others in turn.
 *
 * @param path - The path parameters with which it is called.
 */
export async function bodiesNaming(
  run: Run,
  one: Described,
  bodies: readonly unknown[],
  path: Arguments["path"],
): Promise<readonly unknown[] | null> {
  const references = referencesOf(one);
  const asked = new Map<string, Reference>();
  for (const body of bodies)
    naming(body, references, (reference) => {
      asked.set(reference.list, reference);
      return [];
    });
  const ids = new Map<string, readonly string[]>();
  for (const reference of asked.values()) ids.set(reference.list, await idsIn(run, one, reference, path));
  const turned = (list: string, turn: number) => {
    const all = ids.get(list) ?? [];
    return [...all.slice(turn), ...all.slice(0, turn)];
  };
  const below = [...asked.values()].filter(({ above }) => above.length > 0);
  const turns = Math.max(1, ...below.map(({ list }) => ids.get(list)?.length ?? 0));
  // One body after the other names something else: what the one has taken, the next one need not.
  const named = Array.from({ length: turns }, (_, turn) =>
    bodies.map((body, index) =>
      naming(body, references, ({ list, above }) =>
        turned(list, above.length > 0 ? (turn + index) % turns : 0),
      ),
    ),
  ).flat();
  const told = [...new Set([...ids.values()].flat())].filter((id) => jsonText(named).includes(jsonText(id)));
  if (told.length === 0) return null;
  if (isWrite(one.row)) run.notify(`calls ${nameOf(one.row)} with ${told.join(" and ")}; ${left}`);
  return named;
}

/** So many of them are named, where a body names several: a transfer goes from one to another. */
const mostNamed = 2;
/** How many of those of an item are named in turn. */
const mostOfItem = 12;

/** The ids of a list, the last one first, as that is the item under test; that of `--card` alone where one is named. */
async function idsIn(
  run: Run,
  one: Described,
  { list, pointer, above }: Reference,
  path: Arguments["path"],
): Promise<readonly string[]> {
  const row = one.description.operations[list];
  if (row === undefined) return [];
  const described = { ...one, row };
  const own = Object.fromEntries(above.map((name) => [name, path[name] ?? ""]));
  const items = await ifConclusive(
    (above.length === 0
      ? argumentsOf(run, described)
      : Promise.resolve({ path: own, query: samplesOf(described).query, isLive: true })
    ).then((args) => readItems(run, described, args, idOf("accepted", one))),
  );
  const ids = (items ?? []).map((item) => valueAt(item, pointer)).filter((id) => typeof id === "string");
  if (above.length > 0) return ids.slice(0, mostOfItem);
  return run.card !== null && ids.includes(run.card) ? [run.card] : ids.reverse().slice(0, mostNamed);
}
