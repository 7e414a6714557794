import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findProgram, needs } from "./external-testing.ts";
import { toJunit } from "./junit.ts";
import { checkEvent, heldBackRun, hostileText, mixedRun, runLog, runOf } from "./testing.ts";

const xmllint = findProgram("xmllint");
const options = needs(xmllint, "xmllint");
const schema = fileURLToPath(new URL("junit.xsd", import.meta.url));

/** Runs xmllint on a text; its exit code is 0 only where it found nothing to say. */
function lint(text: string, ...flags: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(xmllint ?? "", [...flags, "-"], {
    input: text,
    encoding: "utf8",
  });
  return { status, output: stdout || stderr };
}

function assertValid(text: string): void {
  const { status, output } = lint(text, "--noout", "--huge", "--schema", schema);
  assert.equal(status, 0, output.slice(0, 2000));
}

/** What a parser sees: the string value of an XPath expression. */
function see(text: string, xpath: string): string {
  return lint(text, "--xpath", `string(${xpath})`).output.trim();
}

test("is valid for one check of each verdict", options, () => {
  assertValid(toJunit(mixedRun()));
});

test("is valid for the empty, the cut short and the incomplete run", options, () => {
  assertValid(toJunit(runLog([])));
  assertValid(toJunit({ ...mixedRun(), end: null }));
});

test("a parser accepts whatever a server sends, in every field", options, () => {
  const report = toJunit(runOf(hostileText));
  assertValid(report);
  assert.match(see(report, "//testcase[1]/@name"), /<script>.*␀.*␛\[31m.*⟨U\+FFFE⟩/s);
  assert.match(see(report, "//failure"), /\]\]>/);
});

test("a parser accepts fields of 1 MB", options, () => {
  const report = toJunit(runOf("]]>\u0000".repeat(250_000)));
  assertValid(report);
  assert.ok(report.length < 500_000, `${report.length} characters`);
});

test("xmllint would have found forbidden characters", options, () => {
  assert.notEqual(lint("<a>\u001b</a>", "--noout").status, 0);
  assert.notEqual(lint("<a>]]></a>", "--noout").status, 0);
});

test("each verdict stands where CI systems look for it", options, () => {
  const report = toJunit(mixedRun());
  const shown = (id: string) =>
    lint(report, "--xpath", `//testcase[starts-with(@name, '${id}:')]/*[last()]`).output;
  assert.match(shown("list.failed"), /^<failure message="Card CRD1003 came twice." type="contradiction">/);
  assert.match(shown("list.broken"), /^<error message="TypeError in the check." type="suite-fault">/);
  assert.match(shown("list.inconclusive"), /^<skipped message="inconclusive: The list has fewer/);
  assert.match(shown("list.skipped"), /^<skipped message="skipped: Writes are not allowed/);
  assert.match(shown("cursor.invalid"), /^<system-out>observed: 410/);
  assert.match(shown("list.passed"), /^<system-out>Held/);
  assert.equal(see(report, "//testsuites/@tests"), "9");
  assert.equal(see(report, "//testsuites/@failures"), "2");
  assert.equal(
    see(report, "count(//testcase[starts-with(@name, 'timestamp.stale:')]//property[@name='requirement'])"),
    "2",
  );
});

test("the counts are those of the cases", options, () => {
  for (const log of [mixedRun(), { ...mixedRun(), end: null }, { ...runLog([]), end: null }]) {
    const report = toJunit(log);
    for (const [count, element] of Object.entries({
      tests: "testcase",
      failures: "failure",
      errors: "error",
    })) {
      assert.equal(see(report, `//testsuites/@${count}`), see(report, `count(//${element})`), count);
      assert.equal(see(report, `sum(//testsuite/@${count})`), see(report, `count(//${element})`), count);
    }
    assert.equal(see(report, "sum(//testsuite/@skipped)"), see(report, "count(//skipped)"));
  }
});

test("a run that is not in order is red even where every check is green", () => {
  const passed = runLog([checkEvent("a", "passed")]);
  assert.ok(!toJunit(passed).includes("<error"));
  assert.match(
    toJunit({ ...passed, end: null }),
    /<error message="The log was cut short[^"]*" type="incomplete">/,
  );
  const end = passed.end && {
    ...passed.end,
    exitCode: 3 as const,
    incomplete: ["The server was not reached."],
  };
  assert.match(
    toJunit({ ...passed, end }),
    /<error message="The server was not reached." type="incomplete">/,
  );
  const stale = passed.end && { ...passed.end, exitCode: 1 as const };
  assert.match(toJunit({ ...passed, end: stale }), /<error message="The run failed although no check/);
});

test("the run as a whole says what holds back checks, and how many", () => {
  const [, whole = ""] = toJunit(heldBackRun()).split('name="run: complete and in order"');
  assert.match(whole, /<error message="Can&#39;t say: PATCH [^"]+ was never accepted" type="incomplete">/);
  assert.match(whole, /4 checks held back: PATCH [^\n]+\nalso +another public key[^\n]+\nsent +PATCH/);
  const complete = heldBackRun();
  const end = complete.end && { ...complete.end, incomplete: [], exitCode: 0 as const };
  assert.match(toJunit({ ...complete, end }), /<system-out>exit 0: Conforms\n[^<]*4 checks held back/);
});

test("a known failure is skipped, with its reason", () => {
  const log = runLog([checkEvent("a", "failed", { known: "Ticket 12" })]);
  const report = toJunit({ ...log, end: log.end && { ...log.end, exitCode: 0 } });
  assert.match(report, /<skipped message="known failure \(Ticket 12\): Card CRD1003 came twice\."\/>/);
  assert.ok(!report.includes("<failure"));
});
