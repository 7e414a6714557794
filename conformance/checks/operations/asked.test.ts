import assert from "node:assert/strict";
import { test } from "node:test";
import { askedOf, leavesOf, mapRemains, partOf, remains, speaksOf } from "./asked.ts";
import { operation } from "./testing.ts";

const mergePatch = { method: "PATCH", mediaType: "application/merge-patch+json" } as const;
const tags = { operation: "listThings", parameter: "id", id: "/id", target: "/tags" };

test("what is asked for is what a merge patch says, and what a PUT replaces", () => {
  assert.deepEqual(askedOf(operation(mergePatch), { note: null }), { note: null });
  assert.deepEqual(askedOf(operation({ ...mergePatch, mediaType: "application/json" }), { note: 1 }), {});
  assert.deepEqual(askedOf(operation({ method: "PUT", changes: tags }), ["a"]), { "": ["a"] });
  const patch = { method: "PATCH", mediaType: "application/json" } as const;
  assert.deepEqual(askedOf(operation({ ...patch, changes: tags }), ["a"]), { "": ["a"] });
  assert.deepEqual(askedOf(operation({ method: "PUT" }), { note: 1 }), {}, "nothing says what it replaces");
  assert.deepEqual(askedOf(operation({ method: "POST", changes: tags }), ["a"]), {});
  const whole = { ...tags, target: "" };
  assert.deepEqual(askedOf(operation({ method: "PUT", changes: whole }), { id: "T2", note: 1 }), { note: 1 });
  const named = { ...tags, member: "tags" };
  assert.deepEqual(askedOf(operation({ method: "PUT", changes: named }), { tags: ["a"] }), { "": ["a"] });
});

for (const [what, asked, before, after, isSame] of [
  ["the value before", 2, 1, 1, true],
  ["the value asked for", 2, 1, 2, false],
  ["another value", 2, 1, 3, false],
  ["nothing", 2, 1, undefined, false],
  ["what null was to take away", null, "a", "a", true],
  ["an empty text for null", null, "", "", false],
  ["a secret that is not shown", "1234", "****", "****", false],
  ["a number of which the end is shown", "4111", "•••• 1111", "•••• 1111", false],
  ["a list with what was there before", ["b"], ["a"], ["a", "b"], true],
  ["a part of the list", ["a", "b"], [], ["a"], true],
  ["the list in another order", ["a", "b"], [], ["b", "a"], false],
  ["a list with other values", ["a", "b"], [], ["A", "B"], false],
  ["an object in a list, with a member more", [{ a: 1 }], [{ a: 1, of: 0 }], [{ a: 1, of: 0 }], false],
  ["a new object in a list, with a member more", [{ a: 2 }], [{ a: 1 }], [{ a: 2, of: 0 }], false],
  [
    "an object in a list as it was, with a member more",
    [{ a: 2 }],
    [{ a: 1, of: 0 }],
    [{ a: 1, of: 0 }],
    true,
  ],
  ["an inner value as it was", { x: 2, y: 2 }, { x: 1, y: 1 }, { x: 2, y: 1 }, true],
  ["the beginning of some words", "a b c d", "x", "a b", true],
  ["some words without a space at their end", "a b c ", "x", "a b c", false],
  ["the day of a time", "2026-01-01T10:00:00Z", null, "2026-01-01", false],
  ["all inner values", { x: 2 }, { x: 1, y: 1 }, { x: 2, y: 1 }, false],
] as const) {
  test(`${what} is ${isSame ? "not what was asked for" : "nothing that was lost"}`, () => {
    assert.equal(remains(asked, before, after), isSame);
  });
}

for (const [what, asked, before, after, isSame] of [
  ["has what it was given alone", { a: true }, { b: true }, { a: true }, false],
  ["keeps a name that it had", { a: true }, { b: true }, { a: true, b: true }, true],
  ["drops a name that it was given", { a: true, c: true }, { b: true }, { a: true }, true],
  ["shows a name without anything", { a: true }, { a: true, b: false }, { a: true, b: false }, false],
  ["leaves out what says nothing", { a: true, c: false }, {}, { a: true }, false],
  ["writes a name in its own way", { ApplePay: true }, {}, { applepay: true }, false],
  ["has something new of its own", { a: true }, {}, { a: true, updated: 5 }, false],
] as const) {
  test(`a map that ${what} is ${isSame ? "not what was asked for" : "nothing that was lost"}`, () => {
    assert.equal(mapRemains(asked, before, after), isSame);
  });
}

test("a map is asked for as a whole", () => {
  const map = operation({ method: "PUT", changes: tags, bodyIsMap: true });
  assert.deepEqual(askedOf(map, { a: 1 }), { "": { a: 1 } });
});

test("an object within a merge patch is merged, so that each part of it is asked for by itself", () => {
  const patch = { at: { from: 1, to: { day: 2 } }, tags: ["a"], note: null, open: {} };
  const leaves = { "at/from": 1, "at/to/day": 2, tags: ["a"], note: null, open: {} };
  assert.deepEqual(leavesOf(patch), leaves);
  assert.deepEqual(askedOf(operation(mergePatch), patch), leaves);
  assert.equal(partOf(patch, "at/to/day"), 2);
  assert.equal(partOf({ "at/to": 3 }, "at/to"), 3, "a name may have a slash");
  assert.equal(partOf(patch, "at/to/hour"), undefined);
  assert.equal(partOf(patch, "constructor"), undefined);
});

for (const [name, isSpokenOf] of [
  ["at/from", true],
  ["at", true],
  ["at/to", false],
  ["note/text", true],
  ["not", false],
] as const) {
  test(`a patch ${isSpokenOf ? "speaks" : "says nothing"} of ${name}`, () => {
    assert.equal(speaksOf({ "at/from": 1, note: null }, name), isSpokenOf);
  });
}
