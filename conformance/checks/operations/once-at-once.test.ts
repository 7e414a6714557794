import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeOnce, onceCheck } from "./once-at-once.ts";
import { operation, writingRun } from "./testing.ts";
import { nothingUnique, uniqueValuesOf } from "./unique-values.ts";

const replace = operation({ id: "replaceThing", method: "POST", path: "/v1/thing/{id}/replace" });

/** What is said of a service that looks at an item, and does it at once or a moment later. */
async function judged({ isAtOnce = true, isRepeatable = false, answer = 200 } = {}) {
  const done = new Set<string>();
  let number = 1;
  const item = {
    isUsedUp: false,
    note: (sent: Exchange) => {
      item.isUsedUp ||= succeeded(sent);
    },
    renew: async () => {
      number += 1;
      item.isUsedUp = false;
    },
  };
  const args = {
    ...{ query: {}, isLive: true, item },
    get path() {
      return { id: `T${number}` };
    },
  };
  const call = async (_: string, { path: { id = "" } = {} }: Call) => {
    if (done.has(id) && !isRepeatable) return exchange({ operation: null, status: 409 });
    if (!isAtOnce) await setImmediate();
    done.add(id);
    return exchange({ operation: null, status: answer });
  };
  return (await judgeOnce(writingRun(call), replace, args)).map(({ kind }) => kind);
}

test("what can be done once is done once where two ask for it at the same time", async () => {
  assert.deepEqual(await judged(), ["held"]);
  assert.deepEqual(await judged({ isAtOnce: false }), ["violated"]);
});

test("nothing is said where it can be done again, or is only taken on", async () => {
  assert.deepEqual(await judged({ isAtOnce: false, isRepeatable: true }), ["missing"]);
  assert.deepEqual(await judged({ isAtOnce: false, answer: 202 }), ["missing"]);
});

test("what is created, and is unique, is asked for twice as well", async () => {
  const id = "addThing";
  const shape = { id, method: "POST", path: "/v1/thing", mediaType: "application/json" } as const;
  const one = operation({ ...shape, responses: { "201": null, "409": null } }, [{ name: "box" }]);
  assert.equal(onceCheck(operation({ ...shape, responses: { "201": null } })).length, 0);
  assert.equal(onceCheck({ ...one, row: { ...one.row, requirement: "list.request" } }).length, 1);
  const taken = new Set<unknown>();
  const run = writingRun(async (_: string, { body }: Call) => {
    const text = JSON.stringify(body);
    const status = taken.has(text) ? 409 : 201;
    taken.add(text);
    const sent = exchange({ operation: null, status, body: { number: taken.size } });
    return { ...sent, request: wireRequest({ method: "POST", body: text }) };
  });
  uniqueValuesOf(run, one).known = { ...nothingUnique(), pointers: ["/name"] };
  const facts = await judgeOnce(run, one, { path: {}, query: {}, isLive: true });
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    ["held"],
  );
});
