import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject } from "../../conformance/base/shape.ts";
import type { Schema } from "./document.ts";
import { withMapEntries } from "./map-entries.ts";

const ofTexts: Schema = { type: "object", additionalProperties: { type: "string" } };
const place = (pointer: string, schema: Schema) => ({ pointer, fragment: `#${pointer}`, schema });
const made = (places: readonly ReturnType<typeof place>[], body: unknown, fits: (body: unknown) => boolean) =>
  withMapEntries(places, body, fits, (at) => [`made at ${at}`]);

test("a map gets two names, those that are shown first, with the values that are shown first", () => {
  const schema = { ...ofTexts, examples: [{ home: "x", work: null }] };
  assert.deepEqual(
    made([place("/links", schema)], { name: "a" }, () => true),
    { name: "a", links: { home: "x", work: "x" } },
  );
  assert.deepEqual(
    made([place("/at/links", ofTexts)], { at: { links: { cost: "" } } }, () => true),
    {
      at: {
        links: {
          cost: "made at #/at/links",
          first: "made at #/at/links",
        },
      },
    },
  );
});

test("names that a map may not have are passed over, and one that may not have two stays", () => {
  const hasShort = (body: unknown) =>
    isObject(body) && isObject(body.links) && Object.keys(body.links).every((name) => name.length < 4);
  const { links } = made([place("/links", ofTexts)], {}, hasShort) as { links: object };
  assert.deepEqual(Object.keys(links), ["one", "two"]);
  assert.deepEqual(
    made([place("/links", ofTexts)], { links: {} }, () => false),
    { links: {} },
  );
});

test("what is no map, or stands in a list, stays", () => {
  const named = { ...ofTexts, properties: { home: {} } };
  const places = [
    place("", ofTexts),
    place("/named", named),
    place("/closed", { additionalProperties: false }),
    place("/composed", { ...ofTexts, allOf: [{}] }),
    place("/list/*", ofTexts),
  ];
  const body = { named: {}, closed: {}, composed: {}, list: [{}] };
  assert.deepEqual(
    made(places, body, () => true),
    body,
  );
});
