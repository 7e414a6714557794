import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import type { Seen } from "./effect-facts.ts";
import { judgeAnswers, judgeKept, judgeLost, judgeMerged } from "./replaced.ts";
import { operation } from "./testing.ts";

const { row } = operation({ method: "PUT", path: "/v1/thing", bodyFields: ["name", "note"] });
const seen = (body: unknown, before: object, after: object, status = 200): Seen => ({
  ...{ exchange: exchange({ status, body: before }), body, before, after },
  ...{ expected: {}, asked: {} },
});

/** A full write of a note, and then one without it, after which this is read. */
const pair = (note: string, after: object, status?: number) => [
  seen({ name: "a", note }, { name: "a" }, { name: "a", note }),
  seen({ name: "a" }, { name: "a", note }, { name: "a", ...after }, status),
];
const kept = (...all: readonly Seen[]) => judgeKept(row, all).length;

test("what a PUT leaves out is not kept, whatever it was", () => {
  assert.equal(kept(...pair("b", { note: "b" }), ...pair("c", { note: "c" })), 1);
  assert.equal(kept(...pair("b", { note: "b" }), ...pair("c", {})), 0, "once it was not");
  assert.equal(kept(...pair("b", { note: "b" }), ...pair("b", { note: "b" })), 0, "its own value");
  assert.equal(kept(...pair("b", { note: "b" }, 202), ...pair("c", { note: "c" }, 202)), 0, "it comes later");
  const others = seen({ name: "a" }, { note: "x" }, { note: "x" });
  assert.equal(kept(others, seen({ name: "a" }, { note: "y" }, { note: "y" })), 0, "nobody has set it here");
  const patch = { ...row, method: "PATCH" } as const;
  const all = [...pair("b", { note: "b" }), ...pair("c", { note: "c" })];
  assert.deepEqual(judgeKept(patch, all), []);
  assert.deepEqual(judgeKept({ ...row, keepsLeftOut: [] }, all), [], "the description says so");
});

test("what a PUT leaves out stays, where the description says so", () => {
  const lost = (...all: readonly Seen[]) => judgeLost({ ...row, keepsLeftOut: ["note"] }, all).length;
  const [b, c] = [pair("b", {}), pair("c", { note: "d" })];
  assert.equal(lost(...b, ...c), 1);
  assert.equal(lost(...b), 0, "once");
  assert.equal(lost(...b, ...c, ...pair("e", { note: "e" })), 0, "once it stayed");
  assert.deepEqual(judgeLost({ ...row, keepsLeftOut: [] }, [...b, ...c]), [], "which ones is not known");
  assert.deepEqual(judgeLost(row, [...b, ...c]), [], "nothing says so");
});

test("what a list of a PUT leaves out is not kept beside what is sent", () => {
  const [day, month] = [
    { of: "day", amount: 1 },
    { of: "month", amount: 2 },
  ];
  const put = (sent: readonly object[], was: readonly object[], is: readonly object[]) =>
    seen({ name: sent }, { name: was }, { name: is });
  const merged = [put([day], [], [day]), put([month], [day], [day, month])];
  const told = (...all: readonly Seen[]) => judgeMerged(row, all).length;
  assert.equal(told(...merged, ...merged), 1);
  assert.equal(told(...merged), 0, "once");
  const replaced = [put([day], [], [day]), put([month], [day], [month])];
  assert.equal(told(...replaced, ...replaced), 0);
  assert.equal(told(...merged, ...replaced, ...merged), 0, "once it was not");
  const larger = { ...day, amount: 9 };
  assert.equal(told(put([day], [], [day]), put([larger], [day], [larger])), 0, "another value of it");
  const forGood = [put([month], [day], [day, month]), put([month], [day, month], [day, month])];
  assert.equal(told(...forGood, ...forGood), 0, "nobody has sent it here");
  assert.deepEqual(judgeMerged({ ...row, keepsLeftOut: [] }, [...merged, ...merged]), []);
});

test("an answer does not show what was there before", () => {
  const told = (shown: boolean, ...all: readonly Seen[]) =>
    judgeAnswers(row, all, ({ response }) => (shown ? response?.json : undefined)).length;
  const stale = seen({ name: "b" }, { name: "a" }, { name: "b" });
  assert.equal(told(true, stale, stale), 1);
  assert.equal(told(true, stale), 0, "once");
  assert.equal(told(false, stale, stale), 0, "it shows something else");
  const late = seen({ name: "b" }, { name: "a" }, { name: "b" }, 202);
  assert.equal(told(true, late, late), 0);
  const lost = seen({ name: "b" }, { name: "a" }, { name: "a" });
  assert.equal(told(true, lost, lost), 0, "that is for another rule");
});
