import assert from "node:assert/strict";
import { test } from "node:test";
import { textLengths } from "./text-lengths.ts";

const place = (pointer: string, schema: object) => ({ pointer, schema });
const places = [
  place("/name", { maxLength: 12, minLength: 1 }),
  place("/free", {}),
  place("/code", { maxLength: 4 }),
];
const body = { name: "Lamp", free: "Any", code: "A" };

test("texts with a largest length are named, where they have room for several characters", () => {
  assert.deepEqual(
    textLengths(places, body, () => true),
    { lengths: { "/name": 12 }, characters: ["ü", "😀", "&"] },
  );
});

test("none are where they may not have wide characters, or have no largest length", () => {
  const isPlain = (made: unknown) => /^[\w ]*$/.test((made as typeof body).name);
  assert.equal(textLengths(places, body, isPlain), undefined);
  assert.equal(
    textLengths(places.slice(1), body, () => true),
    undefined,
  );
});
