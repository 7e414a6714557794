import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createCardLock } from "./sharing.ts";

/** A lock, and what happens with it, in order. */
function noted() {
  const notes: string[] = [];
  const note = async (words: string) => {
    await setImmediate();
    notes.push(words);
  };
  return { notes, note, ...createCardLock(() => note("pause")) };
}

test("work with the card is done one after the other, also after work that failed", async () => {
  const { notes, note, withCardLock } = noted();
  const failed = withCardLock(async () => {
    await note("first");
    throw new Error("in vain");
  });
  const done = withCardLock(async () => {
    await note("second");
    return "done";
  });
  await assert.rejects(failed, { message: "in vain" });
  assert.equal(await done, "done");
  await withCardLock(() => note("third"));
  assert.deepEqual(notes, ["first", "second", "third"]);
});

test("all that is put off is done after one pause, when nobody else wants the card, and before anybody goes on", async () => {
  const { notes, note, withCardLock, afterPause } = noted();
  const work = (name: string) =>
    withCardLock(async () => {
      await note(`${name} begins`);
      const result = await afterPause(async () => {
        await note(`${name} after the pause`);
        return name;
      });
      await note(`${name} goes on with ${result}`);
    });
  await Promise.all([work("A"), work("B"), withCardLock(() => note("C"))]);
  assert.deepEqual(notes, [
    "A begins",
    "B begins",
    "C",
    "pause",
    "A after the pause",
    "B after the pause",
    "A goes on with A",
    "B goes on with B",
  ]);
  await work("D");
  assert.deepEqual(notes.slice(-4), ["D begins", "pause", "D after the pause", "D goes on with D"]);
});

test("work that fails after a pause fails for whoever put it off, who has the card again", async () => {
  const { notes, note, withCardLock, afterPause } = noted();
  const failed = withCardLock(async () => {
    const seen = await afterPause(async () => {
      throw new Error("in vain");
    }).catch((error: Error) => error.message);
    await note(`told: ${seen}`);
  });
  const other = withCardLock(() => afterPause(() => note("other")));
  await Promise.all([failed, other]);
  await withCardLock(() => note("later"));
  assert.deepEqual(notes, ["pause", "other", "told: in vain", "later"]);
});
