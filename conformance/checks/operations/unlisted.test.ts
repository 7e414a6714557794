import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { operation } from "./testing.ts";
import { isApart, judgeUnlisted } from "./unlisted.ts";

const put = operation({ id: "putThing", method: "PUT", path: "/v1/thing/{id}" });
const list = operation({ id: "listThings" });
const items = ["A", "B", "C", "D"].map((name) => ({
  name,
  isOpen: true,
  note: name === "A" ? "a" : undefined,
}));

test("what is created and read, like all that is listed, has to be listed", () => {
  const judged = (shown: object | null, { status = 201, readStatus = 200, count = 2 } = {}) => {
    const read = shown === null ? null : exchange({ status: readStatus, body: shown });
    const one = { id: "T9", exchange: exchange({ status }), shown: read };
    return judgeUnlisted(put, list, Array(count).fill(one), items).kind;
  };
  const alike = { name: "E", isOpen: true };
  assert.equal(judged(alike), "violated");
  assert.equal(judged(alike, { count: 1 }), "missing");
  assert.equal(judged(alike, { status: 202 }), "missing", "it is to be created later");
  assert.equal(judged(alike, { readStatus: 404 }), "missing");
  assert.equal(judged(null), "missing", "nothing reads it");
  assert.equal(judged({ ...alike, isOpen: false }), "missing", "a state that is not listed");
  assert.equal(judgeUnlisted(put, list, [], []).kind, "missing");
});

test("a value of few, which no item has, may be why something is not listed", () => {
  assert.equal(isApart({ name: "E", isOpen: true }, items), false);
  assert.equal(isApart({ name: "E" }, items), true);
  assert.equal(isApart({ isOpen: true }, items), true, "all have a name");
  assert.equal(isApart({ name: "E", isOpen: true, note: "e" }, items), true);
  assert.equal(
    isApart({ name: "E", isOpen: true, state: "draft" }, items),
    true,
    "the list does not show that",
  );
  assert.equal(isApart("E", items), true);
});
