import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "../../src/index.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { makeCertificate, noOpenssl } from "../../src/testing/tls.ts";
import { parseLog } from "../report/log.ts";
import { type Printed, runHere } from "./testing.ts";

const folder = temporaryFolder();
const secret = "a-secret-that-the-watched-client-has";

/** Watches until the work is done, and then presses Ctrl-C. */
async function watched(work: (printed: Printed) => Promise<unknown>, ...flags: readonly string[]) {
  const interrupt = new AbortController();
  const file = join(folder, "watched.ndjson");
  let begun: Promise<unknown> | null = null;
  const ended = await runHere(
    ["client-conformance", "--json", "--report", `ndjson=${file}`, ...flags],
    { PARTNER_CARD_CLIENT_SECRET: secret },
    interrupt.signal,
    (text) => {
      begun ??= work({ ...(JSON.parse(text) as Printed), clientSecret: secret }).finally(() =>
        interrupt.abort(),
      );
    },
  );
  await begun;
  const text = readFileSync(file, "utf8");
  const log = parseLog(text);
  const verdicts = new Map(log.checks.map(({ id, verdict }) => [id, verdict]));
  return { ...ended, text, log, verdicts };
}

function clientOf({ baseUrl, clientId, clientSecret, signingKey }: Printed) {
  return createClient({ baseUrl, clientId, clientSecret, signingKey: readFileSync(signingKey, "utf8") });
}

