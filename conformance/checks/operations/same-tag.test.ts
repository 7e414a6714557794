import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeTags, sameTagCheck } from "./same-tag.ts";
import { operation } from "./testing.ts";

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

test("nothing is said of what changes by itself, of another item, or under a weak ETag", () => {
  assert.deepEqual(judged(before, after), ["missing"]);
  assert.deepEqual(judged(before, write("2"), after), ["missing"]);
  assert.deepEqual(judged(before, write("/tags", 409), after), ["missing"]);
  assert.deepEqual(judged(read('W/"a"', { size: 1 }), write(), read('W/"a"', { size: 2 })), ["missing"]);
  const alteration = "with If-None-Match";
  assert.deepEqual(judged(before, write(), read('"a"', { size: 2 }, { alteration })), ["missing"]);
  assert.deepEqual(judged(), ["missing"]);
});

test("it is a check of reads that show one", () => {
  const { description, row } = operation({ ...one.row, requirement: "list.request" });
  assert.equal(sameTagCheck({ row, description }).length, 1);
  assert.deepEqual(sameTagCheck(operation({ requirement: "list.request" })), []);
});
