/** `partner-card conformance`: judges a server, or the sandbox when none is named. */
import { readFileSync } from "node:fs";
import type { Check } from "../check.ts";
import { checks } from "../checks/index.ts";
import type { RunEvent } from "../events.ts";
import { useColor } from "../report/color.ts";
import { ReportOptionError } from "../report/destination.ts";
import { createProgress, type Progress } from "../report/progress.ts";
import { renderReport } from "../report/terminal.ts";
import { openReports, type Reports } from "../report/write.ts";
import { conformance, type RunOptions, runDefaults, writeBudget } from "../run.ts";
import { startSandbox } from "../sandbox/start.ts";
import { selector } from "../selection.ts";
import { readTarget, variables } from "../settings.ts";
import type { Target } from "../target.ts";
import { UsageError } from "../usage-error.ts";
import { createHttpTransport } from "../wire/http.ts";
import type { Command, World } from "./command.ts";
import { numberFlag, parseFlags, wordFlag } from "./flags.ts";

const help = `Judges a server by the rules of the Partner Card API specification.

Usage: partner-card conformance [options]

Without --base-url, a sandbox is started inside the process and judged, writes included.

Examples:
  partner-card conformance
  PARTNER_CARD_CLIENT_SECRET=… partner-card conformance --base-url https://staging.example.com \\
    --client-id partner-1 --signing-key key.pem --report html=report.html
  partner-card conformance … --allow-writes --card CRD1001 --only 'signature.*'

Target:
  --base-url URL          scheme, host and path prefix, without /v1   (${variables.baseUrl})
  --client-id ID          OAuth client id                             (${variables.clientId})
  --signing-key FILE      RSA private key as PEM                      (${variables.signingKey})
  --signature-path KIND   api: the signed path starts at /v1 (default); full: at the root
  --ca FILE               PEM certificates to trust
  The client secret comes from ${variables.clientSecret} only. All of them may stand in a .env file.

What to do:
  --allow-writes          write limits.daily of one card, and put it back at the end
  --card ID               the card to write to; the last one of the list unless given
  --only PATTERN          checks, requirements or sections; * stands for anything; may be repeated
  --skip PATTERN          leaves them out; may be repeated
  --basis KIND            stated: without rules that are derived; derived: with them (default)
  --strict                inconclusive checks make the run incomplete

Bounds:
  --concurrency N         requests at the same time (${runDefaults.concurrency})
  --timeout S             seconds for one exchange (${runDefaults.timeoutMs / 1000})
  --budget S              seconds for the whole run (${runDefaults.budgetMs / 1000})
  --wait S                longest wait a check may make in seconds, for a token to expire (${runDefaults.waitMs})

Reports:
  --report FORMAT=FILE    ndjson, json, junit, html, markdown or har; - is standard output; may be repeated
  --quiet, --verbose      less or more on the terminal

Exit: 0 conforms, 1 contradicts the specification, 2 usage, 3 incomplete, 4 fault of the suite.
`;

