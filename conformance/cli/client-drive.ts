/** Driving a client: a command is started for each scenario, and what comes of it is judged. */
import type { EndEvent } from "../base/events.ts";
import { didYouMean } from "../base/nearest.ts";
import { createEnding, type Ending, endingOf, RunEnded } from "../base/run-ended.ts";
import { quote } from "../base/shell.ts";
import { count, printable } from "../base/text.ts";
import { UsageError } from "../base/usage-error.ts";
import { scenarios } from "../clients/cards/index.ts";
import { driveScenario } from "../clients/drive.ts";
import type { Evidence } from "../clients/evidence.ts";
import { judgeClient, questionOf } from "../clients/judge.ts";
import {
  didItsTask,
  isUnmet,
  lastLines,
  saysUnsupported,
  whyIncomplete,
  withExitClaims,
} from "../clients/judge-drive.ts";
import { programClient } from "../clients/program.ts";
import { judgeReliance, type Reliance, reliances, type Tried, tryAnswers } from "../clients/reliance.ts";
import { clientRules } from "../clients/rules.ts";
import { beginRun } from "../clients/run.ts";
import { type Scenario, tasksOf } from "../clients/scenario.ts";
import { weatherNamed } from "../clients/weathers.ts";
import { withKnownFailure } from "../run/decide.ts";
import { makeKeyPair } from "../sandbox/start.ts";
import type { ClientCall } from "./client-flags.ts";
import { variables } from "./environment.ts";
import { commandLine } from "./flags.ts";

/** Names of the variables in which a client gets its place. */
export const placeVariables = {
  baseUrl: variables.baseUrl,
  clientId: variables.clientId,
  clientSecret: variables.clientSecret,
  signingKey: variables.signingKey,
  scenario: "PARTNER_CARD_SCENARIO",
  task: "PARTNER_CARD_TASK",
  outcome: "PARTNER_CARD_OUTCOME",
} as const;

/**
 * Starts the command once for each scenario, some side by side, and judges everything that was seen.
 *
 * @throws UsageError for a command that cannot be started.
 */
