/**
 * The recordings as a service without a network: nock answers each request that looks like a recorded one as
 * it was answered then. The placeholders of the recordings are the credentials of this service. What is
 * written to a card is listed afterwards, as replay looks for it.
 */
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import nock from "nock";
import { api, operations } from "../../../generated/operations.ts";
import { testKeys } from "../../../src/testing/keys.ts";
import type { HarEntry } from "../../base/har.ts";
import { headerOf } from "../../base/headers.ts";
import type { Target } from "../../base/target.ts";
import type { RunResult } from "../../run/options.ts";
import { conformance } from "../../run/run.ts";
import { startSandbox } from "../../sandbox/start.ts";
import { createHttpTransport } from "../../wire/http.ts";
import { recordings } from "../cards/index.ts";
import { placeholders, recordedBaseUrl, recordedRequest } from "./bind.ts";
import { readRecording } from "./recording.ts";

/** Headers by which a request with a defect differs from one without. */
const telling = ["Authorization", ...Object.values(api.headers)];

/** Cards by id, and the limits that have been written to them. */
type Written = Map<string, Record<string, unknown>>;

/**
 * Answers requests to {@link placeholders}.baseUrl from the recordings, and forbids all others, until
 * `nock.cleanAll()` and `nock.enableNetConnect()`.
 */
function mockRecordings(): void {
  nock.disableNetConnect();
  const written: Written = new Map();
  for (const recording of recordings) intercept(readRecording(recording), written);
}

function intercept(entry: HarEntry, written: Written): void {
  const { request, response } = entry;
  const { headers: sent } = recordedRequest(entry);
  const recorded = new URL(request.url);
  const asked = (uri: string) => {
    const { pathname, searchParams } = new URL(uri, recordedBaseUrl);
    return (
      template(pathname) === template(recorded.pathname) &&
      searchParams.get("cursor") === recorded.searchParams.get("cursor")
    );
  };
  const present = telling.flatMap((name) => {
    const value = headerOf(sent, name);
    return value === null ? [] : [[name, name === "Authorization" ? value : /./] as const];
  });
  nock(recordedBaseUrl, {
    reqheaders: Object.fromEntries(present),
    badheaders: telling.filter((name) => headerOf(sent, name) === null),
  })
    .persist()
    .intercept(asked, request.method, (body: unknown) => isRecordedSecret(request, body))
    .reply((uri, body) => {
      if (response.status < 300) remember(written, request.method, uri, body);
      const text = response.content.text ?? "";
      const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name, value]));
      return [response.status, request.method === "GET" ? withWritten(text, written) : text, headers];
    });
}

function template(path: string): string {
  return path.replace(/CRD[0-9]+/, "{id}");
}

/** True for every body but that of a token request with another secret than the recorded one. */
function isRecordedSecret({ postData }: HarEntry["request"], body: unknown): boolean {
  if (postData?.mimeType !== operations.requestToken.mediaType) return true;
  const secret = new URLSearchParams(postData.text).get("client_secret");
  return (body as Record<string, unknown>).client_secret === secret;
}

function remember(written: Written, method: string, uri: string, body: unknown): void {
  const id = /CRD[0-9]+/.exec(uri)?.[0];
  if (id === undefined) return;
  // Which media types nock parses is its own affair.
  const limits = (typeof body === "string" ? JSON.parse(body) : body) as Record<string, unknown>;
  written.set(id, { ...(method === "PATCH" ? written.get(id) : {}), ...limits });
}

function withWritten(text: string, written: Written): string {
  const body = JSON.parse(text) as { cards?: { id: string; limits: object }[] };
  for (const card of body.cards ?? []) Object.assign(card.limits, written.get(card.id));
  return JSON.stringify(body);
}

const mocked: Target = {
  baseUrl: recordedBaseUrl,
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
      cases: 0,
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
