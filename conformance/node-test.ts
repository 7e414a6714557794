/**
 * The suite as tests of node:test, one for each check, in one run:
 *
 *     PARTNER_CARD_BASE_URL=… PARTNER_CARD_CLIENT_ID=… PARTNER_CARD_CLIENT_SECRET=… PARTNER_CARD_SIGNING_KEY=… \
 *       node --import tsx --test conformance/node-test.ts
 *
 * Without PARTNER_CARD_BASE_URL a sandbox is started and judged. Any other server is written to only with
 * PARTNER_CARD_ALLOW_WRITES=1. PARTNER_CARD_ONLY and PARTNER_CARD_SKIP hold patterns, separated by commas,
 * PARTNER_CARD_CARD the card to write to, and PARTNER_CARD_SEED the seed of what is drawn, as --only, --skip, --card and
 * --seed of the command.
 */
import { randomInt } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { CheckEvent } from "./base/events.ts";
import { printable } from "./base/text.ts";
import { journalFile } from "./checks/cards/index.ts";
import { checks } from "./checks/index.ts";
import { readRunSettings } from "./cli/conformance-flags.ts";
import { variables, withEnvFile } from "./cli/environment.ts";
import { commandLine } from "./cli/flags.ts";
import { readTarget } from "./cli/target.ts";
import { conformance } from "./run/run.ts";
import { startSandbox } from "./sandbox/start.ts";
import { createHttpTransport } from "./wire/http.ts";

const environment = withEnvFile(process.env);
const list = (name: string) =>
  (environment[name] ?? "").split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
const { values, select } = readRunSettings({
  only: list("PARTNER_CARD_ONLY"),
  skip: list("PARTNER_CARD_SKIP"),
  ...(environment.PARTNER_CARD_CARD ? { card: environment.PARTNER_CARD_CARD } : {}),
  ...(environment.PARTNER_CARD_SEED ? { seed: environment.PARTNER_CARD_SEED } : {}),
});
const sandbox = environment[variables.baseUrl] ? null : await startSandbox();
const target = sandbox?.target ?? readTarget({}, environment);
const seed = Math.trunc(values.seed ?? (sandbox === null ? randomInt(2 ** 31) : 1));
const writes = sandbox !== null || environment.PARTNER_CARD_ALLOW_WRITES === "1";

const arrivals = new Map<string, (event: CheckEvent) => void>();
const selected = checks.filter(select).map((check) => ({
  check,
  arrived: new Promise<CheckEvent>((resolve) => arrivals.set(check.id, resolve)),
}));

// Limits that were changed are put back before the process ends.
const ending = new AbortController();
const end = () => ending.abort();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
for (const signal of signals) process.once(signal, end);

const transport = createHttpTransport();
const run = conformance({
  target,
  transport: transport.send,
  select,
  writes,
  seed,
  card: values.card ?? null,
  signal: ending.signal,
  ...(writes && sandbox === null ? { journal: journalFile() } : {}),
  reproduce: ({ id, access }, words) =>
    commandLine("conformance", {
      ...(words === null ? { only: id } : { case: words }),
      ...(words === null && sandbox === null ? { seed: String(seed) } : {}),
      "allow-writes": access === "write" && sandbox === null,
    }),
  onEvent: (event) => {
    if (event.event === "check") arrivals.get(event.id)?.(event);
  },
}).finally(async () => {
  for (const signal of signals) process.off(signal, end);
  transport.close();
  await sandbox?.close();
});

for (const { check, arrived } of selected) {
  test(`${check.id}: ${check.title}`, async (context) => {
    const result = await Promise.race([
      arrived,
      run.then((all) => all.checks.find(({ id }) => id === check.id)),
    ]);
    if (result === undefined) throw failure(["The run has ended without a result of this check."]);
    report(context, result);
  });
}

test("the run is complete", async (context) => {
  const { incomplete, summary, writes: written } = (await run).end;
  context.diagnostic(`${target.baseUrl}: ${JSON.stringify(summary)}, drawn with PARTNER_CARD_SEED=${seed}`);
  if (written.leftChanged !== null) throw failure([written.leftChanged]);
  if (incomplete.length > 0) throw failure(incomplete);
});

/** Ends the test as the verdict says. */
function report(context: TestContext, result: CheckEvent): void {
  const { verdict, message } = result;
  if (verdict === "skipped" || verdict === "inconclusive") context.skip(printable(`${verdict}: ${message}`));
  else if (verdict === "failed" || verdict === "broken") {
    throw failure([
      message,
      ...result.expected.map((description) => `expected: ${description}`),
      ...(result.received === null ? [] : [`received: ${result.received}`]),
      ...(result.pointer === null ? [] : [`at: ${result.pointer}`]),
      ...(result.hint === null ? [] : [`hint: ${result.hint}`]),
      `rules: ${result.requirements.join(", ")}`,
      `reproduce: ${result.reproduce}`,
    ]);
  } else context.diagnostic(printable(`${verdict}: ${message}`));
}

/** An error of these lines alone: where in the suite it was made helps nobody. */
function failure(lines: readonly string[]): Error {
  // node:test writes messages into XML as they are, so "]]>" would end the report early.
  const text = printable(lines.join("\n")).replaceAll("]]>", "]]⟩");
  return Object.assign(new Error(text), { stack: text });
}
