import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "../../../generated/fields.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { judgeSame, sameItemCheck, sharedFields } from "./same-item.ts";
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

test("of an item that is changed as a whole, what both show is compared, and named", () => {
  const judge = (shown: object) =>
    judgeSame(one, [""], {
      before: { id: "T1", size: 1, tags: ["a"], holder: { id: "H1" } },
      exchange: exchange({ status: 200, body: { id: "T1", ...shown } }),
      after: { id: "T1", size: 1, tags: ["a"], holder: { id: "H1" } },
    });
  assert.equal(judge({ size: 1, tags: ["a"], holder: { id: "H1", name: "A" }, more: 1 }).kind, "held");
  const told = judge({ size: 2, tags: ["a"] });
  assert.ok(told.kind === "violated");
  assert.match(told.message, /^GET \/v1\/thing\/\{id\} shows size of an item otherwise/);
  assert.equal(judge({ tags: ["b"] }).kind, "violated");
});

test("the first item, the one in the middle and the last are read, each of which may be kept elsewhere", async () => {
  const things = [1, 2, 3, 4, 5].map((number) => ({ id: `CRD${number}`, size: number }));

  const id = { pointer: "/id", schema: "CardId" as const };
  const paginated = { items: "/things", id, parameter: "after", cursor: "/next", pageSize: null };
  const list = operation({ id: "listThings", path: "/v1/thing", paginated });
  const change = { operation: "listThings", parameter: "id", id: "/id", target: "" };
  const read = operation({
    id: "getThing",
    path: "/v1/thing/{id}",
    requirement: "list.request",
    bindings: { id: { operation: "listThings", pointer: "/things/0/id" } },
  });
  const { row: changeThing } = operation({ id: "changeThing", method: "PATCH", changes: change });
  const operations = { ...read.description.operations, ...list.description.operations, changeThing };
  const samples = { ...read.description.samples, ...list.description.samples };
  const [check] = sameItemCheck({ row: read.row, description: { operations, samples } });
  assert.ok(check !== undefined);
  const kinds = async (change: Partial<Run>, wrong: string) => {
    const call = async (_: string, { operation: called, path }: Call) => {
      const thing = things.find((one) => one.id === path?.id);
      const body = thing?.id === wrong ? { ...thing, size: 0 } : thing;
      return exchange({ body: called === ("listThings" as string) ? { things } : body });
    };
    const probe = { call, session: { exchanges: [], sleep: async () => undefined } };
    const known = { memoize: createMemo(), recall: createRecall(), card: null, writes: false };
    const run = { ...known, target: {}, probe, ...change } as unknown as Run;
    return (await check.run(run)).map(({ kind }) => kind);
  };
  assert.deepEqual(await kinds({}, "none"), ["held", "held", "held"]);
  assert.deepEqual(await kinds({}, "CRD1"), ["held", "violated", "held"]);
  assert.deepEqual(await kinds({ card: "CRD2" }, "CRD1"), ["held"], "it alone is asked for");
});
