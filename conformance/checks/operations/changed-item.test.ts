import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeChanged, type Shown } from "./changed-item.ts";
import { operation } from "./testing.ts";

const read = operation({ id: "getThing", path: "/v1/thing/{id}" });
const shown = (before: [string, string?], after: [string, string?], status = 200): Shown => ({
  write: exchange({ status }),
  before: { listed: before[0], read: before[1] },
  after: { listed: after[0], read: after[1] },
});
const judged = (...all: readonly Shown[]) => judgeChanged(read, all).kind;

test("a read that shows twice what was there before a write that its list shows is told", () => {
  const stale = [shown(["a", "a"], ["b", "a"]), shown(["a", "a"], ["b", "a"])] as const;
  assert.equal(judged(...stale), "violated");
  assert.equal(judged(stale[0]), "missing", "once it may be late");
});

test("a read that goes on showing what was listed before the first write is told where the words promise more", () => {
  const kept = [shown(["a", "a"], ["b", "a"]), shown(["b", "a"], ["c", "a"])] as const;
  const promised = operation({ id: "getThing", path: "/v1/thing/{id}", showsWrites: true });
  assert.equal(judgeChanged(promised, kept).kind, "violated");
  assert.equal(judged(...kept), "missing", "it may be late without such words");
});

test("a read that shows the change keeps the rule, and where the list shows none nothing is said", () => {
  assert.equal(judged(shown(["a", "a"], ["b", "b"])), "held");
  assert.equal(judged(shown(["a", "a"], ["a", "a"]), shown(["a", "a"], ["a", "a"])), "missing");
  assert.equal(judged(shown(["a", "a"], ["b", "a"], 400), shown(["a", "a"], ["b", "a"], 400)), "missing");
});

test("what a read shows in a way of its own is not held against it", () => {
  assert.equal(judged(shown(["a", "A"], ["b", "A"]), shown(["a", "A"], ["b", "A"])), "missing");
  assert.equal(judged(shown(["a"], ["b"]), shown(["a"], ["b"])), "missing");
});
