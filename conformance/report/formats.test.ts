import assert from "node:assert/strict";
import { test } from "node:test";
import { formatNames, formats } from "./formats.ts";
import { parseLog } from "./log.ts";
import { renderReport } from "./terminal.ts";
import { checkEvent, endEvent, mixedRun, runLog, runOf } from "./testing.ts";

const passed = runLog([checkEvent("a", "passed")]);

test("every format is a function of the log alone", () => {
  for (const name of formatNames) {
    const again = parseLog(formats.ndjson(mixedRun()));
    assert.equal(formats[name](again), formats[name](mixedRun()), name);
  }
});

test("a log that was cut short is reported as such by every format", () => {
  const cut = { ...passed, end: null };
  for (const name of formatNames) {
    if (name === "ndjson") continue;
    assert.match(formats[name](cut), /cut short/, name);
    assert.doesNotMatch(formats[name](passed), /cut short/, name);
  }
  assert.match(renderReport(cut, { color: false, width: 80 }), /cut short[\s\S]*Incomplete \(exit 3\)/);
});

test("every report names each operation that no check judges, whatever else there is to say", () => {
  const line = (path: string) => `Can't say: POST ${path} is judged by no check`;
  const seen = "Can't say: GET /v1/other was never accepted";
  const names = formatNames.filter((name) => name !== "har");
  for (const incomplete of [[line("/v1/one")], [seen, line("/v1/one"), line("/v1/two")]]) {
    for (const verdict of ["passed", "failed"] as const) {
      const checks = [checkEvent("a", verdict)];
      const log = runLog(checks, {
        end: endEvent(checks, { incomplete, exitCode: verdict === "failed" ? 1 : 3 }),
      });
      const reports = names.map((name) => [name, formats[name](log)] as const);
      for (const [name, text] of [
        ...reports,
        ["terminal", renderReport(log, { color: false, width: 200 })] as const,
      ]) {
        for (const reason of incomplete) {
          const shown = reason.slice("Can't say: ".length);
          assert.ok(text.includes(shown), `${name} shows ${shown}`);
        }
        assert.doesNotMatch(text, /operations were never accepted/, name);
      }
    }
  }
});

test("a contradiction that was found before the cut is told, the run stays incomplete", () => {
  const cut = { ...runLog([checkEvent("a", "failed")]), end: null };
  const report = renderReport(cut, { color: false, width: 80 });
  assert.match(report, /Incomplete \(exit 3\)\n.*1 check had found the\s+server contradicting/);
  assert.match(formats.junit(cut), /<failure/);
});

test("checks that were announced and never came are counted", () => {
  const run = { ...passed.run, expected: 9, sections: { "Endpoints / GET /v1/card": 4, Errors: 5 } };
  const log = { ...passed, run, end: null };
  const report = renderReport(log, { color: false, width: 80 });
  assert.match(report, /GET \/v1\/card +✓ 1 +3 not run/);
  assert.match(report, /Errors +5 not run/);
  assert.match(formats.html(log), /8 missing/);
});

test("fields of 1 MB make no page long", () => {
  const { length } = formats.html(runOf("x<\u0000&".repeat(250_000)));
  assert.ok(length < 1_000_000, `${length} characters`);
});
