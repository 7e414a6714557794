import type { CheckEvent } from "../base/events.ts";
import { escapeMarkup } from "../base/markup.ts";
import { clip } from "../base/text.ts";
import { causesOf } from "./causes.ts";
import { causeLines, causeTitle, evidenceLines, evidenceText } from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { isContradiction, sectionsOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";

/** The XML content of a test case, and the suite count it belongs to, if any. */
interface Result {
  readonly kind: "failures" | "errors" | "skipped" | null;
  readonly xml: string;
}

interface TestCase extends Result {
  readonly durationMs: number;
}

type Attributes = Readonly<Record<string, string | number>>;

/** The report as JUnit XML: one suite per section, one test case per check. */
export function toJunit(log: RunLog): string {
  const suites = sectionsOf(log).map(({ name, checks }) => ({
    name: clip(name, 300),
    cases: checks.map((check) => testCase(log, check)),
  }));
  const all = suites.flatMap(({ cases }) => cases);
  const whole = runCase(log, all);
  suites.push({ name: "The run as a whole", cases: [whole] });
  // The root element has no skipped attribute; CI systems add up those of the suites.
  const { skipped: _skipped, ...total } = counts([...all, whole]);
  const head = { name: clip(`${log.run.suite.name} ${log.run.target.baseUrl}`, 500), ...total };
  const timestamp = log.run.startedAt.slice(0, 19);
  const elements = suites.map(({ name, cases }) =>
    element("testsuite", { name, ...counts(cases), timestamp }, ...cases.map(({ xml }) => xml)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", head, ...elements)}\n`;
}

/** An element with child elements, each on its own line. */
function element(name: string, attributes: Attributes, ...inner: readonly string[]): string {
  return textElement(name, attributes, inner.length === 0 ? "" : `\n${inner.join("\n")}\n`);
}

function textElement(name: string, attributes: Attributes, xml: string): string {
  // In an attribute, a parser would turn line breaks and tabs into spaces.
  const list = Object.entries(attributes).map(([key, value]) => {
    const text = escapeMarkup(String(value)).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
    return ` ${key}="${text}"`;
  });
  return xml === "" ? `<${name}${list.join("")}/>` : `<${name}${list.join("")}>${xml}</${name}>`;
}

function counts(cases: readonly TestCase[]): Attributes {
  const of = (kind: TestCase["kind"]) => cases.filter((one) => one.kind === kind).length;
  return {
    tests: cases.length,
    failures: of("failures"),
    errors: of("errors"),
    skipped: of("skipped"),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

function testCase(log: RunLog, check: CheckEvent): TestCase {
  const { id, title, section, durationMs } = check;
  const result = resultOf(log, check);
  const properties: readonly (readonly [name: string, value: string | null])[] = [
    ...check.requirements.map((requirement) => ["requirement", requirement] as const),
    ["basis", check.basis],
    ["verdict", check.verdict],
    ["answer", check.answer],
    ["reproduce", check.reproduce],
  ];
  const elements = properties.flatMap(([name, value]) =>
    value === null ? [] : [element("property", { name, value: clip(value, 1000) })],
  );
  const name = `${clip(id, 300)}: ${clip(title, 300)}`;
  const head = { name, classname: clip(section, 300), time: seconds(durationMs) };
  return {
    kind: result.kind,
    durationMs,
    xml: element("testcase", head, element("properties", {}, ...elements), result.xml),
  };
}

function resultOf(log: RunLog, check: CheckEvent): Result {
  const message = clip(check.message, 1000);
  const skipped = (reason: string): Result => ({
    kind: "skipped",
    xml: element("skipped", { message: `${reason}: ${message}` }),
  });
  const shown = (text: string): Result => ({
    kind: null,
    xml: textElement("system-out", {}, escapeMarkup(text)),
  });
  const explained = (name: "failure" | "error", type: string): Result => {
    const evidence = escapeMarkup(evidenceText(evidenceLines(log, check)));
    return { kind: `${name}s`, xml: textElement(name, { message, type }, evidence) };
  };
  switch (check.verdict) {
    case "failed":
      return isContradiction(check)
        ? explained("failure", "contradiction")
        : skipped(`known failure (${clip(check.known ?? "", 300)})`);
    case "broken":
      return explained("error", "suite-fault");
    case "inconclusive":
    case "skipped":
      return skipped(check.verdict);
    case "observed":
      return shown(`observed: ${clip(check.answer ?? "no known answer", 300)}\n${message}`);
    case "passed":
      return shown(message);
  }
}

/** The run as a separate test case: an incomplete run must not be green because every check that ran is. */
function runCase(log: RunLog, cases: readonly TestCase[]): TestCase {
  const { exitCode, title, meaning, incomplete } = outcomeOf(log);
  const reasons = incomplete.slice(0, 50).map((reason) => clip(reason, 500));
  const isRed = cases.some(({ kind }) => kind === "failures" || kind === "errors");
  const isComplete = incomplete.length === 0 && (exitCode === 0 || (exitCode === 1 && isRed));
  const causes = causesOf(log).flatMap((cause) => [causeTitle(cause), evidenceText(causeLines(cause))]);
  const text = escapeMarkup([`exit ${exitCode}: ${title}`, meaning, ...reasons, ...causes].join("\n"));
  const error = { message: reasons[0] ?? meaning, type: exitCode === 3 ? "incomplete" : "run" };
  const xml = isComplete ? textElement("system-out", {}, text) : textElement("error", error, text);
  const head = { name: "run: complete and in order", classname: "The run as a whole", time: seconds(0) };
  return { kind: isComplete ? null : "errors", durationMs: 0, xml: element("testcase", head, xml) };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
