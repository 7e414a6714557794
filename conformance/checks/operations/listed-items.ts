/** Items that were there before the run, for what an item may be asked for once and nothing that the run calls creates. */
import { isDeepStrictEqual } from "node:util";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { isObject } from "../../base/shape.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { type Arguments, argumentsOf, inPath, type OwnItem } from "./arguments.ts";
import { partOf } from "./asked.ts";
import { makeRoomOn } from "./make-room.ts";
import { callOf, type Described, nameOf, pathParameters, samplesOf } from "./operation.ts";
import { samePath } from "./opposite.ts";
import { readItems } from "./pages.ts";
import { withPrecondition } from "./precondition.ts";
import { reversersOf } from "./reversers.ts";

/** On how many of them an operation is carried out at most: what it does to them is not put back. */
export const mostListed = 16;

/** How far apart those are that are tried: what comes in turns, such as every second or fourth one, is not met each time. */
const stride = 7;

/** How many items are tried that are not as those were for which it was accepted. */
const mostGuesses = 6;

/** What a run has learned of an operation that uses up what is there. */
interface Learned {
  /** Ids of the items that were tried. */
  readonly used: Set<string>;
  /** Those for which it was accepted, each as it was before. */
  readonly accepted: { readonly before: unknown; readonly id: string }[];
  /** Whether an accepted request is really refused when it comes again; null as long as nobody has tried. */
  isOnce: boolean | null;
  /** What may make one usable again; those that were seen not to are left out. */
  reversers: readonly Described[];
  /** True once one of them was seen to. */
  isReversed: boolean;
  /** How many were tried that are not as the last ones were. */
  guesses: number;
}

/** Where a list shows what the last parameter of a path names. */
export interface Source {
  readonly list: Described;
  readonly parameter: string;
  /** JSON pointer to the value in an item. */
  readonly pointer: string;
}

/** The list of what the path of an operation ends with; null where no list shows it. */
export function sourceOf({ row, description }: Described): Source | null {
  const parameter = pathParameters(row).at(-1) ?? "";
  const binding = row.bindings[parameter];
  const list = description.operations[binding?.operation ?? ""];
  const items = (list && listingOf(list))?.items;
  const [before, pointer] = binding?.pointer.split(/\/[0-9]+(?=\/|$)/) ?? [];
  if (list === undefined || pointer === undefined || before !== items) return null;
  return { list: { row: list, description }, parameter, pointer };
}

/**
 * Arguments with another item of the list each time that one was used up, or can't be used, or with the same one where
 * another operation makes it usable again.
 *
 * @throws Inconclusive if there is none.
 */
