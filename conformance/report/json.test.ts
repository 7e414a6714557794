import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { toHtml } from "./html/page.ts";
import { toJson } from "./json.ts";
import { checkEvent, exchangeEvent, heldBackRun, hostileText, mixedRun, runLog, runOf } from "./testing.ts";

const schema: object = JSON.parse(readFileSync(new URL("report.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

function assertValid(report: unknown): void {
  assert.ok(validate(report), JSON.stringify(validate.errors, null, 2));
}

test("keeps to its schema, whatever the run", () => {
  assertValid(JSON.parse(toJson(mixedRun())));
  assertValid(JSON.parse(toJson(runLog([]))));
  assertValid(JSON.parse(toJson({ ...mixedRun(), end: null })));
  assertValid(JSON.parse(toJson(runOf(hostileText))));
  const failed = exchangeEvent("x1", { response: null, failure: { kind: "reset", message: "gone" } });
  assertValid(JSON.parse(toJson(runLog(mixedRun().checks, { exchanges: [failed] }))));
  const elsewhere = checkEvent("gap.signature.prefix", "inconclusive", { doesNotApply: true });
  assertValid(JSON.parse(toJson(runLog([elsewhere]))));
});

test("the schema refuses a report with a member too few, too many or of another type", () => {
  const report = JSON.parse(toJson(mixedRun()));
  for (const name of Object.keys(report)) {
    const { [name]: _gone, ...rest } = report;
    assert.ok(!validate(rest), `without ${name}`);
    assert.ok(!validate({ ...report, [name]: [0.5] }), `${name} = [0.5]`);
  }
  assert.ok(!validate({ ...report, more: 1 }));
  for (const name of Object.keys(report.results[0])) {
    const { [name]: _gone, ...rest } = report.results[0];
    assert.ok(!validate({ ...report, results: [rest] }), `result without ${name}`);
  }
});

test("a result carries its exchanges, the deciding one first", () => {
  const report = JSON.parse(toJson(mixedRun()));
  const stale = report.results.find(({ id }: { id: string }) => id === "timestamp.stale");
  assert.deepEqual(
    stale.exchanges.map(({ id }: { id: string }) => id),
    ["x2", "x1"],
  );
  assert.equal(stale.exchanges[0].request.body, '{"daily":5001}');
});

test("what holds back checks is named with their ids and what shows it", () => {
  const report = JSON.parse(toJson(heldBackRun()));
  assertValid(report);
  assert.equal(report.causes.length, 1);
  const [{ message, checks, exchange }] = report.causes;
  assert.match(message, /^PATCH .* was never accepted: 403/);
  assert.deepEqual([checks.length, checks[1], exchange.id], [4, "timestamp.stale.patch", "x2"]);
  const { exchange: _gone, ...cause } = report.causes[0];
  assert.ok(!validate({ ...report, causes: [cause] }));
  assert.ok(validate({ ...report, causes: [{ ...cause, exchange: null }] }));
});

test("a run that was cut short says so, and does not pass for a whole one", () => {
  const report = JSON.parse(toJson({ ...runLog([]), end: null }));
  assert.equal(report.complete, false);
  assert.equal(report.exitCode, 3);
  assert.equal(report.durationMs, null);
  assert.match(report.incomplete[0], /cut short/);
});

test("of a body that is kept whole, this report and the HTML show the beginning, and say so", () => {
  const text = "x".repeat(200_000);
  const body = { text, bytes: text.length, truncated: false, sha256: "" };
  const log = runLog(mixedRun().checks, {
    exchanges: [exchangeEvent("x1", { response: { status: 200, headers: [], body } })],
  });
  const report = JSON.parse(toJson(log));
  assertValid(report);
  const shown = report.results[0].exchanges[0].response.body;
  assert.deepEqual([shown.text.length, shown.truncated, shown.bytes], [4096, true, 200_000]);
  const page = toHtml(log);
  assert.ok(page.includes(", shown in part") && !page.includes("x".repeat(4097)));
});
