/** Where something can be created again and again: below an item of a list, such as a booking of a room. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import { afterwards } from "./creators.ts";
import { learnUniqueValues } from "./learn-unique.ts";
import { sourceOf } from "./listed-items.ts";
import { openItems } from "./open-items.ts";
import { type Described, nameOf, samplesOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { onWhat } from "./put-back.ts";
import { send } from "./send.ts";
import { uniqueValuesOf } from "./unique-values.ts";

/** An item, and what an accepted request does to it. */
export interface Place {
  readonly args: Arguments;
  /** True unless something is created, and is seen to be so again for the same item. */
  readonly isUsedUp: boolean;
}

/** How many items are tried where one refuses what it is asked for: a room may be closed, or too small. */
const mostTried = 8;

/**
 * Finds an item for which an operation creates something, and whether it does so again, with new values where those have
 * to be unique. Once per run.
 *
 * @param own - An item of this run; where it is not given, any that is there.
 */
export function placeOf(run: Run, one: Described, own?: Arguments): Promise<Place> {
  return run.memoize(`place of ${one.row.id}`, async () => {
    const first = own ?? (await argumentsOf(run, one));
    if (!("201" in one.row.responses)) return { args: first, isUsedUp: true };
    // No write is sent to the id of an example.
    if (!first.isLive) return { args: first, isUsedUp: false };
    run.notify(`calls ${nameOf(one.row)}${onWhat(first)}; ${afterwards(one)}`);
    const [body] = samplesOf(one).bodies;
    const ask = (args: Arguments) => send(run, one, args, { purpose: "arguments", body });
    const again = async (args: Arguments) =>
      (await learnUniqueValues(run, one, args, body)) ?? (await ask(args));
    const sent = await ask(first);
    if (succeeded(sent) || own !== undefined) {
      const second = succeeded(sent) ? await again(first) : sent;
      // Of a new item, only what is accepted shows that it is not used up.
      return { args: first, isUsedUp: own === undefined ? isConflict(second) : !succeeded(second) };
    }
    if (isConflict(sent) && succeeded(await again(first))) return { args: first, isUsedUp: false };
    uniqueValuesOf(run, one).known = null;
    const others = isRefused(sent) ? await othersThan(run, one, first) : [];
    for (const args of others)
      if (succeeded(await ask(args))) return { args, isUsedUp: isConflict(await again(args)) };
    return { args: first, isUsedUp: isConflict(sent) };
  });
}

const isConflict = ({ response }: Exchange) => response?.status === 409;

/** True where it may be refused for what the item is: a token, or a path, would be wrong for all of them. */
const isRefused = ({ response }: Exchange) => [400, 409, 422].includes(response?.status ?? 0);

/** Arguments with other items of the same list, which are open as far as can be told, the last ones first. */
async function othersThan(run: Run, one: Described, first: Arguments): Promise<readonly Arguments[]> {
  const source = sourceOf(one);
  if (source === null) return [];
  const { list, parameter, pointer } = source;
  // Who names an item means that one alone.
  const schema = listingOf(list.row)?.id?.schema;
  if (run.card !== null && schema != null && validators[schema](run.card)) return [];
  const items = await readItems(run, list, await argumentsOf(run, list), "arguments");
  const ids = openItems(items, one.row.bindings[parameter]).flatMap(
    (item) => inPath(valueAt(item, pointer)) ?? [],
  );
  return ids
    .filter((id) => id !== first.path[parameter])
    .slice(-mostTried)
    .toReversed()
    .map((id) => ({ ...first, path: { ...first.path, [parameter]: id } }));
}
