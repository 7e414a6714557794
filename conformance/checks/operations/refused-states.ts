/** An operation is refused of an item that is in a state of which the description says that it is: one that is closed, say. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { inUtc } from "../../base/in-utc.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import { encoded } from "./going-on.ts";
import {
  type Described,
  idOf,
  isWrite,
  nameOf,
  operationCheck,
  pathParameters,
  type Row,
} from "./operation.ts";
import { farthest, readItems } from "./pages.ts";
import { send } from "./send.ts";
import { partsOf } from "./turns.ts";
import { withOperation } from "./with-operation.ts";

const family = "refused-state";
/** Of how many items it is asked at most: one that is accepted may change what is there. */
const mostAsked = 3;
/** Of so many states, one of each is asked. */
const mostStates = 6;
/** How many properties are asked for by themselves. */
const mostParts = 5;
/** Of how many it has to be accepted: of one, somebody else may have changed the state. */
const telling = 2;

/** The check of a write for which the description names states that refuse it; none for any other operation. */
export function refusedStateCheck(one: Described): Check[] {
  const { row } = one;
  const parameter = pathParameters(row).at(-1) ?? "";
  const binding = row.bindings[parameter];
  // What the run has not made is not removed, not even where that has to be refused.
  if (!isWrite(row) || row.method === "DELETE" || binding?.refused === undefined) return [];
  const { list: shownBy, pointer, values } = binding.refused;
  return operationCheck(one, {
    family,
    title: `it is refused where ${pointer.slice(1)} is ${values.join(" or ")}`,
    run: (run) =>
      withOperation(run, one, async (args) => {
        const list = one.description.operations[shownBy];
        if (list === undefined) throw new Error(`no operation is called ${shownBy}`);
        const schema = listingOf(list)?.id?.schema;
        // Who names an item means that one alone.
        if (run.card !== null && schema != null && validators[schema](run.card))
          return [inapplicable(`${run.card} was named, and nothing else is written to`)];
        const bodies = bodiesToAsk(row, await acceptedBodies(run, one, args));
        const described = { row: list, description: one.description };
        const listArgs = await argumentsOf(run, described);
        // Below two ids, the items are those of the one that the other requests name.
        const path = { ...listArgs.path, ...args.path };
        const readUpTo = (isWanted: ((item: unknown) => boolean) | null) =>
          readItems(run, described, { ...listArgs, path }, idOf(family, one), { isWanted });
        const isRefused = (item: unknown) => values.includes(String(valueAt(item, pointer)));
        const { exchanges } = run.probe.session;
        const first = await readUpTo(null);
        // What this run has created may stand before all that was there.
        const isLacking = (value: string) =>
          idsToAsk(exchanges, list, first, { pointer, values: [value] }).length === 0;
        const isFar = values.some(isLacking);
        const read = () => readUpTo(isFar ? afterEach(exchanges, list, { pointer, values }) : null);
        const items = isFar ? await read() : first;
        const ids = idsToAsk(exchanges, list, items, { pointer, values });
        if (items.every(isRefused))
          return [missing(`all that is listed has such a ${pointer.slice(1)}, so that it may tell nothing`)];
        if (ids.length === 0)
          return [inapplicable(`nothing is listed whose ${pointer.slice(1)} is ${values.join(" or ")}`)];
        run.notify(
          `calls ${nameOf(row)} on what is ${values.join(" or ")}, which has to be refused; where it is not, nothing puts that back`,
        );
        const sent: Exchange[] = [];
        const ask = async (id: string, body: unknown): Promise<boolean> => {
          const path = { ...args.path, [parameter]: id };
          sent.push(await send(run, one, { ...plain(args), path }, { purpose: idOf(family, one), body }));
          return sent.slice(-1).every(succeeded);
        };
        const each = bodies.flatMap((body) => ids.map((id) => ({ id, body })));
        for (const { id, body } of each) {
          if (!(await ask(id, body))) continue;
          // Once, somebody else may have changed its state for a moment.
          const state = { pointer, values: valuesOf(list, items, id, pointer) };
          const isStill = valuesOf(list, await read(), id, pointer).some((now) => state.values.includes(now));
          const alike = idsToAsk(run.probe.session.exchanges, list, items, state);
          const other = alike.find((one) => one !== id);
          if (isStill) await ask(id, body);
          else if (other !== undefined) await ask(other, body);
          break;
        }
        const fact = judgeStates(row, pointer, sent, ids.length);
        if (!sent.every(isRefusal)) return [fact];
        const lists = {
          ...{ at: listingOf(list)?.id?.pointer ?? "/id", pointer, lastChanged: list.lastChanged },
          ...{ before: items, after: await read() },
        };
        return [fact, ...judgeUntouched(row, { ...lists, ids, sent })];
      }),
  });
}

/** True for the item after which one of each of these values has been met that can be asked, or too many items to go on. */
function afterEach(
  log: readonly Exchange[],
  list: Row,
  { pointer, values }: { readonly pointer: string; readonly values: readonly string[] },
): (item: unknown) => boolean {
  const at = listingOf(list)?.id?.pointer ?? "/id";
  const written = writtenIn(log);
  const missed = new Set(values);
  let seen = 0;
  return (item) => {
    const id = inPath(valueAt(item, at));
    if (id !== null && !written.has(encoded(id))) missed.delete(String(valueAt(item, pointer)));
    seen += 1;
    return missed.size === 0 || seen >= farthest;
  };
}

/** What the item of a list with an id shows at a place, as text. */
function valuesOf(list: Row, items: readonly unknown[], id: string, pointer: string): readonly string[] {
  const at = listingOf(list)?.id?.pointer ?? "/id";
  return items.flatMap((item) => (inPath(valueAt(item, at)) === id ? [String(valueAt(item, pointer))] : []));
}

