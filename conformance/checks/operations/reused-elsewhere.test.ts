import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeReusedElsewhere } from "./reused-elsewhere.ts";
import { operation, writingRun } from "./testing.ts";
import { startWatch } from "./watch.ts";

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

/** What comes of a server that answers so to a request, and what it was asked for. */
async function judged(answer: number | ((call: Call) => number), row = size.row, card: string | null = null) {
  const asked: Call[] = [];
  const run = writingRun(async (_: string, call: Call) => {
    if (String(call.operation) === "listThings") return exchange({ operation: null, body: { things } });
    asked.push(call);
    return exchange({ operation: null, status: typeof answer === "number" ? answer : answer(call) });
  });
  const args = { path: { id: "T1" }, query: {}, isLive: true };
  // What is seen differs each time, so that nothing is waited for.
  let looks = 0;
  const see = async () => {
    looks += 1;
    return new Map([["list", new Map([[String(looks), "T"]])]]);
  };
  const watch = await startWatch(run, row.id, see);
  const facts = await judgeReusedElsewhere({ ...run, card }, { row, description }, args, first, watch);
  return { kinds: facts.map(({ kind }) => kind), asked };
}

test("a used key is sent to another item in the same state, with what that has already, and has to be refused", async () => {
  const { kinds, asked } = await judged(200);
  assert.deepEqual(kinds, ["violated"]);
  const [{ path, body, idempotencyKey } = assert.fail()] = asked;
  assert.deepEqual([path?.id, body, idempotencyKey], ["T2", 7, "K1"]);
  assert.deepEqual((await judged(409)).kinds, []);
});

test("so has a key that comes with the very body of its first write, which is what the other item has already", async () => {
  const ofFirst = "K1";
  const isNew = ({ idempotencyKey }: Call) => idempotencyKey !== ofFirst;
  const { kinds, asked } = await judged((call) => (isNew(call) ? 200 : 409));
  assert.deepEqual(kinds, ["violated"]);
  const [, { ...own } = assert.fail(), { ...other } = assert.fail()] = asked;
  assert.deepEqual([own.path?.id, other.path?.id, own.body, other.body], ["T1", "T2", 7, 7]);
  assert.equal(own.idempotencyKey, other.idempotencyKey);
  const kept = await judged((call) => (isNew(call) && call.path?.id === "T1" ? 200 : 409));
  assert.deepEqual([kept.kinds, kept.asked.length], [[], 3]);
});

test("nothing is sent where an item was named, or the words are of another body alone", async () => {
  const { reuseRefusedForAny: _, ...ofBody } = size.row;
  assert.deepEqual(await judged(200, ofBody), { kinds: [], asked: [] });
  assert.deepEqual(await judged(200, size.row, "T1"), { kinds: [], asked: [] });
});
