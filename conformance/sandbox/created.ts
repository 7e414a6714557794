/** Items that come and go: what a POST or PUT creates stands in the list that shows it, what a DELETE removes no longer. */
import { type Binding, type Operation, operations } from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { valueAt } from "../../src/core/json.ts";
import { listingOf } from "../base/listing.ts";
import { newId } from "../base/new-id.ts";
import { withValueAt } from "../base/pointer.ts";
import { isObject } from "../base/shape.ts";
import { sampleItems, sampleSuccess, successSchema } from "./samples.ts";
import { type Item, itemsOf, type State } from "./state.ts";

const all: readonly Operation[] = Object.values(operations);

/** The list that shows what an operation creates, or what is kept of it, and where the id stands in an item; null for none. */
export function listOf({ id }: Pick<Operation, "id">) {
  const named = all.find((one) => one.id === id)?.creates;
  if (named !== undefined) return { operation: named.operation, at: named.id, schema: named.schema };
  for (const { bindings, creations = {} } of all) {
    for (const [parameter, { operation }] of Object.entries(creations)) {
      const bound = all.find((one) => one.id === bindings[parameter]?.operation);
      const list = bound === undefined ? null : listingOf(bound)?.id;
      if (operation === id && list != null)
        return { operation: bindings[parameter]?.operation ?? "", at: list.pointer, schema: list.schema };
    }
  }
  return keptOf(id);
}

/** What is kept of what an operation creates and no list shows, under its own name: that is read by its id alone. */
function keptOf(id: string) {
  const creations = all.flatMap(({ creations = {} }): readonly Binding[] => Object.values(creations));
  const kept = creations.find(({ operation }) => operation === id);
  return kept === undefined ? null : { operation: id, at: kept.pointer, schema: null };
}

/** The operations that create what no list shows. */
export function keepers(): readonly string[] {
  return all.flatMap((one) => (listOf(one)?.operation === one.id ? [one.id] : []));
}

/** An item that was created, and its id, as it stands in a path. */
interface Created {
  readonly item: Item;
  readonly id: string;
}

/**
 * The item with the id in a path, which is a text there whatever it is in the item.
 *
 * @param at - Where the id stands in an item, as a JSON pointer.
 */
export function itemWithId(items: readonly Item[], at: string, id: string | undefined): Item | undefined {
  return items.find((item) => String(valueAt(item, at)) === id);
}

/**
 * Puts a new item into the list that shows what an operation creates: a sample with an id of its own and what the body
 * says of it, as far as the list or the answer shows that. What no list shows is kept as it was answered.
 *
 * @returns null where no operation reads it.
 */
export function createItem(state: State, operation: Operation, body: unknown): Created | null {
  const list = operation.method === "POST" ? listOf(operation) : null;
  const [listed] = list === null ? [] : sampleItems(list.operation, 1, 1);
  const sample = listed ?? sampleSuccess(operation.id);
  if (list === null || !isObject(sample) || valueAt(sample, list.at) === undefined) return null;
  const items = itemsOf(state, list.operation);
  const fits = (id: unknown) => list.schema === null || validators[list.schema](id);
  const id = idBeside(items, list.at, valueAt(sample, list.at), fits);
  const item = withValueAt(madeOf(sample, saidOf(sample, body, operation), operation), list.at, id) as Item;
  items.push(item);
  return { item, id: String(id) };
}

/** A sample with what a body says; where the answer needs more of a part than the body has, the rest is the sample's. */
export function madeOf(sample: Item, said: Item, operation: Pick<Operation, "responses">): Item {
  const schema = successSchema(operation);
  const made = { ...sample, ...said };
  if (schema === null || validators[schema](made)) return made;
  const whole = Object.entries(said).map(([name, value]) => {
    const shown = sample[name];
    return [name, isObject(value) && isObject(shown) ? { ...shown, ...value } : value];
  });
  return { ...sample, ...Object.fromEntries(whole) };
}

/**
 * The same for a PUT that creates, under the id in its path.
 *
 * @returns null where the operation creates nothing, or the id does not fit.
 */
export function createNamed(
  state: State,
  operation: Pick<Operation, "id" | "creates">,
  values: Readonly<Record<string, string>>,
  body: unknown,
): Created | null {
  const { creates } = operation;
  const [sample] = creates === undefined ? [] : sampleItems(creates.operation, 1, 1);
  const named = values[creates?.parameter ?? ""];
  if (creates === undefined || sample === undefined || named === undefined) return null;
  const id = typeof valueAt(sample, creates.id) === "number" ? Number(named) : named;
  if (creates.schema !== null && ![id, Number(named)].some(validators[creates.schema])) return null;
  const item = withValueAt({ ...sample, ...saidOf(sample, body, operation) }, creates.id, id) as Item;
  itemsOf(state, creates.operation).push(item);
  return { item, id: named };
}

/** What a body says of an item, as far as that or the answer of the operation shows it. */
export function saidOf(item: Item | undefined, body: unknown, { id }: Pick<Operation, "id">): Item {
  const answer = sampleSuccess(id);
  return namedIn({ ...(isObject(answer) ? answer : {}), ...item }, isObject(body) ? body : {});
}

/** The members of a body whose names another object has. */
export function namedIn(shown: object, body: Item): Item {
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shown, name)));
}

/** A new id of the kind of another one, a number or a text, that no item has and that fits. */
export function idBeside(
  items: readonly Item[],
  at: string,
  like: unknown,
  fits: (id: unknown) => boolean,
): string | number {
  const asLike = (id: string) => (typeof like === "number" ? Number(id) : id);
  const isFree = (id: string) => fits(asLike(id)) && itemWithId(items, at, String(asLike(id))) === undefined;
  return asLike(newId(String(like), isFree) ?? String(like));
}

/** Takes an item out of its list; a cursor that led to what comes after it leads there still. */
export function removeItem(state: State, operation: string, item: Item): void {
  const items = itemsOf(state, operation);
  const index = items.indexOf(item);
  if (index === -1) return;
  items.splice(index, 1);
  for (const position of state.cursors.values())
    if (position.after === item) position.after = items[index - 1] ?? null;
}
