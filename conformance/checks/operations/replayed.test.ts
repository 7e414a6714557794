import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import type { Described } from "./operation.ts";
import { judgeReplayed } from "./replayed.ts";
import { operation } from "./testing.ts";

const create = operation({ id: "createThing", method: "POST", replays: true });
const samples = {
  createThing: { path: {}, query: {}, bodies: [], responses: { "201": { id: "T9", total: 1 } } },
};
const described = { ...create, description: { ...create.description, samples } };
const kinds = (first: object, again: object, one: Described = described) =>
  judgeReplayed(one, exchange(first), exchange(again), []).map(({ kind }) => kind);
const shown = { status: 201, body: { id: "T1", total: 5 } };

test("a repetition is no more refused than the first request was, where the description says so", () => {
  const close = operation({ id: "closeThing", method: "POST", succeedsAgain: true });
  const [first, later] = [{ status: 204, body: null }, { startedAt: 9e12 }];
  assert.deepEqual(kinds(first, { ...later, status: 200 }, close), []);
  for (const status of [404, 409]) assert.deepEqual(kinds(first, { ...later, status }, close), ["violated"]);
  assert.deepEqual(kinds(first, { ...later, status: 429 }, close), [], "it is asked to come later");
  assert.deepEqual(kinds(first, { startedAt: -1, status: 409 }, close), [], "the first is under way");
  assert.deepEqual(kinds({ status: 409 }, { ...later, status: 409 }, close), [], "the first was refused");
  assert.deepEqual(kinds({ status: 202 }, { ...later, status: 409 }, close), [], "it is still under way");
  const twice = judgeReplayed(
    close,
    exchange(first),
    { ...exchange({ ...later, status: 409 }), sentBefore: 1 },
    [],
  );
  assert.deepEqual(twice, [], "the conflict may be with what was sent before of it");
});

test("a repetition is answered as the first request was, where the description says so", () => {
  assert.deepEqual(kinds(shown, { status: 201, body: { total: 5, id: "T1" } }), []);
  assert.deepEqual(kinds(shown, { status: 201, body: { id: "T1", total: 3 } }), ["violated"]);
  assert.deepEqual(kinds(shown, { ...shown, status: 200 }), ["violated"]);
  const more = { status: 201, body: { ...shown.body, requestId: "r2" } };
  assert.deepEqual(kinds(shown, more), [], "what the description does not show may be another one");
  assert.deepEqual(kinds(shown, { startedAt: -1, status: 409 }), [], "the first one may still be under way");
  assert.deepEqual(kinds(shown, { startedAt: 9e12, status: 409 }), ["violated"]);
  assert.deepEqual(kinds(shown, { status: 503 }), [], "it is asked to come later");
  assert.deepEqual(kinds(shown, { ...shown, status: 200 }, operation()), [], "it is left open");
});
