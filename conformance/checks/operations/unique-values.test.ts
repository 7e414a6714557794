import assert from "node:assert/strict";
import { test } from "node:test";
import { operation } from "./testing.ts";
import { creates, placesToTry, type UniqueValues, withUniqueValues } from "./unique-values.ts";

const post = operation({ method: "POST", responses: { "201": null } });
const known = (...pointers: readonly string[]): UniqueValues => ({
  pointers,
  underKey: new Map(),
  used: new Set(),
});

test("a POST that answers 201 creates something each time", () => {
  assert.equal(creates(post.row), true);
  assert.equal(creates(operation({ method: "POST", responses: { "200": null } }).row), false);
  assert.equal(creates(operation({ method: "PUT", responses: { "201": null } }).row), false);
});

test("each text may have to be unique, or all of them together", () => {
  const body = { name: "a", to: { url: "b" }, size: 1, tags: ["c"] };
  assert.deepEqual(placesToTry(body), [["/name"], ["/to/url"], ["/name", "/to/url"]]);
  assert.deepEqual(placesToTry({ name: "a" }), [["/name"]]);
  assert.deepEqual(placesToTry(null), []);
});

test("what has to be unique is new each time, and the same under one key", () => {
  const body = { name: "shop", size: 1 };
  const names = known("/name");
  const sent = [1, 2, 3].map(() => withUniqueValues(post, names, body) as typeof body);
  assert.equal(new Set(sent.map(({ name }) => name)).size, 3);
  assert.ok(sent.every(({ name, size }) => name !== "shop" && size === 1));
  const under = (key: string) => withUniqueValues(post, names, body, key);
  assert.deepEqual(under("k1"), under("k1"));
  assert.notDeepEqual(under("k1"), under("k2"));
});

test("nothing is changed where nothing is known, or where the description does not allow the body anyway", () => {
  const body = { name: "shop" };
  assert.equal(withUniqueValues(post, null, body), body);
  assert.equal(withUniqueValues(post, known("/other"), body), body);
  const token = operation({ method: "POST", body: "TokenRequest" });
  assert.equal(withUniqueValues(token, known("/name"), body), body);
});
