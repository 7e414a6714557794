import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { isGoingOn } from "./going-on.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";
import type { Difference } from "./view.ts";

const made = {
  ...exchange({ status: 202, body: { id: "JOB7", card: "CRD1", number: 41 } }),
  operation: "begin",
} as never;
const begin = operation({ id: "begin", method: "POST" });
const creations = { id: { operation: "begin", pointer: "/number" } };
const { row: read } = operation({ id: "readJob", path: "/v1/job/{id}", creations });
const change = (id: string, was: object | undefined, is: object | undefined): Difference => ({
  place: `listJobs ${id}`.trim(),
  seen: "",
  was: was && JSON.stringify(was),
  is: is && JSON.stringify(is),
});
const [open, done, stopped] = ["open", "done", "stopped"].map((state) => ({ id: "JOB7", state, looks: 1 }));

function goesOn(row: Partial<Row>, seen: Difference, known: readonly Difference[] = []): boolean {
  const one = operation(row);
  const operations = { ...begin.description.operations, ...one.description.operations, readJob: read };
  return isGoingOn([made], { row: one.row, description: { ...one.description, operations } }, known)(seen);
}

test("what a POST has begun may go on by itself, and nothing else", () => {
  const { row } = begin;
  assert.ok(goesOn(row, change("JOB7", open, done)));
  assert.ok(goesOn(row, change("41", open, done)), "an id may be a number, and have any name");
  assert.ok(!goesOn(row, change("CRD1", open, done)), "it is what the request was about");
  assert.ok(!goesOn(row, change("JOB7", undefined, undefined)));
  assert.ok(!goesOn(row, change("JOB8", open, done)), "the run has not made it");
  assert.ok(!goesOn(row, change("JOB7", undefined, open)), "it is new");
  assert.ok(!goesOn(row, change("", open, done)), "a body as a whole has no id");
  assert.ok(!goesOn({ ...row, method: "PATCH" }, change("JOB7", open, done)));
});

test("another request does what it was seen to do, and not what goes on by itself", () => {
  const stop = { id: "stop", method: "POST", mediaType: null } as const;
  const known = [change("JOB7", open, stopped)];
  assert.ok(goesOn(stop, change("JOB7", open, done), known));
  assert.ok(!goesOn(stop, change("JOB7", open, stopped), known));
  assert.ok(!goesOn(stop, change("JOB7", open, done)), "nobody knows what it does");
  const look = [change("JOB7", { looks: 1 }, { looks: 2 })];
  assert.ok(
    !goesOn(stop, change("JOB7", { looks: 2 }, { looks: 3 }), look),
    "what is counted has other values",
  );
  assert.ok(
    !goesOn(stop, change("JOB7", open, undefined), [change("JOB7", open, undefined)]),
    "it is removed",
  );
});

test("what went on by itself beside an accepted request is not what that has done", () => {
  const stop = operation({ id: "stop", method: "POST", mediaType: null, path: "/v1/job/{id}/stop" });
  const stopping = {
    ...exchange({ request: wireRequest({ url: "http://server.invalid/v1/job/JOB6/stop" }) }),
    operation: "stop",
  } as never;
  const operations = { ...begin.description.operations, ...stop.description.operations, readJob: read };
  const one = { row: stop.row, description: { ...stop.description, operations } };
  const known = [change("JOB6", open, stopped), change("JOB5", open, done)];
  assert.ok(isGoingOn([made, stopping], one, known)(change("JOB7", open, done)));
  assert.ok(!isGoingOn([made, stopping], one, known)(change("JOB7", open, stopped)));
  assert.ok(!isGoingOn([made], one, known)(change("JOB7", open, done)), "nobody knows what it was about");
});

test("what is shown as no JSON is a value of its own", () => {
  const set = { id: "set", method: "PATCH", mediaType: "application/json" } as const;
  const known: Difference[] = [{ place: "listJobs JOB7", seen: "", was: "nothing", is: '"a"' }];
  assert.ok(!goesOn(set, { place: "listJobs JOB7", seen: "", was: '"a"', is: "nothing" }, known));
});

test("a body may say to which value: then the place tells, anywhere in a list", () => {
  const set = { id: "set", method: "PATCH", mediaType: "application/json" } as const;
  const steps = (...all: readonly string[]) => ({ id: "JOB7", steps: all, state: "open" });
  const known = [change("JOB7", steps("a"), steps("a", "b"))];
  assert.ok(!goesOn(set, change("JOB7", steps("a", "b"), steps("a", "b", "c")), known));
  assert.ok(goesOn(set, change("JOB7", steps("a"), { ...steps("a"), state: "done" }), known));
});
