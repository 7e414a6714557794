/** Whatever ends a run that writes, limits are put back, and it never looks like success. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { parseLog } from "../report/log.ts";
import { type Bundle, bundledCommand, type Started, startIn } from "./process-testing.ts";
import { judgedSandbox } from "./testing.ts";

/** A way to end a run. */
interface End {
  readonly name: string;
  /** More flags of the command. */
  readonly flags?: readonly string[];
  /** What the shell does with the output of the command. */
  readonly shell?: string;
  /** What is done when the card has been changed a few times. */
  readonly act?: (started: Started) => void;
  readonly code: 3 | 4;
  /** What is said on standard error, where that is left. */
  readonly says?: RegExp;
  /** Where the run is not ended in the middle of writing: before it, or not before its end. */
  readonly when?: "before writing" | "at the end";
}

const kill =
  (...signals: readonly NodeJS.Signals[]) =>
  ({ child }: Started) => {
    for (const signal of signals) child.kill(signal);
  };

const ends: readonly End[] = [
  {
    name: "SIGINT",
    act: kill("SIGINT"),
    code: 3,
    says: /the run was ended by SIGINT; it ends when everything/,
  },
  { name: "SIGTERM", act: kill("SIGTERM"), code: 3, says: /ended by SIGTERM/ },
  { name: "SIGHUP", act: kill("SIGHUP"), code: 3, says: /ended by SIGHUP/ },
  {
    name: "a signal that arrives twice, from the terminal and from npx",
    act: (started) => {
      kill("SIGINT")(started);
      setTimeout(() => kill("SIGINT")(started), 20);
    },
    code: 3,
    says: /ended by SIGINT/,
  },
  {
    name: "standard output that is closed in the middle of an NDJSON report",
    flags: ["--report", "ndjson=-"],
    shell: `| grep -m 5 '"method":"PATCH"' | cat >/dev/null`,
    code: 4,
    says: /the ndjson report to - failed: write EPIPE/,
  },
  {
    name: "standard output that is closed after the first lines of an NDJSON report",
    flags: ["--report", "ndjson=-"],
    shell: "| head -n 5 >/dev/null",
    code: 4,
    says: /the ndjson report to - failed: write EPIPE/,
    when: "before writing",
  },
  {
    name: "standard output that is closed at once, with the report for people",
    shell: "| true",
    code: 3,
    when: "at the end",
  },
  {
    name: "standard error that is closed",
    act: ({ child }) => void child.stderr?.destroy(),
    code: 3,
    // It is noticed by the next line, which is about the first section that has ended.
    when: "at the end",
  },
  {
    name: "a full disk under an NDJSON report",
    flags: ["--report", "ndjson=/dev/full"],
    code: 4,
    says: /the ndjson report to \/dev\/full failed: ENOSPC/,
    when: "at the end",
  },
  {
    name: "a full disk under an HTML report",
    flags: ["--report", "html=/dev/full"],
    code: 4,
    says: /the html report to \/dev\/full failed: ENOSPC/,
    when: "at the end",
  },
  {
    name: "a full disk under standard output",
    shell: "> /dev/full",
    code: 3,
    says: /standard output can't be written: ENOSPC/,
    when: "at the end",
  },
  {
    name: "an uncaught exception",
    act: kill("SIGUSR2"),
    code: 4,
    says: /the suite itself failed: uncaught; it ends when everything/,
  },
  {
    name: "an unhandled rejection",
    act: kill("SIGWINCH"),
    code: 4,
    says: /the suite itself failed: unhandled; it ends when everything/,
  },
];

/** A run that nothing ends before its end need not be a whole one: of these, some eighty write. */
const shorter = ["--only", "idempotency.*"];

/** What makes a process fail on request. */
const bomb = `
  process.on("SIGUSR2", () => setImmediate(() => { throw new Error("uncaught"); }));
  process.on("SIGWINCH", () => void Promise.reject(new Error("unhandled")));
`;

let bundle: Bundle;
before(() => {
  bundle = bundledCommand();
  writeFileSync(join(bundle.folder, "bomb.mjs"), bomb);
});

/** The command, with a module that is loaded first. */
const commandWith = (module: string) =>
  [process.execPath, "--import", join(bundle.folder, module), bundle.cli] as const;

