import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { inWords } from "../base/seconds.ts";
import { formats } from "./formats.ts";
import { renderReport } from "./terminal.ts";
import { checkEvent, heldBackRun, hostileText, mixedRun, runLog, runOf } from "./testing.ts";

const window = inWords(api.timestampWindowSeconds);
const plain = { color: false, width: 80 };
const esc = "\u001b";

test("a failure shows rule, place, request, altered header, alternatives, answer, pointer, hint and command", () => {
  const report = renderReport(mixedRun(), plain);
  const start = report.indexOf("✗ timestamp.stale");
  const block = report.slice(start, report.indexOf("\n\n", start));
  for (const line of [
    new RegExp(`^ {4}rule {7}A request whose timestamp is older than ${window} is rejected`, "m"),
    /^ {4}stated in {2}Authentication \/ Signed headers \(auth\.timestamp\.stale\)$/m,
    /^ {4}stated in {2}Limits \(limits\.timestamp-age\)$/m,
    /^ {4}sent {7}PATCH \/v1\/card\/CRD1042\/limits \(X-Service-Request-Timestamp 400$/m,
    /^ {4}with {7}X-Service-Request-Timestamp: 1795265566$/m,
    /^ {4}expected {3}a refusal with a 4xx status$/m,
    /^ {4}or {9}no change of the card$/m,
    /^ {4}received {3}200, and the limit has the refused value$/m,
    /^ {4}at {9}\/limits\/daily of the body$/m,
    /^ {4}hint {7}The server seems not to compare the timestamp/m,
    /^ {4}repeat {5}npx partner-card conformance --base-url \S+ --only timestamp\.stale$/m,
  ]) {
    assert.match(block, line);
  }
});

test("the empty pointer is the whole body, in every format", () => {
  const log = runLog([checkEvent("page.complete", "failed", { pointer: "" })]);
  assert.match(renderReport(log, plain), /^ {4}at {9}the whole body$/m);
  for (const format of ["html", "markdown", "junit"] as const) {
    assert.match(formats[format](log), /the whole body/, format);
  }
});

test("groups by section and ends with counts, answers and the exit code in words", () => {
  const report = renderReport(mixedRun(), plain);
  assert.match(report, /^Endpoints \/ GET \/v1\/card +✓ 1 +✗ 1 +◆ 2 +\? 1 +– 1 +! 1$/m);
  assert.match(report, /^ {2}cursor\.invalid {2}410 {2}Gone\.$/m);
  assert.match(
    report,
    /^8 of 8 checks, 3 of [0-9]+ rules exercised\n✓ 1 passed {2}✗ 2 failed {2}◆ 2 observed/m,
  );
  assert.match(report, /^Suite fault \(exit 4\)$/m);
});

test("the deciding request of a failed check stands as a curl command where all is told", () => {
  const [verbose, normal] = (["verbose", "normal"] as const).map((verbosity) =>
    renderReport(mixedRun(), { ...plain, verbosity }),
  );
  assert.match(verbose ?? "", /^ {15}curl -i .* -X PATCH \S+ .* --data-binary '\{"daily":5001\}'$/m);
  assert.doesNotMatch(normal ?? "", /curl /);
});

test("fits into the columns there are, except for commands, which must stay whole", () => {
  for (const width of [60, 80, 120]) {
    for (const verbosity of ["quiet", "normal", "verbose"] as const) {
      for (const log of [mixedRun(), heldBackRun()]) {
        for (const line of renderReport(log, { ...plain, width, verbosity }).split("\n")) {
          if (!/^ {4}(?:repeat|curl) |^ {15}(?:# |curl )/.test(line))
            assert.ok(line.length <= width, `${line.length}: ${line}`);
        }
      }
    }
  }
});

test("color adds to the text and changes nothing of it", () => {
  const colored = renderReport(mixedRun(), { ...plain, color: true });
  assert.ok(colored.includes(`${esc}[31m`));
  const sequences = new RegExp(`${esc}\\[\\d+m`, "g");
  assert.equal(colored.replace(sequences, "").replace(/ +$/gm, ""), renderReport(mixedRun(), plain));
});

test("nothing a server sends reaches the terminal as a control character", () => {
  for (const verbosity of ["quiet", "normal", "verbose"] as const) {
    const report = renderReport(runOf(hostileText), { ...plain, verbosity });
    assert.doesNotMatch(report.replaceAll("\n", ""), /\p{C}/u);
    assert.ok(report.includes("␛[31m"));
  }
});

test("stays readable whatever the length of the fields", () => {
  const report = renderReport(runOf("a".repeat(1_000_000)), { ...plain, verbosity: "verbose" });
  assert.ok(report.length < 100_000, `${report.length} characters`);
});

test("tells a known failure from one that is news", () => {
  const known = checkEvent("list.known", "failed", { known: "Ticket 12, since May." });
  const log = runLog([known], {});
  const report = renderReport({ ...log, end: log.end && { ...log.end, exitCode: 0 } }, plain);
  assert.match(report, /✗ list\.known \(known failure\)/);
  assert.match(report, /Conforms \(exit 0\)\nNothing contradicts the specification except 1 known failure\./);
});

test("what holds back checks is said once, before the sections, and lists them only where everything is", () => {
  const report = renderReport(heldBackRun(), plain);
  const title = `? 4 checks held back: PATCH /v1/card/{id}/limits was never accepted: 403 (“bad
    signature”)
    also       another public key may be registered
    sent       PATCH /v1/card/CRD1042/limits
    received   HTTP 403, application/json, 27 bytes
    body       {"message":"bad signature"}

Endpoints`;
  assert.ok(report.includes(`\n\n${title}`), report);
  assert.doesNotMatch(report, /timestamp\.stale\.patch/);
  assert.match(report, /^ {2}\? list\.limit\.default\n {4}needs more than 10 cards$/m);
  assert.match(
    renderReport(heldBackRun(), { ...plain, verbosity: "verbose" }),
    /^ {2}\? timestamp\.stale\.patch$/m,
  );
  assert.match(renderReport(heldBackRun(), { ...plain, verbosity: "quiet" }), /^\? 4 checks held back/);
});

test("the headline of an incomplete run is what can't be said", () => {
  const log = heldBackRun();
  const end = (incomplete: readonly string[]) =>
    renderReport({ ...log, end: log.end && { ...log.end, incomplete } }, plain)
      .split("\n")
      .slice(-5, -1);
  const [patch = ""] = log.end?.incomplete ?? [];
  const put = patch.replace("PATCH", "PUT");
  const meaning = "The run is incomplete: it can't tell whether the server conforms.";
  assert.deepEqual(end([patch]).slice(-2), [`${patch} (exit 3)`, meaning]);
  assert.deepEqual(end([put, patch]), [
    put,
    patch,
    "Can't say: 2 operations were never accepted (exit 3)",
    meaning,
  ]);
  assert.deepEqual(end(["no token"]).slice(-3), ["no token", "Incomplete (exit 3)", meaning]);
});

test("says what could not be put back", () => {
  const log = mixedRun();
  const writes = {
    card: "CRD1042",
    sent: 3,
    budget: 80,
    leftChanged: "limits.daily of CRD1042 is 5001, was 5000",
  };
  const incomplete = [writes.leftChanged];
  const report = renderReport({ ...log, end: log.end && { ...log.end, writes, incomplete } }, plain);
  assert.match(report, /^Left changed: limits\.daily of CRD1042 is 5001, was 5000$/m);
  assert.equal(report.split("is 5001, was 5000").length, 2, "said once");
});
