import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import type { Row } from "./operation.ts";
import { judgeTags, sameTagCheck } from "./same-tag.ts";
import { operation, runOver } from "./testing.ts";

const one = operation({ id: "listCards", path: "/v1/thing/{id}", showsETag: true });
const url = "http://server.invalid/v1/thing/1";
const read = (tag: string, body: object, more: Parameters<typeof exchange>[0] = {}) =>
  exchange({ body, headers: [["etag", tag]], request: wireRequest({ url }), ...more });
const write = (path = "/tags", status = 200) =>
  exchange({
    operation: "updateCardLimits",
    status,
    request: wireRequest({ method: "PUT", url: url + path }),
  });
const judged = (...log: Parameters<typeof judgeTags>[1]) => judgeTags(one, log).map(({ kind }) => kind);
const [before, after] = [read('"a"', { size: 1 }), read('"a"', { size: 2 })];

test("what was changed under the same ETag is a contradiction", () => {
  assert.deepEqual(judged(before, write(), after), ["violated"]);
  assert.deepEqual(judged(before, write(""), after), ["violated"]);
  assert.deepEqual(judged(before, write(), read('"b"', { size: 2 })), ["held"]);
  assert.deepEqual(judged(before, write(), before, after), ["missing"], "it has not changed anything");
});

test("a write of the same path shows the state that it has made, under another ETag", () => {
  const path = "/v1/thing/{id}";
  const responses = { "200": "Card" } as const;
  const thing = operation({ id: "listCards", path, showsETag: true, responses });
  const change = operation({ id: "replaceCardLimits", method: "PUT", path, showsETag: true, responses });
  const rows = { listCards: thing.row, replaceCardLimits: change.row };
  const description = { operations: rows, samples: thing.description.samples };
  const shown = (method: "GET" | "PUT", tag: string, body: object) =>
    read(tag, body, {
      operation: method === "PUT" ? "replaceCardLimits" : "listCards",
      request: wireRequest({ url, method }),
    });
  const kinds = (...log: readonly Exchange[]) =>
    judgeTags({ row: thing.row, description }, log).map(({ kind }) => kind);
  const first = shown("GET", '"a"', { size: 1, note: null });
  assert.deepEqual(kinds(first, shown("PUT", '"a"', { size: 2, note: null })), ["violated"]);
  assert.deepEqual(kinds(first, shown("PUT", '"b"', { size: 2, note: null })), ["missing"]);
  assert.deepEqual(kinds(first, shown("PUT", '"a"', { size: 1 })), ["missing"], "it need not show all");
  const deep = shown("GET", '"a"', { limits: { day: 1, month: 2 } });
  assert.deepEqual(kinds(deep, shown("PUT", '"a"', { limits: { day: 1 } })), ["missing"]);
  assert.deepEqual(kinds(deep, shown("PUT", '"a"', { limits: { day: 2 } })), ["violated"]);
  const late = { ...shown("PUT", '"a"', { size: 2 }), sentBefore: 1 };
  assert.deepEqual(kinds(first, late), ["missing"], "that may be the answer of the first time");
  const other = {
    listCards: thing.row,
    replaceCardLimits: { ...change.row, responses: { "200": "CardList" as const } },
  };
  const facts = judgeTags({ row: thing.row, description: { ...description, operations: other } }, [
    first,
    shown("PUT", '"a"', { size: 2, note: null }),
  ]);
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    ["missing"],
    "that is something else",
  );
});

test("nothing is said of what changes by itself, of another item, or under a weak ETag", () => {
  assert.deepEqual(judged(before, after), ["missing"]);
  assert.deepEqual(judged(before, write("2"), after), ["missing"]);
  assert.deepEqual(judged(before, write("/tags", 409), after), ["missing"]);
  assert.deepEqual(judged(read('W/"a"', { size: 1 }), write(), read('W/"a"', { size: 2 })), ["missing"]);
  const alteration = "with If-None-Match";
  assert.deepEqual(judged(before, write(), read('"a"', { size: 2 }, { alteration })), ["missing"]);
  assert.deepEqual(judged(), ["missing"]);
});

test("it is read before and after something is created below it", async () => {
  const thing = operation({ ...one.row, requirement: "list.request", scopes: [] });
  const add = operation({
    id: "addTag",
    method: "POST",
    path: "/v1/thing/{id}/tag",
    responses: { "201": null },
  });
  const bindings = { id: { operation: "listThings", pointer: "/things/0" } };
  const list = operation({ id: "listThings", path: "/v1/thing" });
  const rows = [{ ...thing.row, bindings }, { ...add.row, bindings }, list.row];
  const description = {
    operations: Object.fromEntries(rows.map((row) => [row.id, row])),
    samples: Object.assign({}, ...[thing, add, list].map((known) => known.description.samples)),
  };
  const judgedWith = async (tagOf: (size: number) => string) => {
    const exchanges: Exchange[] = [];
    let size = 0;
    const call = async (_: string, { operation: id, path: { id: thingId = "" } = {} }: Call) => {
      const name = String(id);
      if (name === "addTag") size += 1;
      const [method, end] = name === "addTag" ? ["POST", `/${thingId}/tag`] : ["GET", `/${thingId}`];
      const request = wireRequest({ method, url: `http://server.invalid/v1/thing${end}` });
      const body = name === "listThings" ? { things: ["1"] } : { size };
      const headers = [["etag", tagOf(size)]] as const;
      exchanges.push({
        ...exchange({ body, headers, request, id: `x${exchanges.length}` }),
        operation: id ?? null,
      });
      return exchanges.at(-1);
    };
    const run = {
      ...runOver(() => []),
      writes: true,
      notify: () => undefined,
      probe: { call, session: { exchanges } },
    };
    const [check] = sameTagCheck({ row: rows[0] as Row, description });
    return (await check?.run(run as unknown as Run))?.map(({ kind }) => kind);
  };
  assert.deepEqual(await judgedWith((size) => `"${size}"`), ["held"]);
  assert.deepEqual(await judgedWith(() => '"a"'), ["violated"]);
});

test("nothing is said of a write where something changes long after it, as by itself", () => {
  const [moment, later] = [1, 2].map((at) => read('"b"', { at }, { startedAt: 10_000 }));
  if (moment === undefined || later === undefined) return assert.fail();
  assert.deepEqual(judged(before, write(), after, moment, moment), ["violated"]);
  assert.deepEqual(judged(before, write(), after, moment, later), ["missing"]);
});

test("it is a check of reads that show one", () => {
  const { description, row } = operation({ ...one.row, requirement: "list.request" });
  assert.equal(sameTagCheck({ row, description }).length, 1);
  assert.deepEqual(sameTagCheck(operation({ requirement: "list.request" })), []);
});

test("where the description shows none, a server that sends none is not asked for one", () => {
  const [fact] = judgeTags(operation({ ...one.row, showsETag: undefined } as never), []);
  assert.equal(fact?.kind, "skipped");
});
