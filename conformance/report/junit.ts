import type { CheckEvent } from "../base/events.ts";
import { clip } from "../base/text.ts";
import { causesOf } from "./causes.ts";
import { causeLines, causeTitle, evidenceLines, evidenceText } from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { exchangesOf, isContradiction, type Section, sectionsOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { attributes, escapeMarkup } from "./xml.ts";

/** A test case of the report, and which of the three counts of its suite it belongs to. */
interface TestCase {
  readonly xml: string;
  readonly kind: "failures" | "errors" | "skipped" | null;
  readonly durationMs: number;
}

/** The report as JUnit XML: one suite for each section, one test case for each check. */
export function toJunit(log: RunLog): string {
  const suites = sectionsOf(log).map((section) => ({
    name: clip(section.name, 300),
    cases: section.checks.map((check) => testCase(log, section, check)),
  }));
  const own = runCase(
    log,
    suites.flatMap(({ cases }) => cases),
  );
  suites.push({ name: "The run as a whole", cases: [own] });
  // Readers know no number of skipped cases here; they add up those of the suites.
  const { skipped: _skipped, ...total } = counts(suites.flatMap(({ cases }) => cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: clip(`${log.run.suite.name} ${log.run.target.baseUrl}`, 500), ...total })}>`,
    ...suites.map(({ name, cases }) => suite(log, name, cases)),
    "</testsuites>",
    "",
  ].join("\n");
}

function counts(cases: readonly TestCase[]): Record<string, string | number> {
  const of = (kind: TestCase["kind"]) => cases.filter((one) => one.kind === kind).length;
  const milliseconds = cases.reduce((sum, one) => sum + one.durationMs, 0);
  return {
    tests: cases.length,
    failures: of("failures"),
    errors: of("errors"),
    skipped: of("skipped"),
    time: seconds(milliseconds),
  };
}

function suite(log: RunLog, name: string, cases: readonly TestCase[]): string {
  const timestamp = log.run.startedAt.slice(0, 19);
  return [
    `  <testsuite${attributes({ name, ...counts(cases), timestamp })}>`,
    ...cases.map((one) => one.xml),
    "  </testsuite>",
  ].join("\n");
}

function testCase(log: RunLog, section: Section, check: CheckEvent): TestCase {
  const [kind, result] = resultOf(check, evidenceOf(log, check));
  const properties = [
    ...check.requirements.map((id) => ["requirement", id]),
    ["basis", check.basis],
    ["verdict", check.verdict],
    ...(check.answer === null ? [] : [["answer", check.answer]]),
    ["reproduce", check.reproduce],
  ];
  const head = {
    name: `${clip(check.id, 300)}: ${clip(check.title, 300)}`,
    classname: clip(section.name, 300),
  };
  return {
    kind,
    durationMs: check.durationMs,
    xml: [
      `    <testcase${attributes({ ...head, time: seconds(check.durationMs) })}>`,
      "      <properties>",
      ...properties.map(
        ([name = "", value = ""]) => `        <property${attributes({ name, value: clip(value, 1000) })}/>`,
      ),
      "      </properties>",
      `      ${result}`,
      "    </testcase>",
    ].join("\n"),
  };
}

function resultOf(check: CheckEvent, evidence: string): [TestCase["kind"], string] {
  const message = clip(check.message, 1000);
  switch (check.verdict) {
    case "failed":
      if (!isContradiction(check)) {
        return [
          "skipped",
          `<skipped${attributes({ message: `known failure (${clip(check.known ?? "", 300)}): ${message}` })}/>`,
        ];
      }
      return [
        "failures",
        `<failure${attributes({ message, type: "contradiction" })}>${escapeMarkup(evidence)}</failure>`,
      ];
    case "broken":
      return [
        "errors",
        `<error${attributes({ message, type: "suite-fault" })}>${escapeMarkup(evidence)}</error>`,
      ];
    case "inconclusive":
    case "skipped":
      return ["skipped", `<skipped${attributes({ message: `${check.verdict}: ${message}` })}/>`];
    case "observed":
      return [
        null,
        `<system-out>${escapeMarkup(`observed: ${clip(check.answer ?? "no known answer", 300)}\n${message}`)}</system-out>`,
      ];
    case "passed":
      return [null, `<system-out>${escapeMarkup(message)}</system-out>`];
  }
}

function evidenceOf(log: RunLog, check: CheckEvent): string {
  return evidenceText(evidenceLines(check, exchangesOf(log, check)[0] ?? null)).join("\n");
}

/** A run that is not in order must not be green because each of the checks that did run is. */
function runCase(log: RunLog, cases: readonly TestCase[]): TestCase {
  const { exitCode, title, meaning, incomplete } = outcomeOf(log);
  const reasons = incomplete.slice(0, 50).map((reason) => clip(reason, 500));
  const isRed = cases.some(({ kind }) => kind === "failures" || kind === "errors");
  const isComplete = incomplete.length === 0 && (exitCode === 0 || (exitCode === 1 && isRed));
  const causes = causesOf(log).flatMap((cause) => [causeTitle(cause), ...evidenceText(causeLines(cause))]);
  const text = escapeMarkup([`exit ${exitCode}: ${title}`, meaning, ...reasons, ...causes].join("\n"));
  const result = isComplete
    ? `<system-out>${text}</system-out>`
    : `<error${attributes({ message: reasons[0] ?? meaning, type: exitCode === 3 ? "incomplete" : "run" })}>${text}</error>`;
  const head = { name: "run: complete and in order", classname: "The run as a whole", time: "0.000" };
  return {
    kind: isComplete ? null : "errors",
    durationMs: 0,
    xml: `    <testcase${attributes(head)}>\n      ${result}\n    </testcase>`,
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
