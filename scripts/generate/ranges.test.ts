import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parameter, PlacedParameter, Schema } from "./document.ts";
import { operationsOf } from "./document.ts";
import { rangesOf } from "./ranges.ts";
import { smallDocument } from "./testing.ts";

const time = { type: "string", format: "date-time" } as const;
const amount = { type: "number" } as const;

/** The bounds of a list whose items have these properties, with one parameter. */
function rangesWith(
  name: string,
  schema: Schema,
  properties: Record<string, Schema>,
  change: Partial<Parameter> = {},
  more: Schema = {},
  beside: readonly PlacedParameter[] = [],
  ofAll = "",
) {
  const document = smallDocument();
  document.info.description = ofAll;
  const things = { type: "array", items: { type: "object", properties, ...more } };
  document.components.schemas = { ...document.components.schemas, Page: { properties: { things } } };
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  const parameters = [{ name, in: "query" as const, fragment: "", schema, ...change }, ...beside];
  const listed = { page: "#/components/schemas/Page", items: "/things", paging: ["after", undefined] };
  return rangesOf(document, { ...one, parameters }, listed)[name] ?? null;
}

test("a bound is of the property that it names, or of the only one of its sort", () => {
  const properties = { createdAt: time, total: amount, id: { type: "integer" } };
  assert.deepEqual(rangesWith("from", time, properties), { pointer: "/createdAt", side: "lower" });
  assert.deepEqual(rangesWith("date_to", time, properties), { pointer: "/createdAt", side: "upper" });
  assert.deepEqual(rangesWith("createdBefore", time, properties), { pointer: "/createdAt", side: "upper" });
  assert.deepEqual(rangesWith("minTotal", amount, properties), { pointer: "/total", side: "lower" });
  const both = { ...properties, bookedAt: time };
  assert.equal(rangesWith("from", time, both), null, "of which of the two, nothing says");
  assert.deepEqual(rangesWith("bookedSince", time, both), { pointer: "/bookedAt", side: "lower" });
  const of = (description: string, beside: readonly PlacedParameter[] = []) =>
    rangesWith("to", time, both, { description }, {}, beside);
  assert.deepEqual(of("Things that were booked until then."), { pointer: "/bookedAt", side: "upper" });
  const from = { name: "from", in: "query" as const, fragment: "", schema: time };
  const created = { ...from, description: "Things that were created since then." };
  assert.deepEqual(of("The end of it.", [created]), { pointer: "/createdAt", side: "upper" });
  assert.equal(of("What was created or booked until then."), null, "of which of the two, nothing says");
  const orEarlier = of("Only things booked at this time or earlier, that moment included.");
  assert.equal(orEarlier?.pointer, "/bookedAt", "that is no second one");
});

test("each kind of item may describe what the bound is of", () => {
  const kind = (properties: Record<string, Schema>) => ({ type: "object", properties });
  const kinds = { oneOf: [kind({ createdAt: time }), kind({ createdAt: time, total: amount })] };
  assert.deepEqual(rangesWith("createdTo", time, {}, {}, kinds), { pointer: "/createdAt", side: "upper" });
});

test("what is just the value may be said to be beyond it", () => {
  const said = (name: string, description: string) =>
    rangesWith(name, time, { createdAt: time }, { description });
  const exclusive = { pointer: "/createdAt", side: "upper", isExclusive: true };
  assert.deepEqual(said("createdTo", "Only parcels before this moment. Else 400."), exclusive);
  for (const words of [
    "Sent before this moment. What was sent in the very moment is not shown.",
    "The end. What stands on this very moment is left out.",
  ])
    assert.deepEqual(said("createdTo", words), exclusive, words);
  assert.deepEqual(said("createdTo", "Only parcels before this moment or at it: not later."), {
    ...{ pointer: "/createdAt", side: "upper" },
  });
  for (const words of [
    "Only parcels no later than this moment.",
    "Parcels sent in this moment are not delayed.",
    "The end. A parcel that was cancelled at this moment is left out.",
    "Entries in the day before it are not shown.",
    "An item that changes at the moment of the request is not shown.",
    "Created before this day is over.",
    "Unsorted list of parcels, those before this moment first.",
    "Based on more than this number of entries.",
    "Only those before this moment, which itself counts.",
  ])
    assert.equal(said("createdTo", words)?.isExclusive, undefined, words);
  assert.equal(said("createdTo", "Parcels of the days before this moment.")?.isExclusive, undefined);
  assert.equal(
    said("createdFrom", "Only parcels after this moment.")?.isExclusive,
    undefined,
    "a time that is shown by its second may be later",
  );
  const more = rangesWith(
    "minTotal",
    amount,
    { total: amount },
    { description: "Only more than this amount." },
  );
  assert.deepEqual(more, { pointer: "/total", side: "lower", isExclusive: true });
});

