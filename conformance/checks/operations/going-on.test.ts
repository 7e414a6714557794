import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import type { Row } from "./operation.ts";
import { isMadeBy } from "./refused.ts";
import { operation } from "./testing.ts";

const made = { ...exchange({ status: 202, body: { id: "JOB7", note: "" } }), operation: "begin" } as never;
const isMade = (place: string, seen: string, change: Partial<Row> = {}) =>
  isMadeBy([made], operation({ id: "begin", method: "POST", ...change }))({ place, seen });

test("what a POST has begun may go on by itself, and nothing else", () => {
  assert.equal(isMade("listJobs JOB7", "was open, is done"), true);
  assert.equal(isMade("listJobs JOB8", "was open, is done"), false);
  assert.equal(isMade("listJobs JOB7", "was not there, is open"), false);
  assert.equal(isMade("getSettings", "was 1, is 2"), false, "a body as a whole has no id");
  assert.equal(isMade("listJobs JOB7", "was open, is done", { method: "PATCH" }), false);
  assert.equal(isMade("listJobs JOB7", "was open, is done", { id: "other" }), false);
});
