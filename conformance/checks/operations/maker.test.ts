import assert from "node:assert/strict";
import { test } from "node:test";
import { mayLack } from "./maker.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const alert = { path: "/v1/account/{id}/alert", responses: { "200": null, "404": null } };
const setting: Partial<Row> = { ...alert, path: "/v1/setting" };
const lacks = (change: Partial<Row>, ...others: readonly Partial<Row>[]) => {
  const [one, ...rest] = [{ id: "read", ...change }, ...others].map((row) => operation(row));
  const operations = Object.assign({}, ...rest.map((other) => other.description.operations));
  return one !== undefined && mayLack({ ...one, description: { ...one.description, operations } });
};

test("an item may lack what stands below it, where the description shows a 404", () => {
  assert.ok(lacks(alert));
  assert.ok(!lacks({ ...alert, responses: { "200": null } }), "the description shows no 404");
  assert.ok(!lacks({ ...alert, path: "/v1/account/{id}" }), "the server shows that it is there");
  assert.ok(!lacks({ ...alert, method: "PUT" }));
});

test("a setting that a PUT makes need not be there, and what a list shows has to", () => {
  const put: Partial<Row> = { ...setting, id: "set", method: "PUT", responses: { "200": null, "201": null } };
  assert.ok(lacks(setting, put));
  assert.ok(!lacks(setting, { ...put, responses: { "200": null } }), "it only replaces");
  assert.ok(!lacks(setting));
  const item = { ...setting, path: "/v1/contact/{id}" };
  assert.ok(!lacks(item, { ...put, path: "/v1/contact/{id}" }));
});
