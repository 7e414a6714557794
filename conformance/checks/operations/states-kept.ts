/** A write of one part of an item leaves the states of it as they are, whichever these are. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import { argumentsOf, inPath } from "./arguments.ts";
import { type Described, idOf, isWrite, nameOf, operationCheck, type Row } from "./operation.ts";
import { type Reading, readItems } from "./pages.ts";
import { bodyTo } from "./put-back.ts";
import { send } from "./send.ts";
import { withOperation } from "./with-operation.ts";

const family = "states-kept";
/** How many items of each state are written to at most, and of how many the state has to change: others may change that of one. */
const telling = 2;
/** How many states are tried at most. */
const mostStates = 6;

/** What the list shows of an item before and after a write that asks for what was there already. */
export interface Written {
  readonly write: Exchange;
  readonly before: unknown;
  readonly after: unknown;
  /** Of each item in the same state that nothing was asked of: whether it has kept its state. */
  readonly controls: readonly boolean[];
}

/** The check of a write of a part of an item that has states which the words leave as they are; none for any other operation. */
export function statesKeptCheck(one: Described): Check[] {
  const { changes, method } = one.row;
  const list = one.description.operations[changes?.operation ?? ""];
  const states = changes?.kept ?? [];
  if (!isWrite(one.row) || !["PUT", "PATCH"].includes(method) || changes === null) return [];
  if (list === undefined || states.length === 0) return [];
  const listed = { row: list, description: one.description };
  return operationCheck(one, {
    family,
    title: `it leaves ${states.map((at) => at.slice(1)).join(" and ")} as it is`,
    access: "write",
    stage: "last",
    run: (run) =>
      withOperation(run, one, async (args) => {
        // Who names an item means that one alone.
        if (run.card !== null) return [inapplicable(`${run.card} was named, and nothing else is written to`)];
        await acceptedBodies(run, one, args);
        const listArgs = await argumentsOf(run, listed);
        const path = { ...listArgs.path, ...args.path };
        const idIn = (item: unknown) => inPath(valueAt(item, changes.id));
        const read = (reading: Reading = {}) =>
          readItems(run, listed, { ...listArgs, path }, idOf(family, one), reading);
        run.notify(`calls ${nameOf(one.row)} on items in other states, asking for what they have already`);
        const own = args.path[changes.parameter] ?? "";
        const asked: string[] = [];
        const written: Written[] = [];
        for (let time = 0; time < telling; time += 1) {
          const items = await read();
          const sent: (readonly [id: string, before: unknown, write: Exchange])[] = [];
          for (const id of idsToWrite(items, { at: changes.id, states, own, asked })) {
            const isIt = (item: unknown) => idIn(item) === id;
            // Just before, so that nothing is set back that somebody else has changed.
            const before = (await read({ isWanted: isIt })).find(isIt);
            const body = bodyOfSame(one, before);
            if (body === undefined) continue;
            asked.push(id);
            const its = {
              query: args.query,
              isLive: args.isLive,
              path: { ...args.path, [changes.parameter]: id },
            };
            sent.push([id, before, await send(run, one, its, { purpose: idOf(family, one), body })]);
          }
          const now = await read();
          const find = (id: string | null) => now.find((item) => idIn(item) === id);
          const others = items.filter((item) => !asked.includes(idIn(item) ?? ""));
          written.push(
            ...sent.map(([id, before, write]) => ({
              ...{ write, before, after: find(id) },
              controls: others
                .filter((item) => isSameState(states, item, before))
                .map((item) => isSameState(states, item, find(idIn(item)))),
            })),
          );
          if (judgeKept(one.row, written).kind === "held") break;
        }
        return [judgeKept(one.row, written)];
      }),
  });
}

/** Which items may be written to. */
interface Wanted {
  /** JSON pointer to the id in an item. */
  readonly at: string;
  readonly states: readonly string[];
  /** The id of the item of the other writes. */
  readonly own: string;
  /** The ids that were written to before. */
  readonly asked: readonly string[];
}

/** The items to write to: the first one of each state that the item of the other writes does not have. */
export function idsToWrite(items: readonly unknown[], { at, states, own, asked }: Wanted): readonly string[] {
  const stateOf = (item: unknown) => jsonText(states.map((pointer) => valueAt(item, pointer) ?? null));
  const usual = items.filter((item) => inPath(valueAt(item, at)) === own).map(stateOf);
  const others = new Set(items.map(stateOf).filter((state) => !usual.includes(state)));
  return [...others].slice(0, mostStates).flatMap((state) => {
    const ofState = items.flatMap((item) => {
      const id = inPath(valueAt(item, at));
      return id === null || asked.includes(id) || stateOf(item) !== state ? [] : [id];
    });
    return ofState.slice(0, 1);
  });
}

/** The body that asks for what an item has already; undefined where there is none that leaves all of it as it is. */
export function bodyOfSame(one: Described, item: unknown): unknown {
  const { method, changes, bodyFields } = one.row;
  const there = valueAt(item, changes?.target ?? "");
  if (there === undefined) return undefined;
  // What a list does not show, a PUT would take away.
  const isShown = !isObject(there) || bodyFields.every((name) => name in there || name === changes?.member);
  return method === "PUT" && !isShown ? undefined : bodyTo(one, there, there);
}

function isSameState(states: readonly string[], one: unknown, other: unknown): boolean {
  return states.every((at) => isDeepStrictEqual(valueAt(one, at), valueAt(other, at)));
}

/** Judges what became of the states of items of which nothing else was asked than what they had. */
export function judgeKept(row: Row, written: readonly Written[]): Fact {
  const states = row.changes?.kept ?? [];
  const taken = written.filter(({ write, after }) => succeeded(write) && after !== undefined);
  // What becomes of items of which nothing is asked, is not the doing of a write.
  const isSteady = taken.every(({ controls }) => controls.every((isKept) => isKept));
  const isControlled = taken.some(({ controls }) => controls.length > 0);
  const changed = taken.flatMap(({ write, before, after }) =>
    states.flatMap((at) => {
      const [was, is] = [valueAt(before, at), valueAt(after, at)];
      return isDeepStrictEqual(was, is) ? [] : [{ write, at, was, is }];
    }),
  );
  const [first] = changed;
  const alike = changed.filter(({ at, was, is }) =>
    isDeepStrictEqual([at, was, is], [first?.at, first?.was, first?.is]),
  );
  if (first !== undefined && alike.length >= telling && isSteady && isControlled) {
    return {
      kind: "violated",
      message: `${nameOf(row)} changes ${first.at.slice(1)} of an item, of which nothing is said.`,
      expected: [jsonText(first.was ?? null)],
      received: jsonText(first.is ?? null),
      pointer: first.at,
      exchanges: alike.map(({ write }) => write.id),
      isLasting: true,
    };
  }
  const [kept] = taken;
  return kept === undefined || changed.length > 0
    ? missing("no write to an item in another state was taken, and left as it was")
    : held("states were left as they were", kept.write.id);
}
