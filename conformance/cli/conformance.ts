/** `partner-card conformance`: judges a server, or the sandbox when none is named. */
import { setImmediate } from "node:timers/promises";
import type { RunEvent } from "../base/events.ts";
import { createRedactor } from "../base/redact.ts";
import { endingOf } from "../base/run-ended.ts";
import type { Target } from "../base/target.ts";
import { oneLine } from "../base/text.ts";
import { UsageError } from "../base/usage-error.ts";
import type { Check } from "../checks/kit/check.ts";
import { type JournalFile, journalFile } from "../checks/kit/journal.ts";
import { exchangesOf } from "../checks/recordings/from-har.ts";
import { useColor } from "../report/color.ts";
import { createProgress, type Progress } from "../report/progress.ts";
import { renderReport } from "../report/terminal.ts";
import { openReports } from "../report/write.ts";
import type { RunOptions } from "../run/options.ts";
import { conformance } from "../run/run.ts";
import { startSandbox } from "../sandbox/start.ts";
import type { Exchange } from "../wire/exchange.ts";
import { createHttpTransport } from "../wire/http.ts";
import type { Command, World } from "./command.ts";
import { type Arguments, help, read, readArguments } from "./conformance-arguments.ts";
import { quote } from "./quote.ts";
import { putBackFirst } from "./restore.ts";
import { knownVariables, readTarget, variables } from "./settings.ts";
import { prepareProfile } from "./write-profile.ts";

/** The command. */
export const conformanceCommand: Command = {
  name: "conformance",
  summary: "judge a server, or the sandbox when none is named",
  help,
  run: async (args, world) => {
    const given = readArguments(args);
    if (given === null) return world.print(help);
    const { values, profile, select, bounds } = given;
    const offline = values.offline;
    const recorded = offline === undefined ? null : exchangesOf(read("--offline", offline), offline);
    const target = recorded === null ? targetOf(given, world) : recordedTarget(recorded.exchanges);
    if (recorded !== null && recorded.cut > 0) {
      world.stderr.write(`partner-card: ${recorded.cut} recorded exchanges are not whole and are left out\n`);
    }
    const reports = openReports(values.report ?? []);
    const saveProfile = prepareProfile(values, profile);

    const sandbox = target === null ? await startSandbox() : null;
    const judged = target ?? (sandbox as NonNullable<typeof sandbox>).target;
    const writes = recorded === null && (sandbox !== null || values["allow-writes"] === true);
    // Of a sandbox that ends with the process nothing has to be put back.
    const journal = recorded === null && sandbox === null ? journalFile(values.journal) : null;
    const transport = createHttpTransport(given.ca);
    const ending = world.onInterrupt();
    const out = reports.usesStdout ? world.stderr : world.stdout;
    const redactor = createRedactor([judged.clientSecret]);
    const line = (message: string) =>
      world.stderr.write(`partner-card: ${oneLine(redactor.text(message))}\n`);
    let progress: Progress | null = null;
    const endProgress = () => {
      progress?.done();
      progress = null;
    };
    const judge = async (): Promise<number> => {
      if (journal !== null && writes) {
        const options = { target: judged, transport: transport.send, world, signal: ending.signal };
        if (!(await putBackFirst(journal, options))) return 3;
        journal.prepare();
        ending.signal.addEventListener("abort", () =>
          line(`${endingOf(ending.signal).message}; it ends when limits are as they were`),
        );
      } else if (journal?.read()?.target.baseUrl === judged.baseUrl) {
        line(`a run that was ended has left limits changed; "partner-card restore" puts them back`);
      }
      const result = await conformance({
        target: judged,
        transport: transport.send,
        select,
        writes,
        card: values.card ?? null,
        strict: values.strict === true,
        expectations: { pinned: profile.answers, knownFailures: profile.knownFailures },
        ...bounds,
        ...(journal === null || !writes ? {} : { journal, restoreCommand: restoreCommand(given, journal) }),
        ...(recorded === null ? {} : { recorded: recorded.exchanges }),
        signal: ending.signal,
        reproduce: (check) => reproduce(check, given, judged, writes),
        shown: shownOptions(given, writes),
        onNotice: line,
        onEvent: (event) => {
          reports.write(event);
          if (event.event === "run" && values.quiet !== true) progress = startProgress(world, event);
          if (event.event === "check") progress?.check(event);
        },
      });
      endProgress();
      if (result.end.writes.leftChanged !== null) line(result.end.writes.leftChanged);
      const log = reports.log();
      if (log !== null) {
        const verbosity = values.quiet === true ? "quiet" : values.verbose === true ? "verbose" : "normal";
        const color = useColor(world.environment, out.isTTY === true);
        out.write(renderReport(log, { color, width: out.columns || 80, verbosity }));
      }
      saveProfile(result.checks);
      return result.end.exitCode;
    };
    try {
      const exitCode = await judge().finally(async () => {
        endProgress();
        await reports.close();
      });
      // An output that was closed says so a moment after the last write.
      await setImmediate();
      return exitCode === 0 && ending.signal.aborted ? endingOf(ending.signal).exitCode : exitCode;
    } finally {
      ending.release();
      transport.close();
      await sandbox?.close();
    }
  },
};

