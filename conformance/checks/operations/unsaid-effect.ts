/** The effect of a request of which neither a body nor its answer says what it makes of the item: it shows only in a list. */

import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "../kit/check.ts";
import { readBack } from "../kit/paged.ts";
import { successSchema } from "../kit/response-schema.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptanceOf, neverAccepted } from "./acceptance.ts";
import { type Arguments, argumentsOf } from "./arguments.ts";
import { type Described, nameOf, type Row } from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import type { Difference, View } from "./view.ts";
import { renewed, startWatch, type Watch } from "./watch.ts";

/** How many requests have to change the item, since others may as well; how many are sent for that. */
const [tellingWrites, mostWrites] = [2, 4];
/** How long what is not seen at once is waited for where something else was, in milliseconds. */
const lateMs = 4000;

/** True for an operation that changes an item, and neither takes nor answers anything. */
export function isUnsaid(row: Row): boolean {
  return row.changes !== null && row.mediaType === null && successSchema(row) === null;
}

/**
 * Whether an accepted request changes the item that its path names, and no other one. That it changes nothing says
 * little: it may have been so before.
 *
 * @param purpose - Of the requests.
 */
export async function unsaidEffect(
  run: Run,
  one: Described,
  args: Arguments,
  purpose: string,
): Promise<Fact> {
  const { row } = one;
  await renewed(args, null);
  const watch = await startWatch(run, `part of ${row.id}`, () => readParts(run, one));
  const own = `${row.changes?.operation} ${args.path[row.changes?.parameter ?? ""]}`;
  const changed: Exchange[] = [];
  let elsewhere: { readonly exchange: Exchange; readonly change: Difference } | null = null;
  for (let time = 0; time < mostWrites && changed.length < tellingWrites; time += 1) {
    await renewed(args, watch);
    // The first one may leave its mark for good, so it has to be watched as well.
    const found = await acceptanceOf(run, one, args);
    const exchange = time === 0 ? found.accepted : await send(run, one, args, { purpose });
    if (exchange === null)
      return missing(
        neverAccepted(found),
        found.refused.map(({ id }) => id),
      );
    if (!succeeded(exchange)) continue;
    const [isOwn, change] = ownAmong(await watch.expectNone(), own);
    const isSeen = isOwn || ownAmong(await later(run, watch, change !== undefined), own)[0];
    if (isSeen) changed.push(exchange);
    else if (change !== undefined && exchange.response?.status !== 202) elsewhere ??= { exchange, change };
  }
  return judgeUnsaid(one, changed, elsewhere, elsewhere !== null && (await watch.isCalm()));
}

/** Whether the own item is among what has changed, and the first of the others that is. */
function ownAmong(changes: readonly Difference[], own: string): readonly [boolean, Difference | undefined] {
  return [changes.some(({ place }) => place === own), changes.find(({ place }) => place !== own)];
}

async function later(run: Run, watch: Watch, isElsewhere: boolean): Promise<readonly Difference[]> {
  if (!isElsewhere) return watch.expectChange();
  await run.probe.session.sleep(lateMs);
  return watch.expectNone();
}

/** Judges what accepted requests have changed: their item, or only another one. */
export function judgeUnsaid(
  { row }: Described,
  changed: readonly Exchange[],
  elsewhere: { readonly exchange: Exchange; readonly change: Difference } | null,
  isCalm: boolean,
): Fact {
  const [first] = changed;
  if (elsewhere !== null && first === undefined && isCalm) {
    const { exchange, change } = elsewhere;
    return {
      kind: "violated",
      message: `${nameOf(row)} was accepted, and another item than its path names has changed.`,
      expected: ["a change of the item in the path, and of no other"],
      received: `${change.place} ${change.seen}`,
      exchanges: [exchange.id],
      // The other item stays as it is: the same request changes nothing a second time.
      isLasting: true,
    };
  }
  if (first !== undefined && changed.length >= tellingWrites)
    return held("the item in the path was changed", first.id);
  if (first !== undefined)
    return missing("the item was changed once, which may be somebody else's doing", [first.id]);
  return missing(`nothing that can be read shows what ${nameOf(row)} does`);
}

/** What the operation changes, of every item that the list shows. */
async function readParts(run: Run, { row: { changes }, description }: Described): Promise<View> {
  const list = description.operations[changes?.operation ?? ""];
  if (changes === null || list === undefined) return new Map();
  const source = { row: list, description };
  const items = await readItems(run, source, await argumentsOf(run, source), readBack);
  const parts = items.map((item) => [
    String(valueAt(item, changes.id)),
    jsonText(valueAt(item, changes.target)),
  ]);
  return new Map([[list.id, new Map(parts as [string, string][])]]);
}
