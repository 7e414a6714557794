/** Real clients over real sockets: none that does as specified may be accused. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { createClient, fetchSend, httpSend, type Send } from "../../../../src/index.ts";
import { testKeys } from "../../../../src/testing/keys.ts";
import { temporaryFolder } from "../../../../src/testing/temporary-folder.ts";
import { undiciSend } from "../../../../src/undici.ts";
import { placeVariables } from "../../../cli/client-drive.ts";
import { runHere } from "../../../cli/testing.ts";
import { type Client, driveScenario } from "../../../clients/drive.ts";
import type { Evidence } from "../../../clients/evidence.ts";
import { judgeClient } from "../../../clients/judge.ts";
import { programClient } from "../../../clients/program.ts";
import { clientRules } from "../../../clients/rules.ts";
import { serve } from "../../../sandbox/serve.ts";
import { carryOut, linesOf, type Outcome, type Step, stepsOf } from "./ours.ts";
import { scenarioNamed } from "./prove.ts";

const folder = temporaryFolder();
const real = fileURLToPath(new URL("real/", import.meta.url));
const usual = ["calm-list", "odd-cursors", "write-answer-lost", "write-lost", "page-lost", "page-redirected"];

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

/** True where a request whose answer was lost in a scenario came again, byte for byte. */
function isResent(evidence: readonly Evidence[], scenario: string): boolean {
  const seen = evidence.find((one) => one.scenario === scenario)?.seen ?? [];
  return seen.some(
    (one, index) => one.response === null && isDeepStrictEqual(seen[index + 1]?.request, one.request),
  );
}

/** Our client on a socket. */
function onSocket(send: () => Send): Client {
  return async (place) => {
    const { baseUrl, close } = await serve(place.fetch);
    const { clientId, clientSecret, signingKey, task } = place;
    const client = createClient({
      baseUrl: baseUrl + (place.weather.prefix ?? ""),
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
    variables: placeVariables,
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
    ["undici", undiciSend],
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
  assert.ok(isResent(evidence, "write-answer-lost"), "it was sent again byte for byte");
});

/**
 * Languages that only clients of other people are written in. Nothing else here needs them, so nobody has to install
 * them: their clients are judged wherever they are found, and it is said where one is not.
 */
const others: readonly Other[] = [
  {
    name: "Go",
    file: "client.go",
    version: ["go", "version"],
    build: ["go", "build", "-o", join(folder, "client"), join(real, "client.go")],
    clients: {
      "net/http": {
        command: [join(folder, "client")],
        scenarios: ["calm-list", "write-answer-lost"],
        least: 25,
        resent: "write-answer-lost",
      },
    },
  },
  {
    name: "Java",
    file: "Client.java",
    version: ["javac", "-version"],
    build: ["javac", "-d", folder, join(real, "Client.java")],
    clients: {
      HttpClient: {
        command: ["java", "-cp", folder, "Client", "modern"],
        scenarios: ["calm-list", "write-answer-lost"],
        least: 25,
      },
      HttpURLConnection: {
        command: ["java", "-cp", folder, "Client", "older"],
        scenarios: ["page-lost"],
        least: 12,
        resent: "page-lost",
      },
    },
  },
];

interface Other {
  readonly name: string;
  /** Its source, in real/. */
  readonly file: string;
  readonly version: readonly [string, ...string[]];
  readonly build: readonly [string, ...string[]];
  readonly clients: Readonly<
    Record<
      string,
      {
        readonly command: readonly [string, ...string[]];
        readonly scenarios: readonly string[];
        /** How many rules it is seen to keep, at least. */
        readonly least: number;
        /** The scenario in which its library sends a request again by itself. */
        readonly resent?: string;
      }
    >
  >;
}

const isHere = ({ version }: Other) => unlessRuns(...version) === false;

test("each real client belongs to a language, and it is said which of the languages are not here", (t) => {
  const files = ["client.py", ...others.map(({ file }) => file)];
  assert.deepEqual(readdirSync(real).sort(), files.sort());
  for (const other of others.filter((one) => !isHere(one))) {
    t.diagnostic(`${other.name} is not here: ${other.file} was not judged`);
  }
});

for (const { name, build, clients } of others.filter(isHere)) {
  describe(name, () => {
    before(() => {
      const [command, ...args] = build;
      const env = { ...process.env, GOCACHE: folder, GO111MODULE: "off" };
      const { status, stderr } = spawnSync(command, args, { encoding: "utf8", env });
      assert.equal(status, 0, stderr);
    });
    for (const [library, { command, scenarios, least, resent }] of Object.entries(clients)) {
      test(library, async () => {
        const { failed, passed, evidence } = await verdictsOf(program(...command), scenarios);
        assert.deepEqual(failed, []);
        assert.ok(passed >= least, `${passed}`);
        if (resent !== undefined) assert.ok(isResent(evidence, resent), "it was sent again byte for byte");
      });
    }
  });
}

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