export async function listedItems(run: Run, one: Described): Promise<Arguments> {
  const first = await argumentsOf(run, one);
  const source = sourceOf(one);
  if (source === null || !first.isLive) return first;
  const { list, parameter, pointer } = source;
  // Who names an item means that one alone.
  const schema = listingOf(list.row)?.id?.schema;
  if (run.card !== null && schema != null && validators[schema](run.card)) return first;
  const above = await argumentsOf(run, list);
  const idIn = (item: unknown) => inPath(valueAt(item, pointer)) ?? "";
  const read = () => readItems(run, list, above, "arguments");
  let id = first.path[parameter] ?? "";
  // What one operation has learned, or used up, another one for which it is called need not try again.
  const learned: Learned = run.recall(`listed items of ${one.row.id}`, {
    used: new Set<string>(),
    accepted: [],
    // What creates something was seen to be refused again before it came here.
    isOnce: "201" in one.row.responses ? true : null,
    reversers: reversersOf(one),
    isReversed: false,
    guesses: 0,
  });
  const { used, accepted } = learned;
  used.add(id);
  const usedHere = new Set<string>();
  const known = new Map((await read()).map((item) => [idIn(item), item]));
  let last: Exchange | null = null;
  /** True for an item that is not as those were for which it was accepted. */
  let isGuess = false;
  const again = async () => {
    if (last === null) return null;
    const call = callOf(one, {
      path: { ...first.path, [parameter]: id },
      query: first.query,
      ...(last.request.body === null ? {} : { body: bodySent(last) }),
    });
    const { response } = await ask(run, "arguments", await withPrecondition(run, one, call));
    return response?.status === 409;
  };
  /** Makes the item that was used last as it was; false where nothing does. */
  const reverse = async () => {
    const made = accepted.at(-1);
    const target = one.row.changes?.target ?? "";
    if (made?.id !== id) return false;
    for (const reverser of learned.reversers) {
      run.notify(
        `calls ${nameOf(reverser.row)} after ${nameOf(one.row)}, which may bring back what that changes`,
      );
      const path = samePath(reverser, one, { ...first.path, [parameter]: id });
      const [body] = samplesOf(reverser).bodies;
      const call = callOf(reverser, { path, query: {}, ...(body !== undefined && { body }) });
      const sent = await ask(run, "arguments", await withPrecondition(run, reverser, call));
      const shown = (await read()).find((other) => idIn(other) === id);
      known.set(id, shown);
      const [was, is] = [valueAt(made.before, target), valueAt(shown, target)];
      if (succeeded(sent) && is !== undefined && isDeepStrictEqual(is, was)) {
        learned.isReversed = true;
        return true;
      }
      learned.reversers = learned.reversers.filter((other) => other !== reverser);
      learned.isReversed = false;
    }
    return false;
  };
  /** Goes on with an item on which the run removes what it has created; false where there is none. */
  const free = async () => {
    const freed = await makeRoomOn(run, one, usedHere.size >= mostListed ? usedHere : used);
    if (freed === null) return false;
    id = freed;
    item.isUsedUp = false;
    return true;
  };
  const item: OwnItem = {
    isUsedUp: false,
    get isScarce() {
      return learned.isOnce !== false && !learned.isReversed;
    },
    note: (exchange) => {
      if (learned.isOnce === false) return;
      const isAccepted = succeeded(exchange);
      if (isAccepted) last = exchange;
      // What it may be asked for no more, or was never to be asked for, is told by a conflict.
      item.isUsedUp ||= isAccepted || (exchange.alteration === null && exchange.response?.status === 409);
      if (isAccepted) {
        // What is guessed rightly is no sign that there is nothing left.
        if (isGuess) learned.guesses -= 1;
        isGuess = false;
        accepted.push({ before: known.get(id), id });
        usedHere.add(id);
      }
    },
    leave: async () => {
      if (learned.isReversed && item.isUsedUp && (await reverse())) item.isUsedUp = false;
    },
    renew: async () => {
      learned.isOnce ??= await again();
      if (learned.isOnce === false) {
        item.isUsedUp = false;
        return;
      }
      if (await reverse()) {
        item.isUsedUp = false;
        return;
      }
      if (usedHere.size >= mostListed) {
        if (await free()) return;
        throw new Inconclusive(
          `${nameOf(one.row)} is carried out on ${mostListed} of what is there, and no more`,
        );
      }
      const now = await read();
      const after = new Map(now.map((shown) => [idIn(shown), shown]));
      const changes = accepted.map((made) => [made.before, after.get(made.id)] as const);
      const left = now.filter((shown) => !used.has(idIn(shown)));
      const fitting = nextOf(left, changes, used.size, [...known.values()]);
      // More than one state may be right for it.
      isGuess = fitting === null;
      if (isGuess) learned.guesses += 1;
      const next = fitting ?? (learned.guesses > mostGuesses ? null : nextOf(left, [], used.size));
      if (next === null) {
        if (await free()) return;
        throw new Inconclusive(`there is nothing left on which ${nameOf(one.row)} can be called`);
      }
      id = idIn(next);
      used.add(id);
      known.set(id, next);
      item.isUsedUp = false;
    },
  };
  return {
    get path() {
      return { ...first.path, [parameter]: id };
    },
    query: first.query,
    isLive: true,
    item,
  };
}

/**
 * The item that comes next: of those that are as others were before they were used, in all that this has changed,
 * the one that is most like the last one in all else, such as its kind; any where nothing is known yet. null if there is
 * none.
 *
 * @param items - What has not been used.
 * @param changes - What was used, before and after that.
 * @param turn - Another one each time, so that they come from the whole list.
 * @param all - Items as they were: what one of them alone showed, such as a time or a balance, is asked of no other.
 */
export function nextOf(
  items: readonly unknown[],
  changes: readonly (readonly [before: unknown, after: unknown])[],
  turn: number,
  all: readonly unknown[] = [],
): unknown {
  const isOfOne = (name: string, value: unknown) =>
    all.length > 0 && all.filter((item) => isDeepStrictEqual(partOf(item, name), value)).length < 2;
  let isOneOfAKind = false;
  const like = changes.flatMap(([before, after]) => {
    const names = isObject(before) && isObject(after) ? Object.keys(before) : [];
    const changed = names.filter((name) => {
      const value = partOf(before, name);
      return !isDeepStrictEqual(value, partOf(after, name)) && !isOfOne(name, value);
    });
    isOneOfAKind ||=
      changed.length === 0 &&
      names.some((name) => !isDeepStrictEqual(partOf(before, name), partOf(after, name)));
    return changed.length === 0
      ? []
      : [
          (item: unknown) =>
            changed.every((name) => isDeepStrictEqual(partOf(item, name), partOf(before, name))),
        ];
  });
  const fits = (item: unknown) => like.some((isLike) => isLike(item));
  if (like.length === 0 && isOneOfAKind) return null;
  if (like.length === 0) return items.at(-1 - ((turn * stride) % items.length)) ?? null;
  const [before] = changes.at(-1) ?? [];
  const names = isObject(before) ? Object.keys(before) : [];
  const likeness = (item: unknown) =>
    names.filter((name) => isDeepStrictEqual(partOf(item, name), partOf(before, name))).length;
  const fitting = items.filter(fits);
  const most = Math.max(...fitting.map(likeness));
  return fitting.findLast((item) => likeness(item) === most) ?? null;
}