export async function driveClient(
  { settings, world, signal, log, expectations }: ClientCall,
  command: readonly [string, ...string[]],
): Promise<EndEvent> {
  const { values, select } = settings;
  const rules = clientRules.filter((rule) => select(questionOf(rule)));
  // Who asks for some scenarios alone does not ask for those of open questions.
  const relied = values.scenario.length > 0 ? [] : reliances.filter(select);
  const run = beginRun({
    ...log,
    baseUrl: "http://127.0.0.1",
    questions: [...rules.map(questionOf), ...relied],
    secrets: [],
    reproduce: (only, decided) => {
      // One start is enough to see a rule again; an open question takes all of its answers.
      const scenario = decided ?? undefined;
      return `${commandLine("client-conformance", { scenario, only })} -- ${command.map(quote).join(" ")}`;
    },
  });
  const chosen = chosenScenarios(values.scenario);
  const ending = limited(signal, values.budget);
  const client = programClient({
    command,
    environment: world.environment,
    variables: placeVariables,
    timeoutMs: 1000 * values.timeout,
    signal: ending.signal,
  });
  const evidence: Evidence[] = [];
  const tried = new Map<Reliance, readonly Tried[]>();
  const keys = makeKeyPair;
  const note = (found: Evidence, scenario?: Scenario) => {
    run.redactor.add(found.clientSecret);
    for (const seen of found.seen) run.exchange(seen);
    if (values.quiet) return;
    const isCalm = scenario === undefined || !isUnmet(found, weatherNamed(scenario.weather));
    const unmet = isCalm ? "" : ", did not get as far as its weather";
    world.stderr.write(`${found.scenario.padEnd(26)}  ${requests(found)}${unmet}\n`);
    // A stack trace says best why a client does not even begin.
    const isShown = values.verbose || (scenario?.isControl === true && !didItsTask(found));
    if (!isShown) return;
    for (const line of lastLines(found)) {
      world.stderr.write(`    | ${printable(run.redactor.text(line))}\n`);
    }
  };
  const drive = (some: readonly Scenario[]) =>
    some.map((scenario) => async () => {
      const found = await driveScenario(scenario, client, { keys, onSeen: announce });
      announce();
      // What an interrupted program did not do is not its fault.
      if (ending.signal.aborted) return;
      evidence[chosen.indexOf(scenario)] = found;
      note(found, scenario);
    });
  const ask = relied.map((one) => async () => {
    const found = await tryAnswers(one, client, { keys });
    if (ending.signal.aborted) return;
    tried.set(one, found);
    for (const { evidence: under } of found) note(under);
  });
  const starts =
    chosen.flatMap(tasksOf).length + relied.reduce((sum, { answers }) => sum + answers.length, 0);
  const limits = `${values.timeout} s each (--timeout), ${values.budget} s in all (--budget)`;
  // Once the command is known to start: one that does not is told of in one line.
  let isAnnounced = values.quiet;
  const announce = () => {
    if (!isAnnounced) world.stderr.write(`${count(starts, "start")} of the client, at most ${limits}\n`);
    isAnnounced = true;
  };
  const isLong = ({ weather }: Scenario) => weatherNamed(weather).isLong === true;
  const controls = chosen.filter(({ isControl }) => isControl);
  const others = chosen.filter(({ isControl }) => !isControl);
  const most = Math.trunc(values.concurrency);
  try {
    await sideBySide(drive(controls), most, ending.signal);
    // A program that does not even begin will not begin in worse weather.
    if (evidence.length === 0 || evidence.some((one) => one.seen.length > 0 || saysUnsupported(one))) {
      const first = others.filter(isLong);
      const rest = others.filter((one) => !isLong(one));
      await sideBySide([...drive([...first, ...rest]), ...ask], most, ending.signal);
    }
  } finally {
    ending.release();
  }

  const all = withExitClaims(evidence.filter((one) => one !== undefined));
  for (const judged of judgeClient(rules, all, expectations)) run.conclude(questionOf(judged.rule), judged);
  for (const one of relied) {
    const found = tried.get(one);
    const entry = expectations.knownFailures?.find(({ check }) => check === one.id);
    if (found === undefined) continue;
    run.conclude(one, { ...withKnownFailure(judgeReliance(one.gap, found), entry), scenario: null });
  }
  const stopped = ending.signal.aborted ? [endingOf(ending.signal).message] : [];
  return run.end([...stopped, ...whyIncomplete(chosen, all)]);
}

/** The end of a run, from outside or because its seconds are over. */
function limited(outer: AbortSignal, seconds: number): Ending {
  const ending = createEnding(outer);
  const hint = "a smaller --timeout ends a client that hangs sooner";
  const over = () =>
    ending.end(new RunEnded(`the time of the run is over (--budget ${seconds}); ${hint}`, 3));
  const timer = setTimeout(over, 1000 * seconds);
  return {
    ...ending,
    release: () => {
      clearTimeout(timer);
      ending.release();
    },
  };
}

/** Does pieces of work, some at the same time. @throws what the first that fails has thrown; no other is begun then. */
async function sideBySide(
  pieces: readonly (() => Promise<void>)[],
  most: number,
  signal: AbortSignal,
): Promise<void> {
  let isOver = false;
  const work = pieces.values();
  const one = async () => {
    for (const piece of work) {
      if (isOver || signal.aborted) return;
      await piece().catch((error: unknown) => {
        isOver = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: most }, one));
}

/**
 * The scenarios with these names; all without any.
 *
 * @throws UsageError for a name that no scenario has, and where there are none for this description.
 */
function chosenScenarios(names: readonly string[]): readonly Scenario[] {
  if (scenarios.length === 0) {
    throw new UsageError(
      "there are no scenarios for the operations of this description; watch the client instead, with --port N",
    );
  }
  const ids = scenarios.map(({ id }) => id);
  const unknown = names.find((name) => !ids.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `there is no scenario "${unknown}"; ${didYouMean(unknown, ids, "--list shows them")}`,
    );
  }
  return names.length === 0 ? scenarios : scenarios.filter(({ id }) => names.includes(id));
}

function requests({ seen, end }: Evidence): string {
  const how = end === null || end.isLate ? "had to be ended" : `exit ${end.code ?? end.signal}`;
  return `${count(seen.length, "request")}, ${how}`;
}
