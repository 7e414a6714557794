import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parameter, Schema } from "./document.ts";
import { operationsOf } from "./document.ts";
import { filtersOf } from "./filters.ts";
import { smallDocument } from "./testing.ts";

/** The filters of a list whose items have a property of the same name as the only parameter. */
function filtersWith(
  parameter: Schema,
  property: Schema,
  change: Partial<Parameter> = {},
  called = change.name ?? "state",
) {
  const document = smallDocument();
  const items = {
    type: "array",
    items: { type: "object", properties: { [called]: property } },
  };
  document.components.schemas = {
    ...document.components.schemas,
    Page: { properties: { things: items } },
    State: { enum: ["open", "closed", null] },
    ParcelCode: { type: "string" },
    Label: { type: "string" },
    Key: { type: "string", pattern: "^K[0-9]+$" },
  };
  const moved = document.paths["/api/parcels/{code}/place"]?.post?.parameters?.[0];
  if (moved !== undefined) moved.schema = { $ref: "#/components/schemas/ParcelCode" };
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  const where = { name: "state", in: "query" as const, fragment: "", ...change };
  const parameters = [{ ...where, schema: parameter }];
  return filtersOf(
    document,
    { ...one, path: "/api/parcels", parameters },
    {
      page: "#/components/schemas/Page",
      items: "/things",
      paging: ["page", undefined],
    },
  );
}

const State = { $ref: "#/components/schemas/State" };

test("a parameter that takes values of the property with its name is a filter", () => {
  const filter = { pointer: "/state", values: ["open", "closed"], isText: false };
  assert.deepEqual(filtersWith(State, State), { state: filter });
  assert.deepEqual(filtersWith({ enum: ["open"] }, State), { state: { ...filter, values: ["open"] } });
  const both = { ...filter, values: [true, false] };
  assert.deepEqual(filtersWith({ type: "boolean" }, { type: "boolean" }), { state: both });
});

test("a text that is to be exactly the one asked for is looked for as a whole", () => {
  const text = { type: "string", maxLength: 9 };
  const found = (description: string) => filtersWith(text, text, { description }).state;
  assert.deepEqual(found("Those with exactly this state."), {
    ...{ pointer: "/state", values: null, isText: false, isName: true },
  });
  assert.equal(found("Those whose state begins with exactly this.")?.isText, true);
  assert.equal(found("Those with this state.")?.isText, true);
});

test("each kind of item may have a value of its own", () => {
  const kinds = { oneOf: [{ const: "open" }, { const: "closed" }] };
  assert.deepEqual(filtersWith(State, kinds), {
    state: { pointer: "/state", values: ["open", "closed"], isText: false },
  });
  assert.deepEqual(filtersWith(State, { oneOf: [{ const: "open" }, { const: "held" }] }), {});
});

test("one of the same type takes the values that items have; only text without a form may be searched for", () => {
  const whole = { pointer: "/state", values: null, isText: false };
  const orNull = { anyOf: [{ type: "integer" }, { type: "null" }] };
  assert.deepEqual(filtersWith({ type: "integer" }, { type: "integer" }), { state: whole });
  assert.deepEqual(filtersWith({ type: "integer" }, orNull), { state: whole });
  const email: Schema = { type: "string", format: "email" };
  assert.deepEqual(filtersWith(email, { ...email, type: ["string", "null"] }), { state: whole });
  assert.deepEqual(filtersWith({ type: "string" }, { type: "string", enum: ["open"] }), { state: whole });
  const text = { ...whole, isText: true };
  assert.deepEqual(filtersWith({ type: "string" }, { type: "string" }), { state: text });
  assert.deepEqual(filtersWith({ type: "string" }, email), { state: text }, "a part of an address");
});

