import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { bodyNaming, createNew, freeChoices, pathAbove } from "./new-item.ts";
import type { Described } from "./operation.ts";
import { operation } from "./testing.ts";

const paginated = { items: "/things", parameter: "cursor", cursor: "/next", pageSize: null };
const creates = { operation: "listThings", parameter: "id", id: "/id", schema: null };

/** A PUT of a thing, with the list of things. */
function putThing(bodies: readonly unknown[]): Described {
  const put = operation(
    { id: "putThing", method: "PUT", path: "/v1/thing/{id}", mediaType: "application/json", creates },
    bodies,
  );
  const list = operation({
    id: "listThings",
    paginated: { ...paginated, id: { pointer: "/id", schema: null } },
  });
  const operations = { putThing: put.row, listThings: list.row };
  return {
    row: put.row,
    description: { operations, samples: { ...put.description.samples, ...list.description.samples } },
  };
}

/** A run against a server that has these things, and answers a PUT with this status. */
function runOn(ids: readonly string[], statusOf: (call: Call) => number) {
  const sent: Call[] = [];
  const call = async (_: string, call: Call) => {
    if (String(call.operation) === "listThings")
      return exchange({ status: 200, body: { things: ids.map((id) => ({ id })) } });
    sent.push(call);
    return exchange({ status: statusOf(call) });
  };
  const probe = { call, session: { exchanges: [] } };
  const run = { probe, memoize: createMemo(), recall: createRecall() } as unknown as Run;
  return { run, sent };
}

test("a new item has an id in the form of the others, and none that was used before", async () => {
  const { run, sent } = runOn(["T1", "T2", "T3", "T4"], () => 201);
  const made = [];
  for (let time = 0; time < 5; time += 1) made.push((await createNew(run, putThing([{ size: 1 }]), {})).id);
  assert.equal(new Set([...made, "T1", "T2", "T3", "T4"]).size, 9);
  for (const id of made) assert.match(id, /^T[5-9]$/);
  assert.deepEqual(
    sent.map(({ path }) => path?.id),
    made,
  );
});

test("of the few ids that there may be, one is taken that is not there now", async () => {
  const put = putThing([{ size: 1 }]);
  const choices = { id: ["cash", "fuel", "food"] };
  const one = { ...put, row: { ...put.row, choices, responses: { "200": null, "201": null } } };
  const { run } = runOn(["cash"], () => 201);
  assert.deepEqual(await freeChoices(run, one, {}), ["fuel", "food"]);
  assert.equal((await createNew(run, one, {})).id, "fuel");
  assert.equal((await createNew(run, one, {})).id, "fuel", "what was removed is free again");
  await assert.rejects(createNew(runOn(choices.id, () => 201).run, one, {}), /id may be, nothing is free/);
  await assert.rejects(createNew(runOn([], () => 200).run, one, {}), /does not say that cash is new/);
  assert.equal(await freeChoices(run, put, {}), null);
  assert.equal(
    await freeChoices(runOn(["L1"], () => 201).run, one, {}),
    null,
    "it is known by something else",
  );
});

test("what accepts one body alone is sent that one from then on", async () => {
  const { run, sent } = runOn([], ({ body }) => (JSON.stringify(body) === '{"size":2}' ? 201 : 400));
  const put = putThing([{ size: 1 }, { size: 2 }]);
  await createNew(run, put, {});
  await createNew(run, put, {});
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ size: 1 }, { size: 2 }, { size: 2 }],
  );
});

test("where no new id is accepted, nothing can be said", async () => {
  const { run, sent } = runOn(["T1"], () => 404);
  await assert.rejects(createNew(run, putThing([{}]), {}), /was not accepted with an id that nothing has/);
  assert.equal(sent.length, 2, "the first id may have been the reason");
});

test("a body that says the id says the new one", () => {
  assert.deepEqual(bodyNaming({ id: "T1", size: 1 }, "/id", "T2"), { id: "T2", size: 1 });
  assert.deepEqual(bodyNaming({ id: 1 }, "/id", "2"), { id: 2 });
  assert.deepEqual(bodyNaming({ size: 1 }, "/id", "T2"), { size: 1 });
  assert.equal(bodyNaming(undefined, "/id", "T2"), undefined);
});

test("the list of an item is above it", () => {
  assert.deepEqual(pathAbove(putThing([]), { owner: "O1", id: "T1" }), { owner: "O1" });
});
