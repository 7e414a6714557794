/** `partner-card conformance`: judges a server, or the sandbox when none is named. */
import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { RunEvent } from "../base/events.ts";
import { createRedactor } from "../base/redact.ts";
import { endingOf } from "../base/run-ended.ts";
import type { Target } from "../base/target.ts";
import { UsageError } from "../base/usage-error.ts";
import { journalFile } from "../checks/cards/index.ts";
import { exchangesOf } from "../checks/recordings/from-har.ts";
import { useColor } from "../report/color.ts";
import { createProgress, type Progress } from "../report/progress.ts";
import { openReports } from "../report/write.ts";
import { type RunOptions, runDefaults, thoroughCases } from "../run/options.ts";
import { conformance } from "../run/run.ts";
import { startSandbox } from "../sandbox/start.ts";
import type { Exchange } from "../wire/exchange.ts";
import { createHttpTransport } from "../wire/http.ts";
import { defineCommand, notify, type World } from "./command.ts";
import { help, type RunSettings, readRunSettings, runFlags } from "./conformance-flags.ts";
import { type Environment, knownVariables, readText, variables } from "./environment.ts";
import { commandLine } from "./flags.ts";
import { printReport } from "./print-report.ts";
import { prepareProfile } from "./profile-file.ts";
import { putBackFirst } from "./restore.ts";
import { readTarget } from "./target.ts";

/** The command. */
export const conformanceCommand = defineCommand({
  help,
  flags: runFlags,
  run: async ({ given }, world) => {
    const settings = readRunSettings(given);
    const { values, profile, select, asked } = settings;
    const { ca, offline, quiet, rate } = values;
    const recorded = offline === undefined ? null : exchangesOf(readText(offline, "--offline"), offline);
    const named =
      recorded === null ? targetOf(settings, world.environment) : recordedTarget(recorded.exchanges);
    if (recorded !== null && recorded.cut > 0) {
      notify(world, `${recorded.cut} recorded exchanges are not whole and are left out`);
    }
    const caText = ca === undefined ? undefined : readText(ca, "--ca");
    const reports = openReports(values.report, world.stdout);
    const saveProfile = prepareProfile(values["write-profile"], profile);

    const sandbox = named === null ? await startSandbox() : null;
    const target = named ?? (sandbox as NonNullable<typeof sandbox>).target;
    const writes = recorded === null && (sandbox !== null || values["allow-writes"]);
    // A sandbox ends with the process, so nothing has to be put back.
    const journal = recorded === null && sandbox === null ? journalFile(values.journal) : null;
    const transport = createHttpTransport(caText);
    const ending = world.onInterrupt();
    const { signal } = ending;
    const redactor = createRedactor([target.clientSecret]);
    const notice = (message: string) => notify(world, redactor.text(message));
    let progress: Progress | null = null;
    const endProgress = () => {
      progress?.done();
      progress = null;
    };
    const judge = async (): Promise<number> => {
      if (journal !== null && writes) {
        const options = { target, transport: transport.send, world, signal };
        if (!(await putBackFirst(journal, options))) return 3;
        journal.prepare();
        signal.addEventListener("abort", () =>
          notice(`${endingOf(signal).message}; it ends when everything is as it was`),
        );
      } else if (journal?.read()?.target.baseUrl === target.baseUrl) {
        notice(`a run that was ended has left something changed; "partner-card restore" puts it back`);
      }
      const seed = Math.trunc(values.seed ?? (target.sandbox ? 1 : randomInt(2 ** 31)));
      const result = await conformance({
        target,
        seed,
        ...(asked === null ? {} : { only: asked.spellings }),
        thorough: values.thorough,
        ...(values.cases === undefined ? {} : { cases: Math.trunc(values.cases) }),
        transport: transport.send,
        select,
        writes,
        card: values.card ?? null,
        strict: values.strict,
        expectations: { pinned: profile.answers, knownFailures: profile.knownFailures },
        concurrency: Math.trunc(values.concurrency),
        timeoutMs: 1000 * values.timeout,
        budgetMs: 1000 * values.budget,
        waitMs: 1000 * values.wait,
        ...(rate === undefined ? {} : { ratePerSecond: rate }),
        ...(journal === null || !writes
          ? {}
          : { journal, restoreCommand: restoreCommand(settings, journal.path) }),
        ...(recorded === null ? {} : { recorded: recorded.exchanges }),
        signal,
        reproduce: ({ id, access }, words) => {
          const what = words === null ? { only: id } : { case: words };
          return reproduce(what, settings, target, { seed, allowWrites: writes && access === "write" });
        },
        shown: shownOptions(settings, { seed, allowWrites: writes }),
        onNotice: notice,
        onEvent: (event) => {
          reports.write(event);
          if (event.event === "run" && !quiet) progress = startProgress(world, event);
          if (event.event === "check") progress?.check(event);
        },
      });
      endProgress();
      if (result.end.writes.leftChanged !== null) notice(result.end.writes.leftChanged);
      const log = reports.log();
      const out = reports.usesStdout ? world.stderr : world.stdout;
      if (log !== null) printReport(log, out, world.environment, values);
      saveProfile(result.checks);
      return result.end.exitCode;
    };
    try {
      const exitCode = await judge().finally(async () => {
        endProgress();
        await reports.close();
      });
      // A closed output reports its error a moment after the last write.
      await setImmediate();
      return exitCode === 0 && signal.aborted ? endingOf(signal).exitCode : exitCode;
    } finally {
      ending.release();
      transport.close();
      await sandbox?.close();
    }
  },
});

