import assert from "node:assert/strict";
import { test } from "node:test";
import { operation } from "./testing.ts";
import { creates, nothingUnique, placesToTry, type UniqueValues, withUniqueValues } from "./unique-values.ts";

const post = operation({ method: "POST", responses: { "201": null } });
const known = (...pointers: readonly string[]): UniqueValues => ({ ...nothingUnique(), pointers });

test("a POST that answers 201 creates something each time", () => {
  assert.equal(creates(post.row), true);
  assert.equal(creates(operation({ method: "POST", responses: { "200": null } }).row), false);
  assert.equal(creates(operation({ method: "PUT", responses: { "201": null } }).row), false);
});

test("each text may have to be unique, or all of them together", () => {
  const body = { name: "a", to: { url: "b" }, size: 1, tags: ["c"] };
  assert.deepEqual(placesToTry(body), [["/name"], ["/to/url"], ["/tags/*"], ["/name", "/to/url", "/tags/*"]]);
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

test("moments are tried together, before each text: what begins later has to end later as well", () => {
  const body = { from: "2031-03-10T07:00:00+01:00", to: "2031-03-10T08:00:00+01:00", name: "a" };
  assert.deepEqual(placesToTry(body), [["/from", "/to"], ["/name"], ["/from", "/to", "/name"]]);
  assert.deepEqual(placesToTry({ day: "2031-03-10" }), [["/day"]]);
  const code = withUniqueValues(post, known("/sortCode"), { sortCode: "1234-56-78" }) as { sortCode: string };
  assert.match(code.sortCode, /^[1-9]\d{3}-\d\d-\d\d$/, "it is no day");
});

test("moments are moved by weeks, as many as nothing sent before reaches, and the same under one key", () => {
  const times = known("/from", "/to");
  const sent = (from: string, to: string, key?: string) => withUniqueValues(post, times, { from, to }, key);
  const hour = ["2031-03-10T07:00:00+01:00", "2031-03-10T08:00:00.5Z"] as const;
  assert.deepEqual(sent(...hour), { from: "2031-03-17T07:00:00+01:00", to: "2031-03-17T08:00:00.5Z" });
  assert.deepEqual(sent("2031-03-10", "2031-03-30"), { from: "2031-03-24", to: "2031-04-13" });
  assert.deepEqual(sent(...hour, "k1"), { from: "2031-04-14T07:00:00+01:00", to: "2031-04-14T08:00:00.5Z" });
  assert.deepEqual(sent(...hour), { from: "2031-04-21T07:00:00+01:00", to: "2031-04-21T08:00:00.5Z" });
  assert.deepEqual(sent(...hour, "k1"), { from: "2031-04-14T07:00:00+01:00", to: "2031-04-14T08:00:00.5Z" });
});

test("what has to be unique may be each item of a list", () => {
  const body = { tags: ["5921", "7995", "1"], lines: [{ sku: "A1" }] };
  assert.deepEqual(placesToTry(body).at(-1), ["/tags/*", "/lines/*/sku"]);
  const sent = withUniqueValues(post, known("/tags/*", "/lines/*/sku", "/none/*"), body) as typeof body;
  assert.equal(new Set([...sent.tags, ...body.tags]).size, 6);
  assert.notEqual(sent.lines[0]?.sku, "A1");
});
