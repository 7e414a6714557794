import assert from "node:assert/strict";
import { test } from "node:test";
import { createProgress } from "./progress.ts";
import { checkEvent, hostileText } from "./testing.ts";

function recorder(): { written: string[]; write(text: string): void } {
  const written: string[] = [];
  return { written, write: (text) => void written.push(text) };
}

const clear = "\r\u001b[2K";

test("on a terminal, one line is written over: done, expected, section, elapsed", () => {
  const stream = recorder();
  let time = 1000;
  const progress = createProgress(stream, {
    isTTY: true,
    color: false,
    columns: 60,
    expected: 120,
    now: () => time,
  });
  time = 3400;
  progress.check(checkEvent("a", "passed"));
  progress.check(checkEvent("b", "failed"));
  progress.done();
  assert.deepEqual(stream.written, [
    `${clear}  0/120  starting  0 ms`,
    `${clear}  1/120  Endpoints / GET /v1/card  2.4 s`,
    `${clear}  2/120  Endpoints / GET /v1/card  ✗ 1  2.4 s`,
    clear,
  ]);
});

test("the line never wraps", () => {
  const stream = recorder();
  const progress = createProgress(stream, {
    isTTY: true,
    color: false,
    columns: 30,
    expected: 9,
    now: () => 0,
  });
  progress.check(checkEvent("a", "failed", { section: hostileText }));
  progress.done();
  for (const line of stream.written) {
    assert.ok(line.length - clear.length < 30, line);
    assert.doesNotMatch(line.slice(clear.length), /\p{Cc}/u);
  }
});

test("in a pipe, each section is one line, told when its last check has ended", () => {
  const stream = recorder();
  const sections = { One: 2, Two: 1 };
  const progress = createProgress(stream, { isTTY: false, color: false, expected: 3, sections });
  progress.check(checkEvent("a", "passed", { section: "One" }));
  progress.check(checkEvent("b", "observed", { section: "Two" }));
  assert.deepEqual(stream.written, ["Two: 1 observed\n"]);
  progress.check(checkEvent("c", "failed", { section: "One" }));
  assert.deepEqual(stream.written.slice(1), ["One: 1 passed, 1 failed\n"]);
  progress.done();
  assert.equal(stream.written.length, 2);
});

test("in a pipe, what is left is told at the end", () => {
  const stream = recorder();
  const progress = createProgress(stream, { isTTY: false, color: false, expected: 3 });
  progress.check(checkEvent("a", "passed", { section: "One" }));
  progress.done();
  assert.deepEqual(stream.written, ["One: 1 passed\n"]);
});
