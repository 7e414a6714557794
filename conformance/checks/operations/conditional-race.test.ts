import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeRace } from "./conditional-race.ts";
import { operation, writingRun } from "./testing.ts";

const change = operation({ id: "putThing", method: "PUT", path: "/v1/thing/{id}", ifMatch: "optional" });
const args = { path: { id: "T1" }, query: {}, isLive: true };

/** What is said of a server that looks at the ETag, and writes at once or a moment later; `tagOf` makes the ETag. */
async function judged(
  isAtOnce: boolean,
  names: readonly string[] = ["a", "b", "c"],
  tagOf = (version: number, _: string) => `"${version}"`,
) {
  let [version, name] = [10, "c"];
  const call = async (_: string, { headers = [], body }: Call) => {
    if (headers[0]?.[1] !== tagOf(version, name)) return exchange({ operation: null, status: 412 });
    if (!isAtOnce) await setImmediate();
    version += 1;
    name = String(Object(body).name);
    return exchange({ operation: null, status: 200 });
  };
  const now = async () => ({ tag: tagOf(version, name), body: { name } });
  const written = names.map((one, index) => ({
    body: { name: one, reason: "any" },
    after: { tag: tagOf(index, one), body: { name: one } },
  }));
  const facts = await judgeRace(writingRun(call), change, args, written, { now, afterWrite: now });
  return facts.map(({ kind }) => kind);
}

test("of two writes at the same time with the same ETag one alone is carried out", async () => {
  assert.deepEqual(await judged(true), []);
  assert.deepEqual(await judged(false), ["violated"]);
  assert.deepEqual(await judged(false, ["a", "a"]), [], "two bodies that say the same tell nothing");
});

test("a write of what is so already leaves an ETag of the content as it is, and the other one is lawful", async () => {
  const ofContent = (_: number, name: string) => `"${name}"`;
  assert.deepEqual(await judged(true, ["a", "b", "c", "a"], ofContent), []);
  assert.deepEqual(await judged(false, ["a", "b", "c"], ofContent), ["violated"]);
});
