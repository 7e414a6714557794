import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationId } from "../../../generated/operations.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { firstShown, judgeFollowing, movedBy } from "./filter-follows.ts";
import { operation } from "./testing.ts";

const filters = { state: { pointer: "/state", values: ["open", "shut"], isText: false } };
const list = operation({
  ...{ id: "listThings", path: "/v1/thing", query: { state: "string" } },
  listing: { items: "/things", id: { pointer: "/id", schema: null }, filters },
}).row;
const shut = operation({ id: "shutThing", method: "POST", path: "/v1/thing/{id}/shut" }).row;
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/shut" };
const rows = [list, { ...shut, changes }];
const description = {
  operations: Object.fromEntries(rows.map((row) => [row.id, row])),
  samples: Object.fromEntries(rows.map(({ id }) => [id, { path: {}, query: {}, bodies: [] }])),
};
const one = { row: { ...shut, changes }, description };
const page = (things: readonly object[]) =>
  exchange({ operation: "listThings" as OperationId, body: { things } });

/** What is told of a thing that was open at first, and is what it is now, where the filter leaves these. */
async function told(now: string, left: (state: string) => readonly object[]) {
  const thing = { id: "T1", state: now };
  const exchanges: Exchange[] = [page([{ id: "T1", state: "open" }])];
  const call = async (_: string, { query = {} }: Call) => {
    const asked = query.state;
    exchanges.push(page(asked === undefined ? [thing] : left(String(asked))));
    return exchanges.at(-1);
  };
  const run = {
    ...{ memoize: createMemo(), recall: createRecall(), writes: true, card: null },
    probe: { call, session: { exchanges, sleep: async () => {} } },
  } as unknown as Run;
  const facts = await judgeFollowing(
    run,
    one,
    { path: { id: "T1" }, query: {}, isLive: true },
    { seen: [], write: async () => assert.fail() },
  );
  return facts.flatMap((fact) => (fact.kind === "violated" ? [fact.received] : []));
}

test("a thing is listed by what it shows since it was changed", async () => {
  assert.deepEqual(await told("shut", () => [{ id: "T1", state: "shut" }]), []);
  assert.deepEqual(await told("shut", () => []), ["no T1"]);
  assert.deepEqual(await told("open", () => []), [], "it has not changed");
});

test("where the last write has left what a filter looks at as it was, another one is sent again", () => {
  const named = [{ name: "state", filter: filters.state }];
  const seen = (before: string, after: string, status = 200) => ({
    ...{ exchange: exchange({ status }), body: after, expected: {}, asked: {} },
    ...{ before: { state: before }, after: { state: after } },
  });
  const row = { ...list, changes: null };
  const there = seen("open", "shut");
  const back = seen("shut", "open");
  assert.equal(movedBy(row, named, [there, back]), there);
  assert.equal(movedBy(row, named, [there]), null, "it shows something else already");
  assert.equal(movedBy(row, named, [seen("open", "shut", 400), back]), null, "it was refused");
  assert.equal(movedBy(row, named, [back]), null);
  assert.equal(movedBy({ ...row, changes: { ...changes, target: "/limits" } }, named, [there, back]), null);
});

test("what a list has shown first is known by its log", () => {
  const log = [page([{ id: "T2" }]), page([{ id: "T1", state: "a" }]), page([{ id: "T1", state: "b" }])];
  const listed = { row: list, description };
  assert.deepEqual(firstShown(log, listed, "T1"), { id: "T1", state: "a" });
  assert.equal(firstShown(log, listed, "T3"), null);
});
