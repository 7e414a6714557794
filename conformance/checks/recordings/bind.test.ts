import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import type { HarEntry } from "../../base/har.ts";
import type { WireRequest } from "../../wire/transport.ts";
import { recordings } from "../cards/index.ts";
import {
  bind,
  type Live,
  placeholders,
  recordedBaseUrl,
  recordedRequest,
  unbind,
  unexpectedChanges,
} from "./bind.ts";
import { readRecording } from "./recording.ts";

function liveFor(entry: HarEntry): Live {
  const template = operations[entry._operation as keyof typeof operations].path;
  return {
    url: `https://staging.example.com/partner${template.replace("{id}", "CRD42")}`,
    clientId: "live-client",
    clientSecret: "live-secret&=",
    token: "live-token",
    timestamp: "1800000000",
    signature: "bGl2ZQ==",
    idempotencyKey: "live-key",
    cursor: "live+cursor/=",
    kept:
      entry._operation === "replaceCardLimits"
        ? { monthly: 2, atm: 3, approvalBased: { by: "somebody" } }
        : null,
  };
}
function bound(name: string) {
  const recording = recordings.find((one) => one.name === name);
  assert.ok(recording);
  const entry = readRecording(recording);
  const live = liveFor(entry);
  return { entry, live, sent: bind(entry, live) };
}
const headersOf = (sent: WireRequest) => Object.fromEntries(sent.headers);

for (const { name } of recordings) {
  test(`${name} is bound to live values, and to nothing else`, () => {
    const { entry, live, sent } = bound(name);
    assert.deepEqual(unexpectedChanges(entry, sent, live), []);
    assert.equal(sent.method, entry.request.method);
    assert.ok(sent.url.startsWith(live.url));
    const text = JSON.stringify(sent);
    for (const placeholder of [recordedBaseUrl, ...Object.values(placeholders)])
      assert.ok(!text.includes(placeholder), placeholder);
  });
}

test("what is bound and unbound again is as it was recorded, but for its place", () => {
  const { entry, live, sent } = bound("list-cards.200-next");
  const { url: _, ...recorded } = recordedRequest(entry);
  const { url, ...back } = unbind(sent, live);
  assert.deepEqual(back, recorded);
  assert.equal(new URL(url).search, new URL(entry.request.url).search);
});

test("a token request carries the live credentials, and a wrong secret stays wrong", () => {
  const form = (name: string) => new URLSearchParams(bound(name).sent.body ?? "");
  assert.equal(form("request-token.200").get("client_secret"), "live-secret&=");
  assert.equal(form("request-token.4xx").get("client_id"), "live-client");
  assert.notEqual(form("request-token.4xx").get("client_secret"), "live-secret&=");
});

test("the cursor is the live one, and what is not altered in a refusal is fresh all the same", () => {
  assert.equal(new URL(bound("list-cards.200-next").sent.url).searchParams.get("cursor"), "live+cursor/=");
  const invalid = headersOf(bound("update-card-limits.401").sent);
  assert.equal(invalid.Authorization, "Bearer an-invalid-token");
  assert.equal(invalid["X-Service-Signature"], "bGl2ZQ==");
  const unsigned = headersOf(bound("update-card-limits.4xx").sent);
  assert.equal(unsigned.Authorization, "Bearer live-token");
  assert.equal(unsigned["X-Service-Signature"], undefined);
});

test("a PUT keeps the card's own limits, but for the daily one that was recorded", () => {
  const { entry, sent } = bound("replace-card-limits.2xx");
  const recorded = JSON.parse(entry.request.postData?.text ?? "") as Record<string, unknown>;
  assert.deepEqual(JSON.parse(sent.body ?? ""), {
    daily: recorded.daily,
    monthly: 2,
    atm: 3,
    approvalBased: { by: "somebody" },
  });
});

test("a PATCH sends what was recorded", () => {
  const { entry, sent } = bound("update-card-limits.2xx");
  assert.equal(sent.body, entry.request.postData?.text);
});

