/** A write of one part of an item leaves the states of it as they are, whichever these are. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import { argumentsOf, inPath } from "./arguments.ts";
import { type Described, idOf, isWrite, nameOf, operationCheck, type Row } from "./operation.ts";
import { readItems } from "./pages.ts";
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
        const read = () => readItems(run, listed, { ...listArgs, path }, idOf(family, one));
        run.notify(`calls ${nameOf(one.row)} on items in other states, asking for what they have already`);
        const own = args.path[changes.parameter] ?? "";
        const asked: string[] = [];
        const written: Written[] = [];
        for (let time = 0; time < telling; time += 1) {
          const items = await read();
          const ids = idsToWrite(items, { at: changes.id, states, own, asked });
          const sent: (readonly [id: string, before: unknown, write: Exchange])[] = [];
          for (const [id, item] of ids) {
            asked.push(id);
            const there = valueAt(item, changes.target);
            const body = bodyTo(one, there, there);
            const its = {
              query: args.query,
              isLive: args.isLive,
              path: { ...args.path, [changes.parameter]: id },
            };
            sent.push([id, item, await send(run, one, its, { purpose: idOf(family, one), body })]);
          }
          const now = await read();
          const isIt = (id: string) => (item: unknown) => inPath(valueAt(item, changes.id)) === id;
          written.push(...sent.map(([id, before, write]) => ({ write, before, after: now.find(isIt(id)) })));
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
export function idsToWrite(
  items: readonly unknown[],
  { at, states, own, asked }: Wanted,
): readonly (readonly [id: string, item: unknown])[] {
  const stateOf = (item: unknown) => jsonText(states.map((pointer) => valueAt(item, pointer) ?? null));
  const usual = items.filter((item) => inPath(valueAt(item, at)) === own).map(stateOf);
  const others = new Set(items.map(stateOf).filter((state) => !usual.includes(state)));
  return [...others].slice(0, mostStates).flatMap((state) => {
    const ofState = items.flatMap((item) => {
      const id = inPath(valueAt(item, at));
      return id === null || asked.includes(id) || stateOf(item) !== state ? [] : [[id, item] as const];
    });
    return ofState.slice(0, 1);
  });
}

/** Judges what became of the states of items of which nothing else was asked than what they had. */
export function judgeKept(row: Row, written: readonly Written[]): Fact {
  const states = row.changes?.kept ?? [];
  const taken = written.filter(({ write, after }) => succeeded(write) && after !== undefined);
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
  if (first !== undefined && alike.length >= telling) {
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