test("what a path names as well is the same or not, and no text to be searched for", () => {
  const shared = { $ref: "#/components/schemas/ParcelCode" };
  const isText = (parameter: Schema, property: Schema) => filtersWith(parameter, property).state?.isText;
  assert.equal(isText(shared, shared), false);
  assert.equal(filtersWith(shared, shared).state?.isName, true);
  const key: Schema = { $ref: "#/components/schemas/Key" };
  assert.equal(filtersWith(key, key, { name: "ownerId" }).ownerId?.isName, true, "it is an id");
  assert.equal(filtersWith(key, key, { name: "grid" }).grid?.isName, undefined, "it is none");
  const label: Schema = { $ref: "#/components/schemas/Label" };
  assert.equal(filtersWith(label, label, { name: "ownerId" }).ownerId?.isName, undefined, "of any form");
  const description = "Searches for a part of the code.";
  assert.equal(filtersWith(shared, shared, { description }).state?.isText, true);
  assert.equal(isText(shared, { type: "string" }), true);
  assert.equal(isText({ $ref: "#/components/schemas/Label" }, { $ref: "#/components/schemas/Label" }), true);
});

test("what may mean something else is none", () => {
  const integer = { type: "integer" };
  const text = { type: "string" };
  assert.deepEqual(filtersWith({ enum: ["open", "all"] }, State), {}, "a value that no item can have");
  assert.deepEqual(filtersWith(State, State, { in: "header" }), {}, "no part of the query");
  assert.deepEqual(filtersWith(integer, { type: "number" }), {}, "another type");
  assert.deepEqual(filtersWith(text, { anyOf: [text, integer] }), {}, "one of two types");
  assert.deepEqual(filtersWith(text, { ...text, format: "date-time" }), {}, "a moment has several spellings");
  assert.deepEqual(filtersWith(text, text, { required: true }), {}, "what the list is of");
  assert.deepEqual(filtersWith(text, text, { name: "page" }), {}, "the cursor");
});

for (const name of [
  "q",
  "search",
  "sort",
  "order_by",
  "orderBy",
  "limit",
  "per_page",
  "from",
  "to",
  "since",
]) {
  test(`${name} is no filter, though items have a property of that name`, () => {
    assert.deepEqual(filtersWith({ type: "string" }, { type: "string" }, { name }), {});
  });
}

test("a bound is no filter, and a name that only begins like one is", () => {
  const isFilter = (name: string) => name in filtersWith({ type: "integer" }, { type: "integer" }, { name });
  assert.deepEqual(["validFrom", "valid_to", "minAmount", "max_amount", "before"].filter(isFilter), []);
  const names = ["orderId", "minutes", "photo", "size_code", "queryId"];
  assert.deepEqual(names.filter(isFilter), names);
});

test("a parameter that takes a list is a filter by one or several values, and may be called as more than one", () => {
  const list: Schema = { type: "array", items: State };
  const filter = { pointer: "/state", values: ["open", "closed"], isText: false, takesSeveral: true };
  assert.deepEqual(filtersWith(list, State), { state: filter });
  const several = filtersWith(list, State, { name: "states" }, "state");
  assert.deepEqual(several, { states: filter });
  assert.deepEqual(filtersWith(State, State, { name: "states" }, "state"), {}, "it takes one");
  assert.deepEqual(filtersWith({ ...list, minItems: 2 }, State), {}, "one value is none");
  assert.deepEqual(filtersWith({ ...list, maxItems: 2 }, State), {}, "it may be a pair of bounds");
  assert.equal(filtersWith({ ...list, maxItems: 1 }, State).state?.takesSeveral, undefined);
});

test("an item may show a list of values, of which each counts", () => {
  const list: Schema = { type: "array", items: State };
  const filter = { pointer: "/states", values: ["open", "closed"], isText: false };
  assert.deepEqual(filtersWith(State, list, { name: "states" }), { states: filter });
  assert.deepEqual(filtersWith(State, list, {}, "states"), { state: filter });
  assert.deepEqual(filtersWith(State, State, {}, "states"), {}, "something else");
});

