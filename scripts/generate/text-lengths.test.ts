import assert from "node:assert/strict";
import { test } from "node:test";
import { textLengths } from "./text-lengths.ts";

const place = (pointer: string, schema: object) => ({ pointer, schema });
const places = [place("/name", { maxLength: 6, minLength: 1 }), place("/free", {})];
const body = { name: "Lamp", free: "Any" };

test("texts get as long as they may be, of plain letters and of wide ones", () => {
  assert.deepEqual(
    textLengths(places, body, () => true),
    {
      long: { name: "Lamp L", free: "Any" },
      wide: [
        { short: { name: "üüü", free: "Any" }, long: { name: "üüüüüü", free: "Any" } },
        { short: { name: "😀😀😀", free: "Any" }, long: { name: "😀😀😀😀😀😀", free: "Any" } },
      ],
    },
  );
});

test("nothing is sent where texts may not have such characters, or have no largest length", () => {
  const isPlain = (made: unknown) => /^[ -~]*$/.test((made as typeof body).name);
  assert.equal(textLengths(places, body, isPlain), undefined);
  assert.equal(
    textLengths(places.slice(1), body, () => true),
    undefined,
  );
});
