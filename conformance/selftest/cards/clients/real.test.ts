/** Real clients over real sockets: none that does as specified may be accused. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createClient, fetchSend, httpSend, type Send } from "../../../../src/index.ts";
import { runHere, temporaryFolder } from "../../../cli/testing.ts";
import { type Client, driveScenario } from "../../../clients/drive.ts";
import { judgeClient } from "../../../clients/judge.ts";
import { programClient } from "../../../clients/program.ts";
import { clientRules } from "../../../clients/rules.ts";
import { serve } from "../../../sandbox/serve.ts";
import { testKeys } from "../../../wire/testing.ts";
import { carryOut, linesOf, type Outcome, type Step, stepsOf } from "./ours.ts";
import { scenarioNamed } from "./prove.ts";

const folder = temporaryFolder();
const real = fileURLToPath(new URL("real/", import.meta.url));
const usual = ["calm-list", "odd-cursors", "write-answer-lost", "write-lost", "page-lost"];

/** The verdicts on a client in these scenarios, by rule. */
async function verdictsOf(client: Client, names: readonly string[] = usual) {
  const keys = async () => testKeys();
  const evidence = [];
  for (const name of names) evidence.push(await driveScenario(scenarioNamed(name), client, { keys }));
  const judged = judgeClient(clientRules, evidence);
  const those = (verdict: string) =>
    judged
      .filter(({ judgement }) => judgement.verdict === verdict)
      .map(({ rule, judgement }) => `${rule.id}: ${judgement.message}`);
  return { evidence, failed: those("failed"), passed: those("passed").length };
}

/** Our client on a socket. */
function onSocket(send: () => Send): Client {
  return async (place) => {
    const { baseUrl, close } = await serve(place.fetch);
    const { clientId, clientSecret, signingKey, task } = place;
    const client = createClient({
      baseUrl,
      clientId,
      clientSecret,
      signingKey,
      send: send(),
      retries: { baseMs: 5 },
    });
    const outcomes: (readonly [Step, Outcome])[] = [];
    for (const step of stepsOf(task).steps) outcomes.push([step, await carryOut(client, step)]);
    await close();
    return { output: linesOf(outcomes), end: null };
  };
}

const program = (...command: readonly [string, ...string[]]): Client =>
  programClient({
    command,
    environment: process.env,
    variables: {
      baseUrl: "PARTNER_CARD_BASE_URL",
      clientId: "PARTNER_CARD_CLIENT_ID",
      clientSecret: "PARTNER_CARD_CLIENT_SECRET",
      signingKey: "PARTNER_CARD_SIGNING_KEY",
      scenario: "PARTNER_CARD_SCENARIO",
      task: "PARTNER_CARD_TASK",
    },
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  });

/** Why a runtime is not here, or false where it is. */
function unlessRuns(command: string, ...args: readonly string[]): string | false {
  return spawnSync(command, args).status === 0 ? false : `${command} ${args.join(" ")} does not work here`;
}

describe("our client on each transport", () => {
  for (const [name, send] of [
    ["fetch", fetchSend],
    ["node:http", httpSend],
  ] as const) {
    test(name, async () => {
      const { failed, passed } = await verdictsOf(onSocket(() => send()));
      assert.deepEqual(failed, []);
      assert.ok(passed >= 30, `${passed}`);
    });
  }
});

test("requests with connections that send again: the copies are told apart from attempts", {
  skip: process.env.REQUIRE_ALL !== "1" && unlessRuns("python3", "-c", "import requests"),
}, async () => {
  const { failed, passed, evidence } = await verdictsOf(program("python3", join(real, "client.py")));
  assert.deepEqual(failed, []);
  assert.ok(passed >= 30, `${passed}`);
  const lost = evidence.find(({ scenario }) => scenario === "write-answer-lost");
  const [first, second] =
    lost?.seen.filter(({ withheld, weather }) => withheld !== null || weather.length === 0).slice(1) ?? [];
  assert.equal(first?.response, null);
  assert.deepEqual(second?.request, first?.request, "it was sent again byte for byte");
});

/** A language of other people's clients alone, so it is run where it is found, under REQUIRE_ALL=1 too. */
const java = unlessRuns("javac", "-version");

describe("Java", { skip: java }, () => {
  before(() => {
    const { status, stderr } = spawnSync("javac", ["-d", folder, join(real, "Client.java")], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
  });
  for (const { kind, names, least } of [
    { kind: "modern", names: ["calm-list", "write-answer-lost"], least: 25 },
    { kind: "older", names: ["page-lost"], least: 12 },
  ]) {
    test(`its ${kind} client`, async () => {
      const { failed, passed } = await verdictsOf(program("java", "-cp", folder, "Client", kind), names);
      assert.deepEqual(failed, []);
      assert.ok(passed >= least, `${passed}`);
    });
  }
});

const lacking =
  process.env.REQUIRE_ALL !== "1" && unlessRuns("sh", "-c", "command -v curl && command -v openssl");

test("the lines of README for curl and openssl conform", {
  skip: lacking,
}, async () => {
  const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
  const lines = /^```sh\n(token=[\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";
  assert.match(lines, /openssl dgst/);
  const interrupt = new AbortController();
  let run: Promise<number | null> | null = null;
  const ended = await runHere(["client-conformance", "--json"], {}, interrupt.signal, (text) => {
    run ??= new Promise<number | null>((resolve) => {
      const { baseUrl, clientId, clientSecret, signingKey } = JSON.parse(text) as Record<string, string>;
      const env = {
        ...process.env,
        PARTNER_CARD_BASE_URL: baseUrl,
        PARTNER_CARD_CLIENT_ID: clientId,
        PARTNER_CARD_CLIENT_SECRET: clientSecret,
        PARTNER_CARD_SIGNING_KEY: signingKey,
      };
      spawn("bash", ["-euo", "pipefail", "-c", lines], { env, stdio: "ignore" }).once("close", resolve);
    }).finally(() => interrupt.abort());
  });
  assert.equal(await run, 0);
  assert.equal(ended.code, 0, ended.stdout);
  assert.match(ended.stdout, /The client kept every rule that was exercised/);
});
