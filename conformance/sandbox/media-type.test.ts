import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { withMediaType } from "./media-type.ts";
import { empty, json } from "./response.ts";

const problem = "application/problem+json";
const operation: Operation = { ...operations.listCards, mediaTypes: { "401": problem } };
const typeOf = (reply: ReturnType<typeof json>, one = operation) =>
  withMediaType(one, reply).headers["content-type"];

test("JSON has the media type that is shown for its status", () => {
  assert.equal(typeOf(json(401, {})), problem);
  assert.equal(typeOf(json(200, {})), "application/json");
  assert.equal(typeOf(json(401, {}), operations.listCards), "application/json");
});

test("what is no JSON is left as it is", () => {
  assert.equal(typeOf(empty(401)), undefined);
  assert.equal(typeOf({ ...json(401, ""), headers: { "content-type": "text/html" } }), "text/html");
});
