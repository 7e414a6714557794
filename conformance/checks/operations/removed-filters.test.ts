import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeRemovedFilters } from "./removed-filters.ts";
import { operation, writingRun } from "./testing.ts";

const filter = { pointer: "/kind", values: null, isText: false };
const list = operation({
  ...{ id: "listThings", path: "/v1/thing", query: { kind: "string", size: "string" } },
  listing: {
    ...{ items: "/things", id: { pointer: "/id", schema: null } },
    filters: { kind: filter, size: { ...filter, pointer: "/size" } },
  },
});
const remove = operation({ id: "removeThing", method: "DELETE", path: "/v1/thing/{id}" });
const lamp = { id: "T1", kind: "lamp", size: "small" };

/** What comes of a list that shows what was removed where this holds for its query, the so manieth time. */
async function judged(shows: (filter: string, time: number) => boolean, isLookedUp = false) {
  let time = 0;
  const run = writingRun(async (_: string, { query = {} }: Call) => {
    time += 1;
    const [[name = ""] = []] = Object.entries(query).filter(([one]) => one === "kind" || one === "size");
    return exchange({ operation: null, body: { things: shows(name, time) ? [lamp] : [{ id: "T2" }] } });
  });
  Object.assign(run.probe.session, { sleep: async () => undefined });
  const facts = await judgeRemovedFilters(run, remove, { path: {} }, list, {
    id: "T1",
    shown: lamp,
    isLookedUp,
  });
  return facts.map(({ kind, ...fact }) => [kind, "message" in fact ? fact.message.split(" still")[0] : ""]);
}

test("what was removed is listed by no filter, once an index knows it", async () => {
  assert.deepEqual(await judged(() => false), []);
  assert.deepEqual(await judged((_, time) => time < 3), []);
  assert.deepEqual(await judged((name) => name === "size"), [["violated", "GET /v1/thing?size=small"]]);
  assert.deepEqual(await judged((name) => name === "size", true), [], "it may be looked up by what it was");
});
