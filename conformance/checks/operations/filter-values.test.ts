import assert from "node:assert/strict";
import { test } from "node:test";
import { beginningOf, textUnlike, valuesToAsk } from "./filter-values.ts";
import { operation } from "./testing.ts";

const filter = { pointer: "/name", values: null, isText: true };
const named = { name: "name", filter };
const items = (...names: readonly unknown[]) => names.map((name) => ({ name }));
const texts = operation({ query: { name: "string" } });
const numbers = operation({ query: { name: "integer" } });
const ids = operation({ query: { name: "string" }, queryBounds: { name: "CardId" } });

test("three values of what items have are asked for, those of the end, and each once", () => {
  assert.deepEqual(valuesToAsk(texts, named, items("a", "b", "c", "d", "c")), ["c", "d", "b"]);
  assert.deepEqual(valuesToAsk(numbers, named, items(1, 2, 2)), [2, 1]);
  const values = ["open", "closed"];
  assert.deepEqual(
    valuesToAsk(texts, { name: "name", filter: { ...filter, values } }, items("other")),
    values,
  );
});

test("a value with which another one begins is asked for first: a search for beginnings finds both", () => {
  assert.deepEqual(valuesToAsk(texts, named, items("U51", "U510", "a", "b", "c")), ["U51", "c", "b"]);
});

test("what no query can say, or says as something else, is not asked for", () => {
  assert.deepEqual(valuesToAsk(texts, named, items(null, 7, undefined, {})), []);
  assert.deepEqual(valuesToAsk(texts, named, items("", " a", "a*", '"a"', "a -b", "-a", "%")), []);
  assert.deepEqual(valuesToAsk(texts, named, items("Ö. Müller")), [], "a dot and a space in a row");
  assert.deepEqual(valuesToAsk(texts, named, items("Ana Müller-Ott", "a+b@example.com")).length, 2);
  assert.deepEqual(valuesToAsk(numbers, named, items("1", 2 ** 60, 1.5)), []);
});

test("nor is what the description does not let the parameter take", () => {
  assert.deepEqual(valuesToAsk(ids, named, items("CRD1", "none of its form")), ["CRD1"]);
});

test("a text that no item has anything in common with is made where the description allows one", () => {
  assert.equal(textUnlike(texts, named, "Card 1", items("Card 1", "Card 2")), "qqqq q");
  assert.equal(textUnlike(ids, named, "CRD12", items("CRD12")), "CRD99");
  assert.equal(textUnlike(ids, named, "CRD12", items("CRD12", "CRD991")), null);
});

test("of a value that is the same or not, the beginning that no item has is another one", () => {
  const whole = { ...named, filter: { ...filter, isText: false, isName: true as const } };
  const all = items("CRD10", "CRD1", "CRD112");
  assert.equal(beginningOf(ids, whole, ["CRD1", "CRD10"], all), null, "CRD is of no form, and CRD1 is there");
  assert.equal(beginningOf(ids, whole, ["CRD112"], all), "CRD11");
  assert.equal(beginningOf(ids, named, ["CRD112"], all), null, "a text may be searched for");
  const form = { ...named, filter: { ...filter, isText: false } };
  assert.equal(beginningOf(ids, form, ["CRD112"], all), null, "no path names it");
  assert.equal(beginningOf(texts, whole, ["CRD112"], all), null, "nothing says which form it has");
  assert.equal(beginningOf(ids, whole, [112], all), null);
});
