import assert from "node:assert/strict";
import { test } from "node:test";
import { toHar } from "./har.ts";
import { exchangeEvent, hostileText, mixedRun, runLog, runOf } from "./testing.ts";

interface Entry {
  readonly [member: string]: unknown;
  readonly request: Record<string, unknown>;
  readonly response: Record<string, unknown>;
}

function entriesOf(har: string): Entry[] {
  return JSON.parse(har).log.entries;
}

/** The members that HAR 1.2 demands. */
const required = {
  entry: ["startedDateTime", "time", "request", "response", "cache", "timings"],
  request: "method url httpVersion cookies headers queryString headersSize bodySize".split(" "),
  response: "status statusText httpVersion cookies headers content redirectURL headersSize bodySize".split(
    " ",
  ),
};

test("has every member that HAR 1.2 demands", () => {
  const failed = exchangeEvent("x3", { response: null, failure: { kind: "timeout", message: "no answer" } });
  const log = runLog([], { exchanges: [...mixedRun().exchanges, failed] });
  const { version, creator, entries } = JSON.parse(toHar(log)).log;
  assert.equal(version, "1.2");
  assert.deepEqual(creator, { name: "partner-card", version: "0.1.0" });
  assert.equal(entries.length, 3);
  for (const entry of entries) {
    for (const name of required.entry) assert.ok(name in entry, name);
    for (const name of required.request) assert.ok(name in entry.request, `request.${name}`);
    for (const name of required.response) assert.ok(name in entry.response, `response.${name}`);
    assert.equal(typeof entry.response.content.mimeType, "string");
  }
});

test("names the check, the operation and what was altered", () => {
  const entry = entriesOf(toHar(mixedRun())).find(({ _id }) => _id === "x2");
  assert.equal(entry?._check, "timestamp.stale");
  assert.equal(entry?._operation, "updateCardLimits");
  assert.equal(entry?._alteration, "X-Service-Request-Timestamp 400 seconds old");
  assert.deepEqual(entry?.request.postData, {
    mimeType: "application/merge-patch+json",
    text: '{"daily":5001}',
  });
});

test("splits the query, and leaves a form as it was sent", () => {
  const form = exchangeEvent("x1", {
    request: {
      method: "POST",
      url: "https://staging.example.com/v1/oauth/token?a=1&b=%20c",
      headers: [["content-type", "application/x-www-form-urlencoded"]],
      body: "grant_type=client_credentials&client_secret=[redacted]",
    },
  });
  const [entry] = entriesOf(toHar(runLog([], { exchanges: [form] })));
  assert.deepEqual(entry?.request.queryString, [
    { name: "a", value: "1" },
    { name: "b", value: " c" },
  ]);
  assert.deepEqual(entry?.request.postData, {
    mimeType: "application/x-www-form-urlencoded",
    text: "grant_type=client_credentials&client_secret=[redacted]",
  });
});

test("a body that is kept whole is whole; of another one no half stands in its place", () => {
  const text = JSON.stringify({ cards: Array.from({ length: 5000 }, (_, index) => ({ id: `CRD${index}` })) });
  const body = { text, bytes: text.length, truncated: false, sha256: "" };
  const withBody = (id: string, change: object) =>
    exchangeEvent(id, { response: { status: 200, headers: [], body: { ...body, ...change } } });
  const exchanges = [withBody("x1", {}), withBody("x2", { text: text.slice(0, 4096), truncated: true })];
  const [whole, cut] = entriesOf(toHar(runLog([], { exchanges }))).map(
    ({ response }) => response.content as Record<string, unknown>,
  );
  assert.equal(whole?.text, text);
  assert.equal(cut?.text, undefined);
  assert.equal(cut?._start, text.slice(0, 4096));
  assert.equal(cut?.size, text.length);
});

test("is in the order of time", () => {
  const later = exchangeEvent("x1", { startedAt: "2026-11-21T12:46:09.000Z" });
  const sooner = exchangeEvent("x2", { startedAt: "2026-11-21T12:46:08.000Z" });
  const ids = entriesOf(toHar(runLog([], { exchanges: [later, sooner] }))).map(({ _id }) => _id);
  assert.deepEqual(ids, ["x2", "x1"]);
});

test("is JSON whatever a server sends", () => {
  assert.equal(entriesOf(toHar(runOf(hostileText))).length, 2);
});
