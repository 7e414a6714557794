import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeCreatedOnce } from "./created-at-once.ts";
import { operation, writingRun } from "./testing.ts";
import { nothingUnique, uniqueValuesOf } from "./unique-values.ts";

const one = operation(
  {
    ...{ id: "addThing", method: "POST", path: "/v1/thing", mediaType: "application/json" },
    responses: { "201": null, "409": null },
  },
  [{ name: "box" }],
);

/** What is said of a service that looks for a name, and takes it at once or a moment later. */
async function judged({
  isAtOnce = true,
  isRepeatable = false,
  isJoined = false,
  answer = 201,
  pointers = ["/name"],
  room = 0,
} = {}) {
  let number = 0;
  const taken = new Set<string>();
  const call = async (_: string, { body }: Call) => {
    const { name } = body as { readonly name: string };
    // Of places with room for two, the first one may have had one taken.
    const hasRoom = isRepeatable || (room > 0 && taken.size > 1);
    const isTaken = taken.has(name) && !hasRoom;
    number += isJoined ? 0 : 1;
    const own = { number };
    if (!isAtOnce) await setImmediate();
    taken.add(name);
    const request = wireRequest({ method: "POST", body: JSON.stringify(body) });
    return { ...exchange({ operation: null, status: isTaken ? 409 : answer, body: own }), request };
  };
  const run = writingRun(call);
  uniqueValuesOf(run, one).known = { ...nothingUnique(), pointers };
  const args = { path: {}, query: {}, isLive: true };
  return (await judgeCreatedOnce(run, one, args, "once")).map(({ kind }) => kind);
}

test("what there may be once is created once where two ask for it at the same time", async () => {
  assert.deepEqual(await judged(), ["held"]);
  assert.deepEqual(await judged({ isAtOnce: false }), ["violated"]);
});

test("nothing is said where it can be created again, nothing has to be unique, or it is only taken on", async () => {
  const others = [{ isJoined: true }, { room: 1 }];
  for (const server of [{ isRepeatable: true }, { pointers: [] }, { answer: 202 }, ...others])
    assert.deepEqual(await judged({ isAtOnce: false, ...server }), ["missing"]);
});
