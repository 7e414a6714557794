import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, test } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { UsageError } from "../base/usage-error.ts";
import { formats } from "./formats.ts";
import { eventsOf, parseLog } from "./log.ts";
import { checkEvent, runLog } from "./testing.ts";
import { openReports, type Reports, ReportWriteError, writeReports } from "./write.ts";

const root = temporaryFolder();
const log = runLog([checkEvent("a", "passed"), checkEvent("b", "failed")]);
let folder = root;

beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
});

/** Writes the whole run. */
async function finish(reports: Reports): Promise<void> {
  for (const event of eventsOf(log)) reports.write(event);
  await reports.close();
}

function output(): { text: string; write(text: string, done: () => void): void } {
  return {
    text: "",
    write(text, done) {
      this.text += text;
      done();
    },
  };
}

function refusal(...specs: readonly string[]): string {
  try {
    openReports(specs);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
  return assert.fail("the reports were opened");
}

describe("openReports", () => {
  test("writes every format to its file, and leaves nothing else", async () => {
    const names = ["ndjson", "json", "junit", "html", "markdown", "har"] as const;
    const reports = openReports(names.map((name) => `${name}=${join(folder, name)}`));
    assert.deepEqual(readdirSync(folder), ["ndjson"]);
    await finish(reports);
    assert.deepEqual(readdirSync(folder).sort(), [...names].sort());
    for (const name of names)
      assert.equal(readFileSync(join(folder, name), "utf8"), formats[name](log), name);
  });

  test("NDJSON grows with the run, so that a killed run leaves what it knew", async () => {
    const file = join(folder, "run.ndjson");
    const reports = openReports([`ndjson=${file}`]);
    reports.write(log.run);
    reports.write(checkEvent("a", "passed"));
    const sofar = parseLog(readFileSync(file, "utf8"));
    assert.equal(sofar.end, null);
    assert.equal(sofar.checks.length, 1);
    await reports.close();
  });

  test("a file that was there stays whole until the new report is", async () => {
    const file = join(folder, "report.json");
    writeFileSync(file, "before");
    const reports = openReports([`json=${file}`]);
    for (const event of eventsOf(log)) reports.write(event);
    assert.equal(readFileSync(file, "utf8"), "before");
    await reports.close();
    assert.equal(readFileSync(file, "utf8"), formats.json(log));
  });

  test("a finished run that is written over itself stays whole until the new file is", async () => {
    const file = join(folder, "run.ndjson");
    writeFileSync(file, formats.ndjson(log));
    const { ino } = statSync(file);
    await writeReports(log, [`ndjson=${file}`]);
    assert.notEqual(statSync(file).ino, ino, "put in its place at once, not written into");
    assert.equal(readFileSync(file, "utf8"), formats.ndjson(log));
  });

  test("- is standard output, for one report", async () => {
    const stdout = output();
    const reports = openReports(["markdown=-"], stdout);
    assert.equal(reports.usesStdout, true);
    await finish(reports);
    assert.equal(stdout.text, formats.markdown(log));
    assert.match(refusal("json=-", "har=-"), /json and har can't both go to standard output/);
    assert.equal(openReports([]).usesStdout, false);
  });

  test("replaces what a link points at, and writes to a device instead of replacing it", async () => {
    const target = join(folder, "target.json");
    const link = join(folder, "link.json");
    writeFileSync(target, "before");
    symlinkSync(target, link);
    const reports = openReports([`json=${link}`, "html=/dev/null", "har=/dev/null"]);
    await finish(reports);
    assert.equal(readFileSync(target, "utf8"), formats.json(log));
    assert.equal(readFileSync("/dev/null", "utf8"), "");
  });

  test("a file name may hold an equals sign", async () => {
    const reports = openReports([`json=${join(folder, "a=b.json")}`]);
    await finish(reports);
    assert.deepEqual(readdirSync(folder), ["a=b.json"]);
  });

  test("a mistake names the flag, what is allowed and the nearest spelling", () => {
    assert.match(
      refusal("juint=a.xml"),
      /^--report juint=a\.xml: there is no format "juint", did you mean junit\?/,
    );
    assert.match(refusal("HTML=a"), /did you mean html\?/);
    assert.match(
      refusal("md=a"),
      /did you mean markdown\? --report takes FORMAT=FILE with one of the formats ndjson, json, junit, html, markdown, har/,
    );
    assert.doesNotMatch(refusal("spreadsheet=a"), /did you mean/);
    assert.match(refusal("html"), /the file is missing, for example html=report\.html/);
    assert.match(refusal("html="), /the file is missing/);
    assert.match(refusal("report.html"), /there is no format "report\.html"/);
  });

  test("says before the run that a file can't be written, and leaves no trace of having tried", () => {
    assert.match(refusal(`html=${folder}/none/a.html`), /the folder .*none does not exist/);
    assert.match(refusal(`html=${folder}`), /is a folder, not a file/);
    writeFileSync(join(folder, "file"), "");
    assert.match(refusal(`html=${folder}/file/a.html`), /the folder .*file does not exist/);
    assert.match(refusal(`json=${folder}/a`, `har=${folder}/a`), /json and har can't both go to .*a$/);
    assert.match(refusal(`ndjson=${folder}/run`, "html=/proc/none/a"), /does not exist/);
    assert.deepEqual(readdirSync(folder), ["file"]);
  });

  test("a folder without permission is told", () => {
    mkdirSync(join(folder, "closed"));
    chmodSync(join(folder, "closed"), 0o500);
    chmodSync(folder, 0o755);
    // Root may write anywhere, so it steps down for as long as it is refused.
    const root = process.geteuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      assert.match(refusal(`html=${folder}/closed/a.html`), /no permission to write/);
    } finally {
      if (root) process.seteuid?.(0);
    }
  });

  test("a report that fails at the end is named, and the others are written", async () => {
    mkdirSync(join(folder, "gone"));
    const reports = openReports([`html=${folder}/gone/a.html`, `json=${folder}/a.json`]);
    rmSync(join(folder, "gone"), { recursive: true });
    await assert.rejects(finish(reports), (error: unknown) => {
      assert.ok(error instanceof ReportWriteError);
      assert.match(error.message, /^the html report to .*a\.html failed: ENOENT/);
      return true;
    });
    assert.deepEqual(readdirSync(folder), ["a.json"]);
  });

  test("a report that can't be moved to its place leaves nothing beside it", async () => {
    const reports = openReports([`html=${folder}/a.html`]);
    mkdirSync(join(folder, "a.html"));
    await assert.rejects(finish(reports), /the html report to .*a\.html failed: EISDIR/);
    assert.deepEqual(readdirSync(folder), ["a.html"]);
  });

  test("a full disk does not end the run", async () => {
    const reports = openReports(["ndjson=/dev/full"]);
    await assert.rejects(finish(reports), /the ndjson report to \/dev\/full failed: ENOSPC/);
  });

  test("an error of standard output is told at the end", async () => {
    const broken = { write: (_text: string, done: (error: Error) => void) => done(new Error("EPIPE")) };
    for (const name of ["ndjson", "json"]) {
      const reports = openReports([`${name}=-`], broken);
      await assert.rejects(finish(reports), new RegExp(`the ${name} report to - failed: EPIPE`));
    }
  });

  test("a run that never began leaves no report but an empty log", async () => {
    const reports = openReports([`html=${folder}/a.html`, `ndjson=${folder}/a.ndjson`]);
    await reports.close();
    assert.deepEqual(readdirSync(folder), ["a.ndjson"]);
  });
});

test("writeReports writes a finished run again", async () => {
  const stdout = output();
  await writeReports(log, ["ndjson=-"], stdout);
  assert.deepEqual(parseLog(stdout.text), log);
});
