import assert from "node:assert/strict";
import { test } from "node:test";
import { createState, issueCursor, type State } from "./state.ts";

const kept = 10_000;

function issue(state: State, count: number): string[] {
  const position = { operation: "", after: null, limit: 1, page: 2, issuedAt: 0, used: false };
  return Array.from({ length: count }, () => issueCursor(state, { ...position }));
}

test("of many cursors the newest are kept, also after some were forgotten or all", () => {
  const state = createState(new Map(), "client", "secret");
  const newest = issue(state, kept + 5).slice(5);
  assert.deepEqual([...state.cursors.keys()], newest);
  for (const cursor of newest.slice(0, 10)) state.cursors.delete(cursor);
  const newer = issue(state, 15);
  assert.deepEqual([...state.cursors.keys()], [...newest.slice(15), ...newer]);
  state.cursors.clear();
  const newestOfAll = issue(state, kept + 5).slice(5);
  assert.deepEqual([...state.cursors.keys()], newestOfAll);
});
