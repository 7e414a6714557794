import assert from "node:assert/strict";
import { test } from "node:test";
import { longestTexts } from "./longest-texts.ts";

const place = (pointer: string, schema: object) => ({ pointer, schema, fragment: "#", property: null });

test("every text with a largest length has it, and does not end with a space", () => {
  const places = [place("/name", { maxLength: 9 }), place("/note", { maxLength: 12 }), place("/free", {})];
  assert.deepEqual(
    longestTexts(places, { name: "Lamp", note: "New", free: "Any" }, () => true),
    {
      name: "Lamp Lamp",
      note: "New New Newx",
      free: "Any",
    },
  );
});

test("it is made of words, whatever it was", () => {
  const long = longestTexts(
    [place("/name", { maxLength: 22 })],
    { name: "abcdefghijklmnopqrst" },
    () => true,
  );
  assert.deepEqual(long, { name: "abcdefgh abcdefgh abcd" });
});

test("a text that would not be valid stays, and so does one of which there is nothing, or that may be very long", () => {
  const places = ["/code", "/empty", "/gone"].map((pointer) => place(pointer, { maxLength: 20 }));
  const body = { code: "AB1", empty: "", long: "a" };
  const fits = (made: unknown) => (made as typeof body).code === "AB1";
  assert.deepEqual(longestTexts([...places, place("/long", { maxLength: 5000 })], body, fits), body);
});
