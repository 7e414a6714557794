import assert from "node:assert/strict";
import { test } from "node:test";
import { coverageOf } from "./requirements.ts";

test("a requirement is covered by its checks, or it is said why by none", () => {
  assert.equal(coverageOf({ checks: ["list.limit", "list.page-size"] }), "list.limit, list.page-size");
  const unobservable = "Nobody can see it.";
  assert.equal(coverageOf({ checks: [], unobservable }), "not seen from outside: Nobody can see it.");
  assert.match(coverageOf({ checks: [] }), /^no check yet: /);
});
