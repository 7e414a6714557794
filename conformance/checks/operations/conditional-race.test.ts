import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeRace } from "./conditional-race.ts";
import { operation, writingRun } from "./testing.ts";

const change = operation({ id: "putThing", method: "PUT", path: "/v1/thing/{id}", ifMatch: "optional" });
const args = { path: { id: "T1" }, query: {}, isLive: true };

/** What is said of a server that looks at the ETag, and writes at once or a moment later. */
async function judged(
  isAtOnce: boolean,
  bodies: readonly unknown[] = [{ name: "a" }, { name: "b" }, { name: "c" }],
) {
  let [version, name] = [1, "new"];
  const call = async (_: string, { headers = [], body }: Call) => {
    if (headers[0]?.[1] !== `"${version}"`) return exchange({ operation: null, status: 412 });
    if (!isAtOnce) await setImmediate();
    version += 1;
    name = String(Object(body).name);
    return exchange({ operation: null, status: 200 });
  };
  const now = async () => ({ tag: `"${version}"`, body: { name } });
  const facts = await judgeRace(writingRun(call), change, args, bodies, { now, afterWrite: now });
  return facts.map(({ kind }) => kind);
}

test("of two writes at the same time with the same ETag one alone is carried out", async () => {
  assert.deepEqual(await judged(true), []);
  assert.deepEqual(await judged(false), ["violated"]);
  assert.deepEqual(await judged(false, [{ name: "a" }]), [], "two bodies that say the same tell nothing");
});
