import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeValues } from "./created-values.ts";
import { operation } from "./testing.ts";

const { row } = operation({ id: "createThing", method: "POST", path: "/v1/thing" });

let ids = 0;
const created = (asked: object, shown: object, { id = `T${++ids}`, status = 201 } = {}) =>
  exchange({ status, body: { id, ...shown }, request: wireRequest({ body: JSON.stringify(asked) }) });
const told = (...all: readonly ReturnType<typeof created>[]) =>
  judgeValues(row, "/id", all).flatMap((fact) => (fact.kind === "violated" ? [fact.message] : []));

test("what is created does not have one value, whatever was asked for", () => {
  const message = "POST /v1/thing shows one value of size, whatever it is asked for.";
  assert.deepEqual(told(created({ size: 2 }, { size: 1 }), created({ size: 3 }, { size: 1 })), [message]);
  const inner = (asked: number) => created({ lines: [{ size: asked }] }, { lines: [{ no: 1, size: 0 }] });
  assert.match(told(inner(2), inner(3)).join(), /one value of lines\/0\/size/);
});

test("a service may make something of a value", () => {
  const size = (asked: unknown, shown: unknown, more = {}) => created({ size: asked }, { size: shown }, more);
  assert.deepEqual(told(size("a", "A"), size("b", "B")), []);
  assert.deepEqual(told(size(2, 1)), [], "one creation is too few");
  assert.deepEqual(told(size("1234", "****"), size("5678", "****")), [], "a secret is not shown");
  assert.deepEqual(told(size(2, 1), size(2, 1)), [], "it was asked for the same");
  assert.deepEqual(told(size(5, 5), size(6, 5)), [], "the most that there is");
  assert.deepEqual(told(size(2, 1), size(null, 1)), [], "null asks for nothing");
  assert.deepEqual(told(size(2, 1), size(3, 1), size(4, 4)), [], "another one shows it");
  assert.deepEqual(told(size(2, 1, { id: "T" }), size(3, 1, { id: "T" })), [], "it is the same thing");
  assert.deepEqual(told(size(2, 1, { status: 202 }), size(3, 1, { status: 202 })), [], "it comes later");
  assert.deepEqual(told(created({ size: 2 }, {}), created({ size: 3 }, {})), [], "it is not shown");
});

test("of a text of some words no part is missing, not even of one alone", () => {
  const name = (asked: string, shown: string) => created({ name: asked }, { name: shown });
  const message = "POST /v1/thing shows no more than a part of name.";
  assert.deepEqual(told(name("Lamp", "Lamp"), name("A Lamp of Oak", "A Lamp of")), [message]);
  assert.deepEqual(told(name("A Lamp of Oak", "a lamp of oak")), []);
});

test("what is read-only is the server's to say, though the schema of the body needs it", () => {
  const both = [created({ size: 2 }, { size: 1 }), created({ size: 3 }, { size: 1 })];
  assert.equal(judgeValues(row, "/id", both).length, 1);
  assert.deepEqual(judgeValues({ ...row, readOnlyFields: ["size"] }, "/id", both), []);
});

test("of a list no part is missing", () => {
  const tags = (asked: readonly unknown[], shown: readonly unknown[]) =>
    created({ tags: asked }, { tags: shown });
  const message = "POST /v1/thing shows no more than a part of tags.";
  assert.deepEqual(told(tags(["a", "b"], ["a"]), tags(["c", "d"], ["c"]), tags(["e"], ["e"])), [message]);
  assert.deepEqual(told(tags(["a", "b"], ["b", "a"]), tags(["c", "d"], ["c"])), []);
  assert.deepEqual(told(tags(["a", "b"], ["A"]), tags(["c", "d"], ["C"])), [], "they are other ones");
});