const options = {
  "base-url": { type: "string" },
  "client-id": { type: "string" },
  "signing-key": { type: "string" },
  "signature-path": { type: "string" },
  ca: { type: "string" },
  card: { type: "string" },
  "allow-writes": { type: "boolean" },
  only: { type: "string", multiple: true },
  skip: { type: "string", multiple: true },
  basis: { type: "string" },
  strict: { type: "boolean" },
  concurrency: { type: "string" },
  timeout: { type: "string" },
  budget: { type: "string" },
  wait: { type: "string" },
  report: { type: "string", multiple: true },
  quiet: { type: "boolean" },
  verbose: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** The command. */
export const conformanceCommand: Command = {
  name: "conformance",
  summary: "judge a server, or the sandbox when none is named",
  help,
  run: async (args, world) => {
    const { values } = parseFlags(args, options);
    if (values.help === true) return world.print(help);
    const baseUrl = values["base-url"] ?? world.environment[variables.baseUrl];
    if (values.card !== undefined && !/^CRD[0-9]+$/.test(values.card)) {
      throw new UsageError(`--card is a card id such as CRD1001, not "${values.card}"`);
    }
    const select = selector(
      {
        only: values.only ?? [],
        skip: values.skip ?? [],
        basis: wordFlag("basis", values.basis, ["stated", "derived"]) ?? "derived",
      },
      checks,
    );

    const bounds = {
      concurrency: Math.trunc(
        numberFlag("concurrency", values.concurrency, {
          least: 1,
          most: 64,
          fallback: runDefaults.concurrency,
        }),
      ),
      timeoutMs:
        1000 *
        numberFlag("timeout", values.timeout, {
          least: 0.1,
          most: 600,
          fallback: runDefaults.timeoutMs / 1000,
        }),
      budgetMs:
        1000 *
        numberFlag("budget", values.budget, {
          least: 0.1,
          most: 200_000,
          fallback: runDefaults.budgetMs / 1000,
        }),
      waitMs:
        1000 *
        numberFlag("wait", values.wait, { least: 0, most: 100_000, fallback: runDefaults.waitMs / 1000 }),
    };
    const ca = values.ca === undefined ? undefined : readCa(values.ca);
    const target = baseUrl === undefined || baseUrl === "" ? null : readTarget(values, world.environment);
    const reports = openReportsOr(values.report ?? []);

    const sandbox = target === null ? await startSandbox() : null;
    const judged = target ?? (sandbox as NonNullable<typeof sandbox>).target;
    const writes = sandbox !== null || values["allow-writes"] === true;
    const transport = createHttpTransport(ca);
    const ending = world.onInterrupt();
    const out = reports.usesStdout ? world.stderr : world.stdout;
    let progress: Progress | null = null;
    try {
      const result = await conformance({
        target: judged,
        transport: transport.send,
        select,
        writes,
        card: values.card ?? null,
        strict: values.strict === true,
        ...bounds,
        signal: ending.signal,
        reproduce: (check) => reproduce(check, values, judged, writes),
        shown: shownOptions(values, writes),
        onNotice: (message) => world.stderr.write(`partner-card: ${message}\n`),
        onEvent: (event) => {
          reports.write(event);
          if (event.event === "run" && values.quiet !== true) progress = startProgress(world, event);
          if (event.event === "check") progress?.check(event);
        },
      });
      progress = end(progress);
      const log = reports.log();
      if (log !== null) {
        out.write(
          renderReport(log, {
            color: useColor(world.environment, out.isTTY === true),
            width: out.columns ?? 80,
            verbosity: values.quiet === true ? "quiet" : values.verbose === true ? "verbose" : "normal",
          }),
        );
      }
      return result.end.exitCode;
    } finally {
      end(progress);
      await reports.close();
      ending.release();
      transport.close();
      await sandbox?.close();
    }
  },
};

function end(progress: Progress | null): null {
  progress?.done();
  return null;
}

function startProgress(world: World, event: RunEvent): Progress {
  const { stderr } = world;
  return createProgress(stderr, {
    isTTY: stderr.isTTY === true,
    color: useColor(world.environment, stderr.isTTY === true),
    expected: event.expected,
    ...(stderr.columns === undefined ? {} : { columns: stderr.columns }),
    ...(event.sections === undefined ? {} : { sections: event.sections }),
  });
}

function openReportsOr(specs: readonly string[]): Reports {
  try {
    return openReports(specs);
  } catch (error) {
    if (error instanceof ReportOptionError) throw new UsageError(error.message);
    throw error;
  }
}

function readCa(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `--ca: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function shownOptions(
  values: Readonly<Record<string, unknown>>,
  writes: boolean,
): RunOptions["shown"] & object {
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return {
    allowWrites: writes,
    writeBudget: writes ? writeBudget : 0,
    only: list(values.only),
    skip: list(values.skip),
    basis: typeof values.basis === "string" ? values.basis : "derived",
    strict: values.strict === true,
    card: typeof values.card === "string" ? values.card : null,
    signaturePath: typeof values["signature-path"] === "string" ? values["signature-path"] : "api",
  };
}

/** The command that repeats one check. The secret is never part of it. */
function reproduce(
  check: Check,
  values: Readonly<Record<string, unknown>>,
  target: Target,
  writes: boolean,
): string {
  const words = ["npx", "partner-card", "conformance"];
  if (!target.sandbox) {
    words.push("--base-url", quote(target.baseUrl), "--client-id", quote(target.clientId));
    for (const flag of ["signing-key", "signature-path", "ca", "card"] as const) {
      const value = values[flag];
      if (typeof value === "string") words.push(`--${flag}`, quote(value));
    }
    if (writes && check.access === "write") words.push("--allow-writes");
  }
  words.push("--only", quote(check.id));
  return words.join(" ");
}

function quote(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
