import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "../../../generated/fields.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeSame, sharedFields } from "./same-item.ts";
import { operation } from "./testing.ts";

const one = operation({ id: "getThing", path: "/v1/thing/{id}" });
const item = (daily: number) => ({ id: "T1", limits: { daily } });
const judged = (before: unknown, shown: object, after: unknown = before, status = 200) =>
  judgeSame(one, ["/limits"], { before, exchange: exchange({ status, body: shown }), after }).kind;

test("a part that writes change is the same in a list and in a read of the item", () => {
  assert.equal(judged(item(1), item(1)), "held");
  assert.equal(judged(item(1), item(2)), "violated");
  assert.equal(judged(item(1), { id: "T1" }), "held", "a read need not show it");
});

test("what the same row speaks of in both is compared, but not what has parts of its own", () => {
  const field = (schema: string, pointer: string, requirement = "card.nickname") =>
    ({ schema, pointer, requirement, required: false, properties: [], invalid: [] }) as unknown as Field;
  const read = { ...one.row, responses: { "200": "Card" as const } };
  const list = operation({ id: "listThings", path: "/v1/thing" }).row;
  const paginated = { items: "/things", id: null, parameter: "cursor", cursor: "/next", pageSize: null };
  const listThings = { ...list, responses: { "200": "CardList" as const }, paginated };
  const described = { row: read, description: { operations: { listThings }, samples: {} } };
  const all = [
    field("Card", "/amount"),
    field("Card", "/note", "card.id"),
    field("Card", "/holder"),
    field("Card", "/holder/id"),
    field("CardList", "/things/*/amount"),
    field("CardList", "/things/*/note"),
    field("CardList", "/things/*/holder"),
    field("CardList", "/things/*/holder/id"),
  ];
  assert.deepEqual(sharedFields(described, "listThings", all), ["/amount", "/holder/id"]);
});

test("what changes by itself hides nothing else", () => {
  const looks = (now: object, shown: object) => ({
    before: { at: 1, amount: 5 },
    exchange: exchange({ status: 200, body: shown }),
    after: now,
  });
  const judge = (shown: object) =>
    judgeSame(one, ["/at", "/amount"], looks({ at: 3, amount: 5 }, shown)).kind;
  assert.equal(judge({ at: 2, amount: 6 }), "violated");
  assert.equal(judge({ at: 2, amount: 5 }), "held");
});

test("an item that changes meanwhile, or is not there, says nothing", () => {
  assert.equal(judged(item(1), item(1), item(2)), "missing");
  assert.equal(judged(undefined, item(1)), "missing");
  assert.equal(judged(item(1), item(1), item(1), 404), "missing");
});
