import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { argumentsOf } from "./arguments.ts";
import { operation } from "./testing.ts";

/** A run that sends nothing, and has sent this. */
const runAfter = (...exchanges: readonly Exchange[]) =>
  ({
    memoize: (_: string, find: () => Promise<unknown>) => find(),
    probe: { session: { exchanges } },
  }) as unknown as Run;

test("what only a write shows is taken from the last one that was accepted, and is an example without one", async () => {
  const bindings = { id: { operation: "updateCardLimits", pointer: "/id" } };
  const { row, description } = operation({
    id: "closeThing",
    method: "DELETE",
    path: "/v1/thing/{id}",
    bindings,
  });
  const create = operation({ id: "updateCardLimits", method: "POST", path: "/v1/thing" }).row;
  const described = {
    row,
    description: {
      operations: { ...description.operations, updateCardLimits: create },
      samples: { closeThing: { path: { id: "THG1" }, query: {}, bodies: [] } },
    },
  };
  const shown = (status: number, id: string) =>
    exchange({ operation: "updateCardLimits", status, body: { id } });
  const found = await argumentsOf(runAfter(shown(422, "THG4")), described);
  assert.deepEqual(found, { path: { id: "THG1" }, query: {}, isLive: false });
  const log = [shown(201, "THG2"), shown(201, "THG3"), shown(422, "THG4")];
  const after = await argumentsOf(runAfter(...log), described);
  assert.deepEqual(after, { path: { id: "THG3" }, query: {}, isLive: true });
});

test("what is asked again is asked of the item that was the last at first, while it is there", async () => {
  const list = operation({
    id: "listThings",
    path: "/v1/thing",
    paginated: {
      items: "/things",
      id: { pointer: "/id", schema: null },
      parameter: "after",
      cursor: "/next",
      pageSize: null,
    },
  });
  const of = (method: "GET" | "POST") => {
    const bindings = { id: { operation: "listThings", pointer: "/things/0/id" } };
    const { row, description } = operation({
      id: `${method} thing`,
      method,
      path: "/v1/thing/{id}",
      bindings,
    });
    const operations = { ...description.operations, ...list.description.operations };
    return {
      row,
      description: { operations, samples: { ...description.samples, ...list.description.samples } },
    };
  };
  const recall = createRecall();
  const idIn = async (method: "GET" | "POST", ...ids: readonly string[]) => {
    const call = async () =>
      exchange({
        body: { things: ids.map((id) => ({ id, state: id.startsWith("X") ? "closed" : "open" })) },
      });
    const run = { memoize: createMemo(), recall, card: null, probe: { call } } as unknown as Run;
    return (await argumentsOf(run, of(method))).path.id;
  };
  assert.equal(await idIn("GET", "T1", "T2"), "T2");
  assert.equal(await idIn("POST", "T1", "X2"), "T1", "what is over refuses writes");
  assert.equal(await idIn("GET", "T1", "T2", "T3"), "T2", "T3 was created since");
  assert.equal(await idIn("GET", "T1", "T3"), "T3", "T2 is gone");
  assert.equal(await idIn("POST", "T1", "T2"), "T2");
  assert.equal(await idIn("POST", "T1", "T2", "T3"), "T3", "T2 may be used up");
});

test("what is not ready is not read: of the other items, one that is", async () => {
  const paginated = {
    ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
    ...{ parameter: "after", cursor: "/next" },
  };
  const list = operation({ id: "listThings", path: "/v1/thing", paginated });
  const bindings = { id: { operation: "listThings", pointer: "/things/0/id" } };
  const { row, description } = operation({ id: "getFile", path: "/v1/thing/{id}/file", bindings });
  const described = {
    row,
    description: {
      operations: { ...description.operations, ...list.description.operations },
      samples: { ...description.samples, ...list.description.samples },
    },
  };
  const call = async (_: string, { path }: Call) => {
    if (path?.id === undefined)
      return exchange({ body: { things: ["T1", "T2", "T3"].map((id) => ({ id })) } });
    return exchange({ operation: null, status: path.id === "T1" ? 200 : 409 });
  };
  const run = {
    memoize: createMemo(),
    recall: createRecall(),
    card: null,
    probe: { call },
  } as unknown as Run;
  assert.equal((await argumentsOf(run, described)).path.id, "T1");
});

test("what is below an item of a list is read below the one of which that list is", async () => {
  const paged = (items: string) => ({
    ...{ items, id: { pointer: "/id", schema: null }, pageSize: null, parameter: "after", cursor: "/next" },
  });
  const things = operation({ id: "listThings", path: "/v1/thing", paginated: paged("/things") });
  const toThing = { id: { operation: "listThings", pointer: "/things/0/id" } };
  const parts = operation({
    id: "listParts",
    path: "/v1/thing/{id}/part",
    bindings: toThing,
    paginated: paged("/parts"),
  });
  const bindings = { ...toThing, part: { operation: "listParts", pointer: "/parts/0/id" } };
  const { row, description } = operation({ id: "getPart", path: "/v1/thing/{id}/part/{part}", bindings });
  const all = [description, things.description, parts.description];
  const described = {
    row,
    description: {
      operations: Object.assign({}, ...all.map(({ operations }) => operations)),
      samples: Object.assign({}, ...all.map(({ samples }) => samples)),
    },
  };
  // Only T1 has parts, and a read of a part says nothing of that.
  const call = async (_: string, { operation: asked, path = {} }: Call) => {
    if (asked === ("getPart" as string)) return exchange({ operation: null, status: 404 });
    if (path.id === undefined) return exchange({ body: { things: [{ id: "T1" }, { id: "T2" }] } });
    return exchange({ body: { parts: path.id === "T1" ? [{ id: "P1" }] : [] } });
  };
  const run = {
    memoize: createMemo(),
    recall: createRecall(),
    card: null,
    probe: { call },
  } as unknown as Run;
  assert.deepEqual((await argumentsOf(run, described)).path, { id: "T1", part: "P1" });
});
