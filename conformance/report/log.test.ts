import assert from "node:assert/strict";
import { test } from "node:test";
import { formats } from "./formats.ts";
import { parseLog, RunLogError, toNdjson } from "./log.ts";
import { checkEvent, endEvent, exchangeEvent, mixedRun, runEvent } from "./testing.ts";

const run = toNdjson(runEvent());
const check = toNdjson(checkEvent("a.check", "passed"));
const exchange = toNdjson(exchangeEvent("x1"));
const end = toNdjson(endEvent([checkEvent("a.check", "passed")]));

function refusal(ndjson: string): [number, string] {
  try {
    parseLog(ndjson);
  } catch (error) {
    assert.ok(error instanceof RunLogError);
    return [error.line, error.message.replace(/^line \d+ of the run log: /, "")];
  }
  return assert.fail("the log was accepted");
}

test("reads what was written", () => {
  assert.deepEqual(parseLog(formats.ndjson(mixedRun())), mixedRun());
});

test("a log without its footer has no end", () => {
  assert.equal(parseLog(run + exchange + check).end, null);
});

test("a last line that was cut off is dropped", () => {
  for (let length = 1; length < end.length - 1; length += 7) {
    const log = parseLog(run + check + end.slice(0, length));
    assert.equal(log.end, null);
    assert.equal(log.checks.length, 1);
  }
});

test("a line that is no event is refused with its number", () => {
  assert.deepEqual(refusal(""), [1, "there is no event"]);
  assert.deepEqual(refusal("{"), [1, "it is not JSON"]);
  assert.deepEqual(refusal(`${run}{oops\n${check}`), [2, "it is not JSON"]);
  assert.deepEqual(refusal(`${run}\n\n[]\n`), [4, "it is not an event of a run"]);
  assert.deepEqual(refusal(`${run}{"event":"constructor"}\n`), [2, "it is not an event of a run"]);
  assert.deepEqual(refusal(check), [1, "the first event is not the header of a run"]);
  assert.deepEqual(refusal(run + run), [2, "there is a second header"]);
  assert.deepEqual(refusal(run + check + end + check), [4, "there is an event after the footer"]);
});

test("a member that is missing or of another type is named", () => {
  const { title: _title, ...untitled } = checkEvent("a.check", "passed");
  assert.deepEqual(refusal(`${run}${JSON.stringify(untitled)}\n`), [
    2,
    '/title is missing in the event "check"',
  ]);
  const numbered = JSON.stringify({ ...checkEvent("a.check", "failed"), known: 12 });
  assert.deepEqual(refusal(`${run}${numbered}\n`), [2, '/known is not a string in the event "check"']);
  const odd = JSON.stringify({
    ...exchangeEvent("x1"),
    request: { ...exchangeEvent("x1").request, headers: [["a"]] },
  });
  assert.deepEqual(refusal(`${run}${odd}\n`), [
    2,
    '/request/headers/0 is not a pair of strings in the event "exchange"',
  ]);
  assert.deepEqual(refusal(toNdjson({ ...runEvent(), format: 2 as 1 })), [
    1,
    '/format is not one of 1 in the event "run"',
  ]);
});

test("a check or an exchange that comes twice is refused", () => {
  assert.deepEqual(refusal(run + check + check), [3, "there is a second result of the check a.check"]);
  assert.deepEqual(refusal(run + exchange + exchange), [3, "there is a second exchange x1"]);
});

test("a log that lost lines in between is refused", () => {
  assert.deepEqual(refusal(run + end), [2, "the footer counts 1 checks, the log holds 0"]);
  const failed = toNdjson(checkEvent("a.check", "failed"));
  assert.deepEqual(refusal(run + failed + end), [3, "the footer counts 1 passed, the log holds 0"]);
});
