import assert from "node:assert/strict";
import { test } from "node:test";
import { runHere } from "./testing.ts";

const { code, stdout } = await runHere(["client-conformance", "--list"]);

test("--list shows each scenario with its task and why it is lawful, and each rule", () => {
  assert.equal(code, 0);
  const words =
    / {2}The first write is lost.*\n {2}Task: {.*}\n {2}Lawful: .*\n {2}A client may send .*\n {2}It must not send/;
  assert.match(stdout, new RegExp(`^write-lost\n${words.source}`, "m"));
  assert.match(stdout, /^client\.key\.stable\n/m);
});

test("--list shows the task of a client that is started again, and which rules are advice", () => {
  assert.match(stdout, /^started-again\n.*\n {2}Task: .*"task":1.*\n {2}Then, started again: .*"task":2/m);
  assert.match(stdout, /^client\.token\.reuse \(practice: advice, never a failure\)\n/m);
});