type Change = (sent: WireRequest) => WireRequest;
const url =
  (change: (url: URL) => void): Change =>
  (sent) => {
    const changed = new URL(sent.url);
    change(changed);
    return { ...sent, url: changed.href };
  };
const place = (parts: Partial<URL>) => url((one) => Object.assign(one, parts));
const headers =
  (change: (headers: [string, string][]) => [string, string][]): Change =>
  (sent) => ({
    ...sent,
    headers: change(sent.headers.map(([name, value]) => [name, value])),
  });
const body =
  (change: (text: string) => string): Change =>
  (sent) => ({ ...sent, body: change(sent.body ?? "") });
const replaced = (name: string, value: string) =>
  headers((all) => all.map(([key, was]) => [key, key === name ? value : was]));

const changes: readonly [what: string, recording: string, change: Change][] = [
  ["the method", "list-cards.200", (sent) => ({ ...sent, method: "HEAD" })],
  ["the host", "list-cards.200", place({ host: "elsewhere.example.com" })],
  ["the scheme", "list-cards.200", place({ protocol: "http:" })],
  ["the path", "list-cards.200", place({ pathname: "/partner/v9/card" })],
  ["the card", "update-card-limits.2xx", place({ pathname: "/partner/v1/card/CRD43/limits" })],
  [
    "a further segment",
    "update-card-limits.2xx",
    url((one) => Object.assign(one, { pathname: `${one.pathname}/CRD1` })),
  ],
  ["a query value", "list-cards.200", url((one) => one.searchParams.set("limit", "4"))],
  ["a further query parameter", "list-cards.200", url((one) => one.searchParams.append("debug", "1"))],
  ["a query parameter twice", "list-cards.200-next", url((one) => one.searchParams.append("limit", "3"))],
  ["a query parameter less", "list-cards.200", place({ search: "" })],
  ["a header value", "list-cards.200", replaced("Accept", "*/*")],
  [
    "a header name",
    "list-cards.200",
    headers((all) => all.map(([name, value]) => [name === "Accept" ? "X-Accept" : name, value])),
  ],
  ["a header less", "list-cards.200", headers((all) => all.slice(1))],
  ["a header more", "list-cards.200", headers((all) => [...all, ["X-More", "1"]])],
  [
    "a header twice in the place of another",
    "update-card-limits.2xx",
    headers((all) => all.map((one, index) => all[index === 1 ? 0 : index] ?? one)),
  ],
  ["the order of headers", "update-card-limits.2xx", headers((all) => all.reverse())],
  ["the content type", "update-card-limits.2xx", replaced("Content-Type", "application/json")],
  ["the scheme of the token", "list-cards.200", replaced("Authorization", "Basic live-token")],
  ["the token by another than the live one", "list-cards.200", replaced("Authorization", "Bearer other")],
  ["an invalid token by a valid one", "list-cards.401", replaced("Authorization", "Bearer live-token")],
  ["a form field", "request-token.200", body((text) => text.replace("client_credentials", "password"))],
  ["the scope", "request-token.200", body((text) => text.replace(/scope=[^&]*/, "scope=cards%3Aread"))],
  ["a further form field", "request-token.200", body((text) => `${text}&client_assertion=x`)],
  ["the body of a PATCH", "update-card-limits.2xx", body((text) => text.replace(/\d+/, "1"))],
  [
    "a further field of a PATCH",
    "update-card-limits.2xx",
    body((text) => text.replace("{", '{"monthly":1,')),
  ],
  [
    "the daily limit of a PUT",
    "replace-card-limits.2xx",
    body((text) => text.replace(/"daily":\d+/, '"daily":1')),
  ],
  ["a further field of a PUT", "replace-card-limits.2xx", body((text) => text.replace("{", '{"weekly":1,'))],
  ["the body by none", "update-card-limits.2xx", (sent) => ({ ...sent, body: null })],
  ["no body by one", "list-cards.200", (sent) => ({ ...sent, body: "{}" })],
];
for (const [what, name, change] of changes) {
  test(`replay that changes ${what} is found out`, () => {
    const { entry, live, sent } = bound(name);
    assert.notDeepEqual(unexpectedChanges(entry, change(sent), live), []);
  });
}