/** The server that is named, or null where the sandbox is to be judged. */
function targetOf({ values }: Arguments, { environment }: World): Target | null {
  knownVariables(environment);
  const baseUrl = values["base-url"] ?? environment[variables.baseUrl];
  // An empty setting is a mistake: judging the sandbox instead would look like success.
  if (baseUrl === "") {
    throw new UsageError(
      `the base URL is empty; give --base-url URL or ${variables.baseUrl}, or neither to judge the sandbox`,
    );
  }
  return baseUrl === undefined ? null : readTarget(values, environment);
}

function recordedTarget([first]: readonly Exchange[]): Target {
  const baseUrl = first === undefined ? "" : new URL(first.request.url).origin;
  return {
    ...{ baseUrl, prefix: "", clientId: "", clientSecret: "", signingKey: null },
    ...{ signaturePath: "api", sandbox: false },
  };
}

function startProgress(world: World, event: RunEvent): Progress {
  const { stderr } = world;
  return createProgress(stderr, {
    isTTY: stderr.isTTY === true,
    color: useColor(world.environment, stderr.isTTY === true),
    expected: event.expected,
    // Some terminals say that they have no columns at all.
    ...(stderr.columns ? { columns: stderr.columns } : {}),
    ...(event.sections === undefined ? {} : { sections: event.sections }),
  });
}

function shownOptions({ values, profile }: Arguments, writes: boolean): RunOptions["shown"] & object {
  return {
    allowWrites: writes,
    only: values.only ?? [],
    skip: values.skip ?? [],
    basis: values.basis ?? "derived",
    strict: values.strict === true,
    card: values.card ?? null,
    signaturePath: values["signature-path"] ?? "api",
    pinnedAnswers: [...profile.answers].map(([gap, answer]) => `${gap}=${answer}`),
    knownFailures: profile.knownFailures.map(({ check }) => check),
    offline: values.offline !== undefined,
  };
}

/** The command that puts limits back out of this journal. The secret is never part of it. */
function restoreCommand({ values }: Arguments, { path }: JournalFile): string {
  const description = ["npx", "partner-card", "restore", "--journal", quote(path)];
  for (const flag of ["signing-key", "ca"] as const) {
    const value = values[flag];
    if (value !== undefined) description.push(`--${flag}`, quote(value));
  }
  return description.join(" ");
}

/** The command that repeats one check. The secret is never part of it. */
function reproduce(check: Check, { values }: Arguments, target: Target, writes: boolean): string {
  const description = ["npx", "partner-card", "conformance"];
  if (values.offline !== undefined) description.push("--offline", quote(values.offline));
  else if (!target.sandbox) {
    description.push("--base-url", quote(target.baseUrl), "--client-id", quote(target.clientId));
    for (const flag of ["signing-key", "signature-path", "ca", "card", "profile"] as const) {
      const value = values[flag];
      if (value !== undefined) description.push(`--${flag}`, quote(value));
    }
    if (writes && check.access === "write") description.push("--allow-writes");
  }
  description.push("--only", quote(check.id));
  return description.join(" ");
}