test("a bound may be a day of moments, of the clock that the words name, and hold its own value", () => {
  const day = { type: "string", format: "date" };
  const said = (description: string) => rangesWith("createdTo", day, { createdAt: time }, { description });
  const bound = { pointer: "/createdAt", side: "upper" };
  assert.deepEqual(said("Up to this day."), { ...bound, zone: null });
  assert.deepEqual(said("Of this day (UTC) or earlier."), { ...bound, zone: "UTC", isInclusive: true });
  assert.deepEqual(said("Before this day; it is not included."), { ...bound, zone: null });
  assert.deepEqual(said("By the clock of the account, as an offset from UTC."), {
    ...bound,
    zone: null,
  });
  assert.deepEqual(said("What was created on this day is included."), {
    ...bound,
    zone: null,
    isInclusive: true,
  });
  assert.deepEqual(said("The last day, to its end."), { ...bound, zone: null, isInclusive: true });
  assert.deepEqual(said("Day of UTC+2."), { ...bound, zone: null });
  assert.deepEqual(said("Larger than this, fees included; at least 1."), { ...bound, zone: null });
  const place = said("On this day in the zone Europe/Paris, or earlier. What is no day is refused.");
  assert.deepEqual(place, { ...bound, zone: "Europe/Paris", isInclusive: true });
  for (const words of [
    "A day in the time zone of the account, such as Europe/Paris.",
    "Days of UTC, not of Europe/Paris.",
    "A day of Asia/Tokyo or America/New_York.",
  ])
    assert.equal(said(words)?.zone, null, words);
  assert.equal(said("After this day, not on it. The year is 2000 or later.")?.isInclusive, undefined);
  assert.equal(said("Before this day. The year has to be 2000 or later, inclusive.")?.isInclusive, undefined);
  assert.equal(said("A day of Europe/Nowhere.")?.zone, null, "no clock is known of it");
  assert.equal(said("On this day or not after it.")?.isInclusive, undefined, "one sentence says both");
  const from = {
    name: "from",
    in: "query" as const,
    fragment: "",
    schema: day,
    description: "A day of UTC.",
  };
  const besideIt = (description: string) =>
    rangesWith("to", day, { createdAt: time }, { description }, {}, [from])?.zone;
  assert.equal(besideIt("The last day."), "UTC", "as the words of the other bound say");
  assert.equal(besideIt("The last day, by the local clock."), null);
  const both = rangesWith("createdTo", day, { createdAt: time, createdOn: day });
  assert.deepEqual(both, { pointer: "/createdOn", side: "upper" }, "a day is compared with days");
});

test("which property a bound is of is not told by what a sentence denies, or names beside another one", () => {
  const properties = { createdAt: time, updatedAt: time };
  const of = (description: string) => rangesWith("from", time, properties, { description });
  assert.equal(of("Only what was created or changed since then."), null);
  assert.equal(of("The moment of the update, not that at which it was created."), null);
  assert.equal(
    rangesWith("from", { ...time, format: "date" }, properties, {
      description: "The first day.",
      "x-unspecified": ["gap.a"],
    }),
    null,
  );
});

test("the first day and the last one count, unless the words say more", () => {
  const of = (description: string) =>
    rangesWith(
      "to",
      { type: "string", format: "date" },
      { day: { type: "string", format: "date" } },
      { description },
    );
  assert.equal(of("The last day that is listed.")?.isInclusive, true);
  assert.equal(of("The day after the last day that is listed.")?.isInclusive, undefined);
  assert.equal(of("The first day that is not listed.")?.isInclusive, undefined);
  assert.equal(of("The last day. What is on it is no longer listed.")?.isInclusive, undefined);
});

test("any other parameter is none", () => {
  const properties = { createdAt: time, total: amount };
  assert.equal(rangesWith("min", amount, properties), null, "it names nothing");
  assert.equal(rangesWith("after", { type: "string" }, properties), null, "it is no time");
  assert.equal(rangesWith("after", time, properties), null, "it takes the cursor");
  assert.equal(rangesWith("from", time, properties, { required: true }), null);
  assert.equal(rangesWith("from", time, properties, { "x-unspecified": ["gap.a"] }), null);
  const told = {
    "x-unspecified": ["gap.a"],
    description: "Only things created then, inclusive of this moment.",
  };
  assert.equal(rangesWith("from", time, properties, told)?.isInclusive, true, "what it means is said");
  assert.equal(rangesWith("maxTotal", { enum: [1, 2] }, properties), null);
});

test("what the description says of all days holds where a bound says nothing of its clock", () => {
  const day = { type: "string", format: "date" };
  const zoneWith = (ofAll: string, description = "On this day or later.") =>
    rangesWith("createdFrom", day, { createdAt: time }, { description }, {}, [], ofAll)?.zone;
  for (const words of [
    "Text is kept. Where a day is meant, it is a day in UTC as well.",
    "A date such as `2026-09-30` is a calendar day in UTC.",
    "Days begin at midnight UTC.",
  ])
    assert.equal(zoneWith(words), "UTC", words);
  assert.equal(zoneWith("Days are those of Europe/Zurich."), "Europe/Zurich");
  assert.equal(zoneWith("A day is one in UTC.", "From this day of Europe/Paris on."), "Europe/Paris");
  for (const words of [
    "Moments are in UTC.",
    "Payments are booked on business days by 18:00 in UTC.",
    "Keys are kept for 7 days, by UTC.",
    "A day is one of the time zone of the account, and not of UTC.",
  ])
    assert.equal(zoneWith(words), null, words);
});
