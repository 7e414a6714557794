import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import nock from "nock";
import type { Target } from "../../base/target.ts";
import type { RunResult } from "../../run/options.ts";
import { conformance } from "../../run/run.ts";
import { startSandbox } from "../../sandbox/start.ts";
import { createHttpTransport } from "../../wire/http.ts";
import { testKeys } from "../../wire/testing.ts";
import { placeholders } from "./har.ts";
import { mockRecordings } from "./nock.ts";
import { recordings } from "./recordings.ts";

const mocked: Target = {
  baseUrl: placeholders.baseUrl,
  prefix: "",
  clientId: placeholders.clientId,
  clientSecret: placeholders.clientSecret,
  signingKey: testKeys().privateKey,
  signaturePath: "api",
  sandbox: false,
};

beforeEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});
after(() => nock.restore());

/** Replays every recording over the sockets of node:http, real ones or those of nock. */
async function replayed(target: Target): Promise<RunResult> {
  const transport = createHttpTransport();
  try {
    return await conformance({
      target,
      transport: transport.send,
      writes: true,
      select: ({ id }) => id.startsWith("exchange."),
      timeoutMs: 5000,
    });
  } finally {
    transport.close();
  }
}
const verdicts = ({ checks }: RunResult) =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]).sort());

test("the recordings get the same verdicts with no network as from a live sandbox", async () => {
  const sandbox = await startSandbox();
  const live = await replayed(sandbox.target).finally(() => sandbox.close());
  mockRecordings();
  const offline = await replayed(mocked);
  assert.equal(Object.keys(verdicts(live)).length, recordings.length);
  assert.deepEqual(verdicts(offline), verdicts(live));
  for (const { id, verdict, message } of live.checks) assert.equal(verdict, "passed", `${id}: ${message}`);
  assert.equal(offline.end.exitCode, 0);
  assert.equal(offline.end.writes.leftChanged, null);
});

test("nothing but the recordings answers", async () => {
  mockRecordings();
  const sandbox = await startSandbox();
  const result = await replayed(sandbox.target).finally(() => sandbox.close());
  assert.equal(result.end.summary.passed, 0);
  assert.equal(result.end.exitCode, 3);
});

test("other credentials than the recorded ones are refused", async () => {
  mockRecordings();
  const result = await replayed({ ...mocked, clientSecret: "another-secret" });
  assert.equal(result.end.summary.passed, 0);
  assert.equal(result.end.exitCode, 3);
});
