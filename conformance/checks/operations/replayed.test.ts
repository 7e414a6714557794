import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeReplayed } from "./replayed.ts";
import { operation } from "./testing.ts";

const { row } = operation({ id: "createThing", method: "POST", replays: true });
const kinds = (first: object, again: object, one = row) =>
  judgeReplayed(one, exchange(first), exchange(again), []).map(({ kind }) => kind);
const shown = { status: 201, body: { id: "T1", total: 5 } };

test("a repetition is answered as the first request was, where the description says so", () => {
  assert.deepEqual(kinds(shown, { status: 201, body: { total: 5, id: "T1" } }), []);
  assert.deepEqual(kinds(shown, { status: 201, body: { id: "T1", total: 3 } }), ["violated"]);
  assert.deepEqual(kinds(shown, { ...shown, status: 200 }), ["violated"]);
  assert.deepEqual(kinds(shown, { status: 503 }), [], "it is asked to come later");
  assert.deepEqual(kinds(shown, { ...shown, status: 200 }, operation().row), [], "it is left open");
});
