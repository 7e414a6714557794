import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { recordings } from "../cards/index.ts";
import { readRecording } from "./recording.ts";
import { isOf } from "./replay.ts";

test("each recording is of a request to the path of its operation, and of no other path", () => {
  assert.ok(recordings.length > 0);
  for (const recording of recordings) {
    const { method, path } = operations[recording.operation];
    const entry = readRecording(recording);
    assert.ok(isOf({ method, path }, entry), recording.name);
    assert.ok(!isOf({ method, path: path.replace("/v1/", "/v2/") }, entry), recording.name);
    assert.ok(!isOf({ method, path: `${path}/more` }, entry), recording.name);
    assert.ok(!isOf({ method: method === "GET" ? "POST" : "GET", path }, entry), recording.name);
  }
});