/** The named server, or null if the sandbox is to be judged. */
function targetOf({ values }: RunSettings, environment: Environment): Target | null {
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
  return {
    baseUrl: first === undefined ? "" : new URL(first.request.url).origin,
    prefix: "",
    clientId: "",
    clientSecret: "",
    signingKey: null,
    signaturePath: "api",
    sandbox: false,
  };
}

function startProgress({ stderr, environment }: World, { expected, sections }: RunEvent): Progress {
  const isTTY = stderr.isTTY === true;
  return createProgress(stderr, {
    isTTY,
    color: useColor(environment, isTTY),
    expected,
    // Some terminals report zero columns.
    ...(stderr.columns ? { columns: stderr.columns } : {}),
    ...(sections === undefined ? {} : { sections }),
  });
}

/** What of a run its flags alone do not say. */
interface Decided {
  readonly seed: number;
  readonly allowWrites: boolean;
}

function shownOptions(
  { values, profile }: RunSettings,
  { seed, allowWrites }: Decided,
): NonNullable<RunOptions["shown"]> {
  return {
    allowWrites,
    seed,
    cases: values.cases ?? (values.thorough ? thoroughCases : runDefaults.cases),
    thorough: values.thorough,
    case: values.case ?? null,
    only: values.only,
    skip: values.skip,
    basis: values.basis ?? "derived",
    strict: values.strict,
    card: values.card ?? null,
    signaturePath: values["signature-path"] ?? "api",
    pinnedAnswers: [...profile.answers].map(([gap, answer]) => `${gap}=${answer}`),
    knownFailures: profile.knownFailures.map(({ check }) => check),
    offline: values.offline !== undefined,
  };
}

/** The command that puts back what is in this journal. The secret is never part of it. */
function restoreCommand({ values: { "signing-key": key, ca } }: RunSettings, journal: string): string {
  return commandLine("restore", { journal, "signing-key": key, ca });
}

/** The command that repeats one check, or one case of it. The secret is never part of it. */
function reproduce(
  what: { readonly only: string } | { readonly case: string },
  { values }: RunSettings,
  target: Target,
  { seed, allowWrites }: Decided,
): string {
  const { offline, "signing-key": key, "signature-path": path, ca, card, profile, thorough } = values;
  // A case says by itself what is sent.
  const draw = "case" in what ? {} : { cases: values.cases?.toString(), thorough };
  if (offline !== undefined || target.sandbox) {
    return commandLine("conformance", { offline, ...draw, ...what });
  }
  return commandLine("conformance", {
    "base-url": target.baseUrl,
    "client-id": target.clientId,
    "signing-key": key,
    "signature-path": path,
    ca,
    card,
    profile,
    "allow-writes": allowWrites,
    ...("case" in what ? {} : { seed: String(seed) }),
    ...draw,
    ...what,
  });
}
