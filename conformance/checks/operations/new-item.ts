/** Items that a PUT creates, each under an id that this run has chosen and that nothing has. */
import type { Creates } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { newId } from "../../base/new-id.ts";
import { withValueAt } from "../../base/pointer.ts";
import { type Exchange, isForLater, isRefusal, quoted, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { bodiesToTry, soonBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { hasMadeNew } from "./maker.ts";
import { callOf, type Described, nameOf, samplesOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { type Sending, send } from "./send.ts";
import { sameRead } from "./view.ts";

/** An item of a list, under a new id, and the PUT that was to create it. */
export interface NewItem {
  readonly id: string;
  readonly path: Arguments["path"];
  readonly exchange: Exchange;
}

/** The list of what a PUT creates. @throws Error for an operation that creates nothing so. */
export function listOfNew({ row, description }: Described): { readonly creates: Creates; list: Described } {
  const { creates } = row;
  const list = description.operations[creates?.operation ?? ""];
  if (creates === undefined || list === undefined) throw new Error(`${row.id} creates no item of a list`);
  return { creates, list: { row: list, description } };
}

/** The path of the list above an item, from that of the item. */
export function pathAbove({ row }: Described, path: Arguments["path"]): Arguments["path"] {
  const { [row.creates?.parameter ?? ""]: _, ...above } = path;
  return above;
}

/**
 * Sends a PUT with an id that nothing has.
 *
 * @param above - The path of the list.
 * @throws Inconclusive if the list can't be read, there is no such id, or what has one of a few is not said to be new.
 */
export async function putNew(
  run: Run,
  one: Described,
  above: Arguments["path"],
  { purpose, body }: Pick<Sending, "purpose" | "body">,
): Promise<NewItem> {
  const { creates } = listOfNew(one);
  const id = await newIdFor(run, one, above);
  const path = { ...above, [creates.parameter]: id };
  const args = { path, query: samplesOf(one).query, isLive: true };
  const exchange = await send(run, one, args, { purpose, body: bodyNaming(body, creates.id, id) });
  // Of a few, somebody else may have made this one meanwhile: then it is theirs, and not removed.
  const isOfFew = one.row.choices?.[creates.parameter] !== undefined;
  if (isOfFew && succeeded(exchange) && !hasMadeNew(one, exchange))
    throw new Inconclusive(`${nameOf(one.row)} does not say that ${id} is new: ${quoted(exchange)}`, [
      exchange.id,
    ]);
  return { id, path, exchange };
}

/**
 * Creates an item by the first body that is accepted, and from then on by that one.
 *
 * @throws Inconclusive if none is accepted, or none can be sent.
 */
export async function createNew(run: Run, one: Described, above: Arguments["path"]): Promise<NewItem> {
  const known = await run.memoize(`bodies of new items of ${one.row.id}`, async () => {
    const bodies = (await bodiesToTry(run, one, above)).flat();
    return { bodies, soon: soonBodies(run, one, bodies) };
  });
  const { bodies, soon } = known;
  const refused: Exchange[] = [];
  // One that was refused for its id may be accepted with another.
  for (const body of [...(bodies.length > 1 ? bodies : [bodies[0], bodies[0]]), ...soon]) {
    const made = await putNew(run, one, above, { purpose: "arguments", body });
    if (succeeded(made.exchange)) {
      known.bodies = [body, ...bodies.filter((other) => other !== body)];
      known.soon = [];
      return made;
    }
    refused.push(made.exchange);
    if (made.exchange.response === null || isForLater(made.exchange)) break;
  }
  throw notCreated(one, refused);
}

/** That none was created says little: the service may know more of what an id may be than the description shows. */
export function notCreated({ row }: Described, refused: readonly Exchange[]): Inconclusive {
  const why = refused[0] === undefined ? "nothing was sent" : quoted(refused[0]);
  const what = `${nameOf(row)} was not accepted with an id that nothing has: ${why}`;
  return new Inconclusive(
    what,
    refused.map(({ id }) => id),
  );
}

/** A body that says the id as well, where it says one. */
export function bodyNaming(body: unknown, pointer: string, id: string): unknown {
  const said = valueAt(body, pointer);
  if (said === undefined) return body;
  return withValueAt(body, pointer, typeof said === "number" ? Number(id) : id);
}

/** How many ids are looked for before it is said that there is none. */
const attempts = 3;

/**
 * An id that nothing has, in the form of those that the list shows, or else of the sample; where it is one of a few, such as a
 * category, one that the list does not show now. @throws Inconclusive
 */
async function newIdFor(run: Run, one: Described, above: Arguments["path"]): Promise<string> {
  const { creates } = listOfNew(one);
  const choices = await freeChoices(run, one, above);
  if (choices !== null) {
    for (const id of choices) if (await isFree(run, one, above, id)) return id;
    throw new Inconclusive(`of all that ${creates.parameter} may be, nothing is free`);
  }
  const taken = await run.memoize(`taken ids of ${one.row.id} ${JSON.stringify(above)}`, () =>
    idsListed(run, one, above),
  );
  // What was removed may be refused for good, and what was created may be listed later.
  const used = run.recall(`new ids of ${one.row.id}`, new Set<string>());
  const like = taken.at(-1) ?? samplesOf(one).path[creates.parameter] ?? "";
  for (let time = 0; time < attempts; time += 1) {
    const id = newId(like, (other) => fits(one, other) && !taken.includes(other) && !used.has(other));
    if (id === null) break;
    used.add(id);
    if (await isFree(run, one, above, id)) return id;
  }
  throw new Inconclusive(`of the form of ${like}, there is no ${creates.parameter} that nothing has`);
}

/**
 * What such an id may be and nothing has now, where it is one of a few that the list shows; null where it is not.
 * @throws Inconclusive
 */
export async function freeChoices(
  run: Run,
  one: Described,
  above: Arguments["path"],
): Promise<readonly string[] | null> {
  const choices = one.row.choices?.[listOfNew(one).creates.parameter];
  if (choices === undefined) return null;
  const listed = await idsListed(run, one, above);
  // Else the list knows its items by something else.
  if (listed.some((id) => !choices.includes(id))) return null;
  return choices.filter((choice) => !listed.includes(choice));
}

async function idsListed(run: Run, one: Described, above: Arguments["path"]): Promise<readonly string[]> {
  const { creates, list } = listOfNew(one);
  const items = await readItems(run, list, { path: above, query: {} }, "arguments");
  return items.map((item) => String(valueAt(item, creates.id)));
}

/** True for what may be such an id by its form, as the parameter and the list have it. */
function fits(one: Described, id: string): boolean {
  const { creates, list } = listOfNew(one);
  return [creates.schema, listingOf(list.row)?.id?.schema ?? null].every(
    (schema) => schema === null || validators[schema](id) || validators[schema](Number(id)),
  );
}

/** Asks whether something has an id, since a PUT would replace it: of a long list, not all may have been read. */
async function isFree(run: Run, one: Described, above: Arguments["path"], id: string): Promise<boolean> {
  const { creates, list } = listOfNew(one);
  const read = sameRead(one);
  if (read !== null) {
    const path = { ...above, [creates.parameter]: id };
    const exchange = await ask(run, "arguments", callOf(read, { path, query: samplesOf(read).query }));
    if (isRefusal(exchange)) return true;
    if (succeeded(exchange)) return false;
  }
  const isWanted = (item: unknown) => String(valueAt(item, creates.id)) === id;
  const items = await readItems(run, list, { path: above, query: {} }, "arguments", { isWanted });
  return !items.some(isWanted);
}