describe("a run that writes ends by", { concurrency: 2 }, () => {
  for (const { name, flags = [], shell, act, code, says, when } of ends) {
    it(name, async () => {
      const judged = await judgedSandbox({ delayMs: when === "at the end" ? 1 : 10 });
      const folder = mkdtempSync(join(bundle.folder, "run-"));
      try {
        const args = [
          "conformance",
          "--cases",
          "0",
          "--allow-writes",
          "--report",
          "ndjson=run.ndjson",
          ...(when === "at the end" ? shorter : []),
          ...flags,
        ];
        const whole = [...commandWith("bomb.mjs"), ...args] as const;
        const script = `set -o pipefail; ${whole.map((word) => `'${word}'`).join(" ")} ${shell}`;
        const started = startIn(
          folder,
          shell === undefined ? whole : ["bash", "-c", script],
          judged.environment,
        );
        if (act !== undefined) {
          await Promise.race([judged.changed(5), started.ended]);
          assert.notDeepEqual(judged.limits(), judged.before, "nothing was changed yet");
          act(started);
        }
        const ended = await started.ended;
        assert.equal(ended.code, code, ended.stderr);
        if (says !== undefined) assert.match(ended.stderr, says);
        // Whatever is carried out late comes before this.
        await new Promise((resolve) => setTimeout(resolve, 50));
        assert.deepEqual(judged.limits(), judged.before);
        assert.deepEqual(readdirSync(folder), ["run.ndjson"], "the journal is gone, and its folder");
        const { end, checks } = parseLog(readFileSync(join(folder, "run.ndjson"), "utf8"));
        assert.equal(end?.writes.leftChanged, null);
        assert.equal(checks.length, end.summary.expected);
        const sent = end.writes.sent;
        // A whole run sends more than 330; some forty of them may be under way at the same time.
        if (when === undefined) assert.ok(sent >= 5 && sent < 300, `${sent} writes`);
        else assert.ok(when === "at the end" ? sent > 60 : sent < 50, `${sent} writes`);
      } finally {
        await judged.close();
      }
    });
  }

  it("a second Ctrl-C at once, and leaves the journal", { timeout: 60_000 }, async () => {
    // It never answers a write again once it is to end, so that only force helps.
    let isDeaf = false;
    const judged = await judgedSandbox({
      wrap: (handler) => (request) => (isDeaf ? new Promise(() => {}) : handler(request)),
    });
    const folder = mkdtempSync(join(bundle.folder, "run-"));
    try {
      const args = [
        process.execPath,
        bundle.cli,
        "conformance",
        "--cases",
        "0",
        "--allow-writes",
        "--quiet",
      ] as const;
      const { child, ended } = startIn(folder, args, judged.environment);
      await judged.changed(5);
      isDeaf = true;
      child.kill("SIGINT");
      setTimeout(() => child.kill("SIGINT"), 1500);
      const { code, stderr } = await ended;
      assert.equal(code, 130);
      assert.match(stderr, /ended at once by a second SIGINT/);
      assert.deepEqual(readdirSync(folder), [".partner-card"]);
    } finally {
      await judged.close();
    }
  });
});

describe("a sandbox ends by", () => {
  const cases: readonly [signal: NodeJS.Signals, code: number, says: RegExp][] = [
    ["SIGTERM", 0, /^$/],
    ["SIGUSR2", 4, /^partner-card: the suite itself failed: uncaught\n$/],
    ["SIGWINCH", 4, /^partner-card: the suite itself failed: unhandled\n$/],
  ];
  for (const [signal, code, says] of cases) {
    it(`${signal}, with exit code ${code}, and says what went wrong`, async () => {
      const { child, ended } = startIn(bundle.folder, [...commandWith("bomb.mjs"), "sandbox"], {});
      child.stdout?.once("data", () => child.kill(signal));
      const { code: given, stderr } = await ended;
      assert.equal(given, code);
      assert.match(stderr, says);
    });
  }
});

it("a fault outside a run is told in one line, with exit code 4", async () => {
  const throwing = `const { stdout } = process, write = stdout.write.bind(stdout);
    stdout.write = (text) => (setImmediate(() => { throw new Error("late"); }), write(text));`;
  writeFileSync(join(bundle.folder, "late.mjs"), throwing);
  const late = [...commandWith("late.mjs"), "restore", "--help"] as const;
  const { code, stderr } = await startIn(bundle.folder, late, {}).ended;
  assert.equal(code, 4);
  assert.equal(stderr, "partner-card: the suite itself failed: late\n");
  const full = ["bash", "-c", `'${process.execPath}' '${bundle.cli}' requirements > /dev/full`] as const;
  const ended = await startIn(bundle.folder, full, {}).ended;
  assert.equal(ended.code, 4);
  assert.match(ended.stderr, /^partner-card: standard output can't be written: ENOSPC/);
});
