import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { isWrittenSince, judgeCreated, judgeKept, judgeShown, lostOf } from "./created-item.ts";
import { operation } from "./testing.ts";

test("what was created is there, unless it is to be created later", () => {
  const read = operation({ id: "getThing", path: "/v1/thing/{id}" });
  const reader = { below: read, parameter: "id", pointer: "/id" };
  const judged = (created: number, shown: number) =>
    judgeCreated(reader, "T1", exchange({ status: created }), exchange({ status: shown })).kind;
  assert.equal(judged(201, 200), "held");
  assert.equal(judged(201, 404), "violated");
  assert.equal(judged(202, 404), "missing");
  assert.equal(judged(201, 503), "missing");
});

test("what is read under an id has that id, where it is shown as when it was created", () => {
  const shown = (body: object, schema: "Card" | "CardList" = "Card", status = 200) =>
    judgeShown(
      operation({ responses: { "201": "Card" } }).row,
      { below: operation({ path: "/v1/thing/{id}", responses: { "200": schema } }), pointer: "/id" },
      exchange({ status: 201, body: { id: "T1" } }),
      exchange({ status, body }),
    ).map(({ kind }) => kind);
  assert.deepEqual(shown({ id: "T2" }), ["violated"]);
  assert.deepEqual(shown({ id: "T1" }), []);
  assert.deepEqual(shown({ id: "T2" }, "CardList"), [], "it may be the id of something else");
  assert.deepEqual(shown({ id: "T2" }, "Card", 404), []);
  assert.deepEqual(shown({}), []);
});

test("what was asked for, and shown so, is what is read", () => {
  const read = operation({ id: "getThing", path: "/v1/thing/{id}" });
  const reader = { below: read, parameter: "id", pointer: "/id" };
  const sent = { note: null, amount: 5, to: { name: "Rex" }, tags: ["b", "a"] };
  const told = (created: object, shown: object, status = 201) =>
    judgeKept(
      reader,
      exchange({ status, body: created, request: wireRequest({ body: JSON.stringify(sent) }) }),
      exchange({ status: 200, body: shown }),
    ).map((fact) => (fact.kind === "violated" ? fact.pointer : fact.kind));
  assert.deepEqual(told(sent, { ...sent, id: "T1" }), []);
  assert.deepEqual(told(sent, { ...sent, amount: 4 }), ["/amount"]);
  assert.deepEqual(told(sent, { ...sent, to: { name: null } }), ["/to/name"]);
  assert.deepEqual(told(sent, { id: "T1" }), [], "a read may show less");
  assert.deepEqual(told({ ...sent, amount: 4 }, { ...sent, amount: 4 }), [], "it was said");
  assert.deepEqual(told({ ...sent, note: null }, { ...sent, note: "later" }), [], "nothing was asked for");
  assert.deepEqual(told(sent, { ...sent, tags: ["a", "b"] }), []);
  assert.deepEqual(told(sent, { ...sent, amount: 4 }, 202), [], "it may come later");
});

test("what true says of an item may be so of a later one alone", () => {
  const asks = (isDefault: boolean) =>
    exchange({
      status: 201,
      body: { isDefault },
      request: wireRequest({ body: JSON.stringify({ isDefault }) }),
    });
  const shown = exchange({ body: { isDefault: false } });
  assert.deepEqual(lostOf(asks(true), shown, [asks(false)]), ["/isDefault"]);
  assert.deepEqual(lostOf(asks(true), shown, [asks(false), asks(true)]), []);
  assert.deepEqual(lostOf(asks(false), exchange({ body: { isDefault: true } }), [asks(false)]), [
    "/isDefault",
  ]);
});

test("what this run has changed since is not held against a server", () => {
  const sent = (id: string, method: string, path: string) =>
    exchange({ id, request: wireRequest({ method, url: `https://api.example.com/v1/thing${path}` }) });
  const created = sent("x2", "POST", "");
  const since = (...later: Exchange[]) =>
    isWrittenSince([sent("x1", "PUT", "/T1"), created, ...later], created, "T1");
  assert.equal(since(), false);
  assert.equal(since(sent("x3", "GET", "/T1"), sent("x4", "PUT", "/T2")), false);
  assert.equal(since(sent("x3", "PATCH", "/T1/name")), true);
});
