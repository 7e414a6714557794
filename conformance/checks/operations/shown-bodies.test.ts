import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { shownBodies } from "./shown-bodies.ts";
import { operation, writingRun } from "./testing.ts";

/** The bodies of the PUT of a path whose read shows this. */
async function shown(body: unknown, change: object = {}): Promise<readonly unknown[]> {
  const responses = { "200": null };
  const write = operation({
    ...{ id: "putThing", method: "PUT", path: "/v1/thing/{id}", mediaType: "application/json", responses },
    ...{ body: null, ...change },
  });
  const read = operation({ path: "/v1/thing/{id}" });
  const description = {
    operations: { ...write.description.operations, ...read.description.operations },
    samples: { ...write.description.samples, ...read.description.samples },
  };
  const args = { path: { id: "T1" }, query: {}, isLive: true };
  return shownBodies(
    writingRun(async () => exchange({ body })),
    { row: write.row, description },
    args,
  );
}

test("what a read shows is a body of the PUT, and so it is in another order, and with one less of each number", async () => {
  assert.deepEqual(await shown({ order: ["a", "b"], size: 3, rate: 0.5, none: 0, unit: "kg" }), [
    { order: ["a", "b"], size: 3, rate: 0.5, none: 0, unit: "kg" },
    { order: ["b", "a"], size: 3, rate: 0.5, none: 0, unit: "kg" },
    { order: ["a", "b"], size: 2, rate: 0.5, none: 0, unit: "kg" },
  ]);
  assert.deepEqual(await shown({ limits: [{ most: { amount: 100, currency: "EUR" } }] }), [
    { limits: [{ most: { amount: 100, currency: "EUR" } }] },
    { limits: [{ most: { amount: 99, currency: "EUR" } }] },
  ]);
});

test("what has neither a number nor a list to turn is a body as it is, and no operation but a PUT has any", async () => {
  assert.deepEqual(await shown({ name: "a", tags: ["x"] }), [{ name: "a", tags: ["x"] }]);
  assert.deepEqual(await shown({ size: 3 }, { method: "PATCH" }), []);
});

test("without a read of its path, it is what an item of a list shows, for a merge patch as well", async () => {
  const listing = {
    ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
    ...{ parameter: "after", cursor: "/next" },
  };
  const list = operation({ id: "listThings", path: "/v1/thing", listing });
  const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/limits" };
  const bodiesOf = async (mediaType: string, method: "PUT" | "PATCH", id = "T2") => {
    const write = operation({
      ...{ id: "setLimits", method, path: "/v1/thing/{id}/limits", mediaType, body: null, changes },
    });
    const description = {
      operations: { ...write.description.operations, ...list.description.operations },
      samples: { ...write.description.samples, ...list.description.samples },
    };
    const things = [1, 2].map((number) => ({ id: `T${number}`, limits: { daily: number, currency: "PLN" } }));
    const run = writingRun(async () => exchange({ body: { things } }));
    return shownBodies(run, { row: write.row, description }, { path: { id }, query: {}, isLive: true });
  };
  const there = [
    { daily: 2, currency: "PLN" },
    { daily: 1, currency: "PLN" },
  ];
  assert.deepEqual(await bodiesOf("application/json", "PUT"), there);
  assert.deepEqual(await bodiesOf("application/merge-patch+json", "PATCH"), there);
  assert.deepEqual(await bodiesOf("application/json", "PATCH"), [], "what it means is not known");
  assert.deepEqual(await bodiesOf("application/json", "PUT", "T3"), [], "it is not there");
});