/** A token of the sandbox, requested as specified but for the scopes that are asked for. */
async function tokenOf({ baseUrl, clientId }: Printed, scope: string): Promise<string> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: secret, scope };
  const body = new URLSearchParams(form);
  const answer = await fetch(`${baseUrl}/v1/oauth/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const everyScope = "cards:read cards:write transfers:read transfers:write";

const asIntended = async (printed: Printed) => {
  const client = clientOf(printed);
  const [first] = await client.cards.list({ limit: 15 }).toArray({ max: 100 });
  await client.cards.updateLimits(first?.id ?? "", { daily: 5000 });
  await client.cards.updateLimits(first?.id ?? "", { daily: 4000 });
};

test("a client as intended conforms, and what it did not do is said with how to do it", async () => {
  const { code, stdout, stderr, verdicts, log, text } = await watched(asIntended);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /The client kept every rule that was exercised/);
  assert.match(stdout, /client\.key\.stable\n +Drive the client: the answer to a write is then lost\./);
  assert.deepEqual(
    [...verdicts].filter(([, verdict]) => verdict === "failed"),
    [],
  );
  for (const id of ["client.list.verbatim", "client.write.signature", "client.key.unique"]) {
    assert.equal(verdicts.get(id), "passed", id);
  }
  assert.equal(log.run.party, "client");
  assert.equal(log.exchanges.length, 6);
  assert.equal(stderr.trimEnd().split("\n").length, 6, "one line for each request");
  assert.ok(![text, stdout, stderr].some((one) => one.includes(secret)));
});

test("a request that breaks rules is told of at once, with the autopsy of its signature", async () => {
  let port = "";
  const { code, stderr, verdicts, log } = await watched(async (printed) => {
    ({ port } = new URL(printed.baseUrl));
    await clientOf(printed).cards.list().toArray({ max: 100 });
    const headers = { "X-Service-Signature": "YWJj", "X-Service-Request-Timestamp": String(Date.now()) };
    await fetch(`${printed.baseUrl}/v1/card/CRD100001/limits`, { method: "PATCH", headers, body: "{}" });
  });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /PATCH \/v1\/card\/CRD100001\/limits +401 .*client\.write\.signature: .*It has 3 bytes/,
  );
  for (const id of ["client.bearer.header", "client.write.headers", "client.write.timestamp"]) {
    assert.equal(verdicts.get(id), "failed", id);
  }
  const failed = log.checks.find(({ id }) => id === "client.write.signature");
  assert.equal(
    failed?.reproduce,
    `npx partner-card client-conformance --port ${port} --only client.write.signature`,
    "what repeats it serves where the client looks for it",
  );
});

test("a lenient run serves what is wrong, so that more is seen at once, and judges it all the same", async () => {
  const statuses: Record<string, number[]> = { strict: [], lenient: [] };
  const work = (name: string) => async (printed: Printed) => {
    const authorization = `Bearer ${await tokenOf(printed, "cards:read cards:write")}`;
    const path = `${printed.baseUrl}/v1/card/CRD100001/limits`;
    const headers = { authorization, "X-Service-Signature": "YWJj", "X-Service-Request-Timestamp": "12:30" };
    for (const request of [
      new Request(path, { method: "PATCH", headers, body: '{"daily":5000}' }),
      new Request(path, { method: "PATCH", headers: { authorization: "Bearer another" } }),
    ]) {
      statuses[name]?.push((await fetch(request)).status);
    }
  };
  const strict = await watched(work("strict"));
  const lenient = await watched(work("lenient"), "--lenient");
  assert.deepEqual(statuses, { strict: [403, 401], lenient: [200, 401] });
  assert.deepEqual([strict.code, lenient.code], [1, 1]);
  for (const id of [
    "token.scopes",
    "write.headers",
    "write.timestamp",
    "write.signature",
    "write.media-type",
  ]) {
    assert.equal(lenient.verdicts.get(`client.${id}`), "failed", id);
  }
});

test("a token that a client sends in a URL is in no report", async () => {
  let sent = "";
  const { code, verdicts, text, stderr } = await watched(async (printed) => {
    sent = await tokenOf(printed, everyScope);
    await fetch(`${printed.baseUrl}/v1/card?token=${sent}&odd=${sent}`);
  });
  assert.equal(code, 1);
  assert.equal(verdicts.get("client.bearer.not-in-url"), "observed");
  assert.ok(sent.length > 20 && !text.includes(sent) && !stderr.includes(sent));
});

test("a run in which nothing has come is incomplete, and says why that may be", async () => {
  const { code, stdout, verdicts } = await watched(async () => {});
  assert.equal(code, 3);
  assert.match(stdout, /no request has come; .*HTTP_PROXY/s);
  assert.deepEqual(new Set(verdicts.values()), new Set(["inconclusive"]));
});

test("a practice that a profile pins fails, and a known failure does not count", async () => {
  const profile = join(folder, "client.yaml");
  const work = async (printed: Printed) => {
    for (let call = 0; call < 3; call += 1) {
      const authorization = `Bearer ${await tokenOf(printed, everyScope)}`;
      await fetch(`${printed.baseUrl}/v1/card?limit=2`, { headers: { authorization } });
    }
  };
  const advised = await watched(work, "--only", "client.token.reuse");
  assert.deepEqual([advised.code, advised.verdicts.get("client.token.reuse")], [0, "observed"]);
  writeFileSync(profile, "answers:\n  client.token.reuse: kept\n");
  const pinned = await watched(work, "--only", "client.token.reuse", "--profile", profile);
  assert.deepEqual([pinned.code, pinned.verdicts.get("client.token.reuse")], [1, "failed"]);
  const known = "knownFailures:\n  - { check: client.token.reuse, reason: a shell, since: 2026-11-01 }\n";
  writeFileSync(profile, `answers:\n  client.token.reuse: kept\n${known}`);
  assert.equal((await watched(work, "--only", "client.token.reuse", "--profile", profile)).code, 0);
});

test("it serves https for a client that takes nothing else, and says so when a handshake fails", {
  skip: noOpenssl,
}, async () => {
  const certificate = makeCertificate();
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(cert, certificate.cert);
  writeFileSync(key, certificate.key);
  const statusOf = (url: string) =>
    new Promise((resolve, reject) => {
      const options = { agent: false, ca: certificate.cert };
      get(url, options, (answer) => resolve(answer.resume().statusCode)).on("error", reject);
    });
  let status: unknown = null;
  const { stderr } = await watched(
    async ({ baseUrl }) => {
      status = await statusOf(`${baseUrl}/v1/card`);
      await assert.rejects(fetch(baseUrl.replace("https", "http")));
    },
    "--tls-cert",
    cert,
    "--tls-key",
    key,
  );
  assert.equal(status, 401);
  assert.match(stderr, /^GET \/v1\/card {2}401/m);
  assert.match(stderr, /^A TLS handshake has failed: .* is its base URL one with https\?$/m);
  for (const [flags, message] of [
    [["--tls-cert", cert], /give both --tls-cert and --tls-key/],
    [["--tls-cert", key, "--tls-key", cert], /are no certificate with its key/],
  ] as const) {
    const wrong = await runHere(["client-conformance", ...flags]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, message);
  }
});