/**
 * The bodies with which it has to be refused: an accepted one, and where that is a merge patch, some properties by themselves,
 * since each may be handled in a place of its own.
 */
function bodiesToAsk(row: Row, accepted: readonly unknown[]): readonly unknown[] {
  const parts = accepted.map((body) => partsOf(row, body)).toSorted((a, b) => b.length - a.length);
  return [accepted[0], ...(parts[0] ?? []).slice(0, mostParts)];
}

/** The same arguments without an item of its own, which these requests do not use up. */
function plain({ query, isLive }: Arguments): Omit<Arguments, "path"> {
  return { query, isLive };
}

/** The items that show one of these values and were not changed, as far as that is known: one of each value first. */
export function idsToAsk(
  log: readonly Exchange[],
  list: Row,
  items: readonly unknown[],
  { pointer, values }: { readonly pointer: string; readonly values: readonly string[] },
): readonly string[] {
  const at = listingOf(list)?.id?.pointer ?? "/id";
  const written = writtenIn(log);
  const ofValues = values.map((value) =>
    items.flatMap((item) => {
      const id = String(valueAt(item, pointer)) === value ? inPath(valueAt(item, at)) : null;
      return id === null || written.has(encoded(id)) ? [] : [id];
    }),
  );
  const inTurn = Array.from({ length: mostAsked }, (_, index) => ofValues.flatMap((ids) => ids[index] ?? []));
  return inTurn.flat().slice(0, Math.max(mostAsked, Math.min(values.length, mostStates)));
}

/** The parts of the paths of all writes that were not refused. */
function writtenIn(log: readonly Exchange[]): ReadonlySet<string> {
  return new Set(
    log.flatMap((one) =>
      one.request.method === "GET" || isRefusal(one) ? [] : new URL(one.request.url).pathname.split("/"),
    ),
  );
}

/**
 * Judges what came of requests that have to be refused.
 *
 * @param byState - How many of them, the first ones, show with their status why: others may be wrong in themselves as well.
 */
export function judgeStates(row: Row, pointer: string, sent: readonly Exchange[], byState: number): Fact {
  const accepted = sent.filter(succeeded);
  const [first] = sent;
  if (accepted.length >= telling)
    return {
      kind: "violated",
      message: `${nameOf(row)} is accepted for items whose ${pointer.slice(1)} is one for which it is described as refused.`,
      expected: ["409"],
      received: accepted.map(outcomeOf).join(" and "),
      pointer,
      exchanges: accepted.map(({ id }) => id),
      isLasting: true,
    };
  const isTold = sent.slice(0, byState).every(({ response }) => response?.status === 409);
  if (first !== undefined && isTold && sent.every(isRefusal))
    return held("it was refused in such a state", first.id);
  return missing(
    `what is in such a state was answered ${sent.map(outcomeOf).join(" and ")}`,
    sent.map(({ id }) => id),
  );
}

/** What a list shows before and after requests that were refused of some of its items. */
interface Lists {
  /** JSON pointer to the id of an item. */
  readonly at: string;
  /** JSON pointer to the state of an item, and to the moment of its last change, where it shows one. */
  readonly pointer: string;
  readonly lastChanged?: string | undefined;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  /** The ids that were asked for, and the requests, all of which were refused. */
  readonly ids: readonly string[];
  readonly sent: readonly Exchange[];
}

/**
 * Judges what a refused request has left on the item. Others may change items at any time, and a service counts what it likes:
 * this is only told of texts and of what is there at all, or of the moment of the last change, where several of those that
 * were asked for differ while their state has stayed, and none of the others, of which some are in such a state.
 */
export function judgeUntouched(
  row: Row,
  { at, pointer, lastChanged, before, after, ids, sent }: Lists,
): readonly Fact[] {
  const was = new Map(before.map((item) => [inPath(valueAt(item, at)), item]));
  const stateOf = (item: unknown) => String(valueAt(item, pointer));
  const both = after.flatMap((now) => {
    const id = inPath(valueAt(now, at));
    const earlier = was.get(id);
    const isStill = earlier !== undefined && stateOf(earlier) === stateOf(now);
    return id !== null && isStill ? [{ id, earlier, now }] : [];
  });
  const momentOf = (item: unknown) =>
    lastChanged === undefined ? null : (inUtc(valueAt(item, lastChanged)) ?? null);
  const textOf = (item: unknown) => jsonText([textsIn(item), momentOf(item)]);
  const changed = both.filter(({ earlier, now }) => textOf(earlier) !== textOf(now));
  const [first] = changed;
  const isOfAsked = changed.every(({ id }) => ids.includes(id));
  const asked = both.filter(({ id }) => ids.includes(id)).map(({ now }) => stateOf(now));
  const isControlled = both.some(({ id, now }) => !ids.includes(id) && asked.includes(stateOf(now)));
  if (first === undefined || changed.length < telling || !isOfAsked || !isControlled) return [];
  return violations({
    message: `${nameOf(row)} changes the item although it is refused, since that is in such a state.`,
    expected: [shortened(jsonText(first.earlier), 300)],
    received: shortened(jsonText(first.now), 300),
    exchanges: sent.map(({ id }) => id),
    isLasting: true,
  });
}

/** A value without its numbers and moments, which tell how often and when something came. */
function textsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsIn);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textsIn(one)]));
  const isText = typeof value === "string" && !/^\d{4}-\d\d-\d\d/.test(value);
  return isText || typeof value === "boolean" || value === null ? value : typeof value;
}