test("a part of the name of something is looked for in its name", () => {
  const text = { type: "string" };
  const merchant: Schema = { type: "object", properties: { name: text, city: text } };
  const found = (description: string) =>
    filtersWith(text, merchant, { name: "merchant", description }, "merchant");
  const filter = { pointer: "/merchant/name", values: null, isText: true, search: {} };
  assert.deepEqual(found("Part of the name of the merchant, at whatever place in it."), { merchant: filter });
  assert.deepEqual(found("The merchant, as it is called."), {});
  const several: Schema = { type: "array", items: text };
  const tag = { name: "tag", description: "Only those with this text in a tag." };
  assert.deepEqual(filtersWith(text, several, tag, "tag").tag?.search, undefined, "each is a whole");
  assert.deepEqual(filtersWith(text, text, tag, "tag").tag?.search, {});
  assert.deepEqual(found("Part of what is known of the merchant."), {});
});

test("a parameter may name the property that it is about, wherever that stands in an item", () => {
  const text = { type: "string", minLength: 2 };
  const holder: Schema = { type: "object", properties: { fullName: { type: "string" } } };
  const found = (description: string, property: Schema = holder) =>
    filtersWith(text, property, { name: "holderName", description }, "holder");
  const filter = { pointer: "/holder/fullName", values: null, isText: true, search: {} };
  assert.deepEqual(found("Only cards with this text somewhere in the `fullName` of the holder. Not case."), {
    holderName: filter,
  });
  for (const said of [
    "Only cards without this text in the `fullName` of the holder.",
    "Cards are shown with this text, as in `fullName`.",
    "Only cards with this text in `fullName` or `email`.",
    "Only cards with this text in `otherName`.",
    "Only cards whose `fullName` comes after this.",
  ])
    assert.deepEqual(found(said), {}, said);
  assert.equal(
    found("Only cards whose `holder.fullName` is this one.").holderName?.pointer,
    "/holder/fullName",
  );
  assert.deepEqual(found("Only cards whose `owner.fullName` is this one."), {}, "nothing is called so");
  const ofCompany = { name: "company", description: "Only cards of the company of this `fullName`." };
  assert.deepEqual(filtersWith(text, holder, ofCompany, "holder"), {}, "it is called otherwise");
  const list: Schema = { type: "array", items: holder };
  assert.deepEqual(found("Only cards with this text in the `fullName` of a holder.", list), {});
  const twice: Schema = { type: "object", properties: { fullName: { type: "string" }, of: holder } };
  assert.deepEqual(found("Only cards with this `fullName`.", twice), {});
});

test("a parameter may be named by an object in an item, and a property of that", () => {
  const code = { type: "string", pattern: "^D\\d+$" };
  const driver = (more: Readonly<Record<string, Schema>> = {}): Schema => ({
    ...{ type: ["object", "null"], properties: { badge: code, ...more } },
  });
  const found = (property: Schema) =>
    filtersWith(
      code,
      property,
      { name: "driver_badge", description: "Only those with this badge." },
      "driver",
    );
  assert.equal(found(driver()).driver_badge?.pointer, "/driver/badge");
  assert.deepEqual(found(driver({ Badge: code })), {}, "two are called like that");
  const ofItem = (one: Partial<Parameter>) => filtersWith(code, driver(), one, "parcelDriver");
  const badge = "Only those with this badge.";
  assert.equal(
    ofItem({ name: "driverBadge", description: badge }).driverBadge?.pointer,
    "/parcelDriver/badge",
  );
  assert.deepEqual(ofItem({ name: "badge", description: badge }), {}, "no object is named");
  assert.deepEqual(ofItem({ name: "carDriverBadge", description: badge }), {}, "it is another one's");
  const ofFormer = filtersWith(code, driver(), { name: "driverBadge", description: badge }, "formerDriver");
  assert.deepEqual(ofFormer, {}, "that is the driver of another time");
  assert.deepEqual(found({ type: "array", items: driver() }), {}, "each item of a list may have one");
  for (const description of ["All but those of this driver.", "Only those with a badge up to this.", ""])
    assert.deepEqual(
      filtersWith(code, driver(), { name: "driver_badge", description }, "driver"),
      {},
      description,
    );
});
