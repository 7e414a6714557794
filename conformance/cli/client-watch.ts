/** Watching a client: the sandbox is served, and everything that comes in is judged. */
import type { EndEvent } from "../base/events.ts";
import type { Evidence } from "../clients/evidence.ts";
import { judgeClient, questionOf } from "../clients/judge.ts";
import { createLive } from "../clients/live.ts";
import { clientRules } from "../clients/rules.ts";
import { beginRun } from "../clients/run.ts";
import { whyUnseen } from "../clients/unseen.ts";
import { createWatch } from "../clients/watch.ts";
import { calm } from "../clients/weather.ts";
import { useColor } from "../report/color.ts";
import { serve } from "../sandbox/serve.ts";
import { wait } from "../wire/wait.ts";
import { readCertificate } from "./certificate.ts";
import type { ClientCall } from "./client-flags.ts";
import { commandLine } from "./flags.ts";
import { handOut, readPartner } from "./partner.ts";
import { listenProblem } from "./sandbox.ts";
import { startedText } from "./sandbox-texts.ts";

/**
 * Serves the sandbox until Ctrl-C or until the time is over, and judges what has come in.
 *
 * @throws UsageError when it cannot listen.
 */
export async function watchClient({
  settings,
  world,
  signal,
  log,
  expectations,
}: ClientCall): Promise<EndEvent> {
  const { values, select } = settings;
  const { environment, stderr, stdout } = world;
  const { "public-key": keyFile, port = 0, for: seconds, lenient } = values;
  const partner = await readPartner(values, environment);
  const { clientId, clientSecret, publicKey } = partner;
  const color = useColor(environment, stderr.isTTY === true);
  const evidence = (): Evidence => ({
    scenario: "watch",
    work: null,
    clientId,
    clientSecret,
    publicKey,
    seen: watch.seen,
    effects: watch.effects,
    claims: [],
    end: null,
  });
  const watch = createWatch({
    clientId,
    clientSecret,
    publicKey,
    scenario: "watch",
    weather: calm,
    ids: "x",
    isLenient: lenient,
    onSeen: (seen) => {
      run.exchange(seen);
      if (!values.quiet) live(evidence(), seen);
    },
  });
  const onUnreadable = (problem: string) => void stderr.write(`${problem}\n`);
  const tls = readCertificate(values["tls-cert"], values["tls-key"]);
  const served = await serve(watch.fetch, Math.trunc(port), {
    onUnreadable,
    ...(tls === null ? {} : { tls }),
  }).catch((error: unknown) => {
    throw listenProblem(error, port) ?? error;
  });
  const { baseUrl } = served;
  const again = {
    port: new URL(baseUrl).port,
    "client-id": values["client-id"],
    "public-key": keyFile,
    "tls-cert": values["tls-cert"],
    "tls-key": values["tls-key"],
    for: seconds === undefined ? undefined : String(seconds),
    lenient,
  };
  const rules = clientRules.filter((rule) => select(questionOf(rule)));
  const secrets = [clientSecret];
  const run = beginRun({
    ...log,
    baseUrl,
    questions: rules.map(questionOf),
    secrets,
    // Served as before, so that the client can be used again as it was.
    reproduce: (only) => commandLine("client-conformance", { ...again, only }),
  });
  const live = createLive({ write: (line) => stderr.write(line), color, secrets, redactor: run.redactor });
  const { started, removeKey } = handOut(partner, baseUrl);
  try {
    const out = values.report.some((spec) => spec.endsWith("=-")) ? stderr : stdout;
    const next = "Use your client now: each request is told of here, and the report comes at the end.\n";
    out.write(
      values.json ? `${JSON.stringify(started)}\n` : startedText(started, [], keyFile, seconds) + next,
    );
    await wait(seconds === undefined ? null : 1000 * seconds, signal);
  } finally {
    removeKey();
    await served.close();
  }
  for (const judged of judgeClient(rules, [evidence()], expectations)) {
    run.conclude(questionOf(judged.rule), judged);
  }
  return run.end(whyUnseen(evidence()));
}
