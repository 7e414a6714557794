import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeReusedElsewhere } from "./reused-elsewhere.ts";
import { operation, writingRun } from "./testing.ts";

const listing = { items: "/things", id: { pointer: "/id", schema: null } };
const list = operation({ id: "listThings", path: "/v1/thing", listing });
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/size", kept: ["/state"] };
const size = operation({
  ...{ id: "sizeThing", method: "PUT", path: "/v1/thing/{id}/size", mediaType: "application/json", changes },
  ...{ reuseRefusedWith: "409", reuseRefusedForAny: true as const },
});
const description = {
  operations: { ...list.description.operations, ...size.description.operations },
  samples: { ...list.description.samples, ...size.description.samples },
};
const things = [
  { id: "T0", state: "held", size: 5 },
  { id: "T1", state: "open", size: 6 },
  { id: "T2", state: "open", size: 7 },
];
const first = { exchange: exchange({ operation: null }), key: "K1", path: { id: "T1" } };

/** What comes of a server that answers so to the key on another item, and what it was asked for. */
async function judged(status: number, row = size.row, card: string | null = null) {
  const asked: Call[] = [];
  const run = writingRun(async (_: string, call: Call) => {
    if (String(call.operation) === "listThings") return exchange({ operation: null, body: { things } });
    asked.push(call);
    return exchange({ operation: null, status });
  });
  const args = { path: { id: "T1" }, query: {}, isLive: true };
  const facts = await judgeReusedElsewhere({ ...run, card }, { row, description }, args, first);
  return { kinds: facts.map(({ kind }) => kind), asked };
}

test("a used key is sent to another item in the same state, with what that has already, and has to be refused", async () => {
  const { kinds, asked } = await judged(200);
  assert.deepEqual(kinds, ["violated"]);
  const [{ path, body, idempotencyKey } = assert.fail()] = asked;
  assert.deepEqual([path?.id, body, idempotencyKey], ["T2", 7, "K1"]);
  assert.deepEqual((await judged(409)).kinds, []);
});

test("nothing is sent where an item was named, or the words are of another body alone", async () => {
  const { reuseRefusedForAny: _, ...ofBody } = size.row;
  assert.deepEqual(await judged(200, ofBody), { kinds: [], asked: [] });
  assert.deepEqual(await judged(200, size.row, "T1"), { kinds: [], asked: [] });
});
