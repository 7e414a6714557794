import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import type { View } from "./view.ts";
import { readSoon, startWatch } from "./watch.ts";

/** A watch of a list in which one item counts its own looks; what it holds can be changed. */
async function watching() {
  const items = new Map([
    ["calm", "a"],
    ["counting", "0"],
  ]);
  let looks = 0;
  const read = async (): Promise<View> => {
    looks += 1;
    if (items.has("counting")) items.set("counting", String(looks));
    return new Map([["list", new Map(items)]]);
  };
  const run = {
    memoize: createMemo(),
    probe: { session: { exchanges: [], sleep: async () => undefined } },
  } as unknown as Run;
  return { items, watch: await startWatch(run, "list", read) };
}

const places = (seen: readonly { readonly place: string }[]) => seen.map(({ place }) => place);

test("what changes all the time is seen to go, where something is to be seen", async () => {
  const { items, watch } = await watching();
  items.delete("counting");
  assert.deepEqual(places(await watch.expectChange()), ["list counting"]);
});

test("where nothing should change, what changes all the time may end by itself, unless it is what was named", async () => {
  const { items, watch } = await watching();
  assert.deepEqual(places(await watch.expectNone()), []);
  items.set("calm", "b");
  assert.deepEqual(places(await watch.expectNone()), ["list calm"]);
  items.delete("counting");
  assert.deepEqual(places(await watch.expectNone()), []);
  const other = await watching();
  other.items.delete("counting");
  assert.deepEqual(places(await other.watch.expectNone(["counting"])), ["list counting"]);
});

test("what was waited for in vain three times in a row is hardly waited for again, until it is seen once", async () => {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const run = { recall: createRecall(), probe: { session: { sleep } } } as unknown as Run;
  const waited = async (isSeen: boolean, name?: string) => {
    waits.length = 0;
    await readSoon(
      run,
      async () => isSeen,
      (seen, waitedMs) => seen && waitedMs > 0,
      name,
    );
    return waits.length;
  };
  for (let time = 0; time < 3; time += 1) assert.equal(await waited(false, "write"), 4);
  assert.equal(await waited(false, "write"), 1);
  assert.equal(await waited(false, "other"), 4, "of another operation");
  assert.equal(await waited(false), 4, "without a name");
  assert.equal(await waited(true, "write"), 1);
  assert.equal(await waited(false, "write"), 4, "it was seen again");
});
