import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeaderList } from "../../base/events.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { secretsDisclosed, tokensDisclosed } from "./disclosed.ts";

const secret = 'a-secret/with+odd "characters"';
const ids = (found: readonly Exchange[]) => found.map(({ id }) => id);
const inBody = (text: string) => exchange({ id: "body", body: `{"note":${JSON.stringify(text)}}` });

test("the secret is found in any usual encoding, in bodies and headers", () => {
  const bytes = Buffer.from(secret);
  for (const text of [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    Buffer.from(`partner:${secret}`).toString("base64"),
  ]) {
    assert.deepEqual(ids(secretsDisclosed([inBody(text)], secret)), ["body"], text);
    const inHeader = exchange({ id: "header", headers: [["x-note", encodeURI(text)]] });
    assert.deepEqual(ids(secretsDisclosed([inHeader], secret)), ["header"], text);
  }
});

test("a part of the secret and a short one are nothing; a refusal that quotes its token request shows it", () => {
  assert.deepEqual(secretsDisclosed([inBody(secret.slice(0, -2))], secret), []);
  assert.deepEqual(secretsDisclosed([exchange({ body: secret.slice(0, 12) })], secret), []);
  assert.deepEqual(secretsDisclosed([inBody("short")], "short"), []);
  const token: Exchange = { ...inBody(secret), operation: "requestToken" };
  const request = wireRequest({ body: `client_secret=${encodeURIComponent(secret)}` });
  const refused = exchange({ operation: "requestToken", status: 400, body: `no ${secret}`, request });
  assert.deepEqual(secretsDisclosed([refused], secret), [refused]);
  assert.deepEqual(ids(secretsDisclosed([token, { ...token, request }], secret)), ["body", "body"]);
});

const issue = (access_token: string) =>
  exchange({ id: access_token, operation: "requestToken", body: { access_token, expires_in: 60 } });
const read = (sent: string | null, body: unknown, headers: HeaderList = []) =>
  exchange({
    id: "read",
    request: wireRequest({ headers: sent === null ? [] : [["Authorization", `Bearer ${sent}`]] }),
    body,
    headers,
  });
const [own, other] = ["token-of-this-request", "token-of-another/one+two=="];

test("a token that the request did not carry is found in bodies and headers, escaped or not", () => {
  for (const response of [
    read(own, { debug: other }),
    read(null, { message: `expected ${other}` }),
    read(own, {}, [["set-cookie", `session=${encodeURIComponent(other)}; Secure`]]),
    read(own, { debug: [own, other] }),
    exchange({ id: "read", operation: null, body: other }),
  ]) {
    assert.deepEqual(ids(tokensDisclosed([issue(own), issue(other), response])), ["read"]);
  }
});

test("a token that the request carried, wherever in it, is given to nobody", () => {
  const inQuery = wireRequest({ url: `http://server.invalid/v1/card?token=${encodeURIComponent(other)}` });
  const log = [
    read(own, { message: `${own} is not valid` }),
    exchange({ request: inQuery, body: { other } }),
  ];
  assert.deepEqual(tokensDisclosed([issue(own), issue(other), ...log]), []);
});

test("what may come up by chance is no token: short ones, numbers, parts of longer words", () => {
  for (const [token, body] of [
    ["abcdefg", { a: "abcdefg" }],
    ["1763840000", { at: 1763840000 }],
    ["[redacted]", { a: "[redacted]" }],
    ["abcdefgh", { a: "abcdefghi" }],
    ["abcdefgh", { a: "0abcdefgh" }],
  ] as const) {
    assert.deepEqual(tokensDisclosed([issue(token), read(own, body)]), [], token);
  }
});

test("the same token in the response to another token request is no disclosure", () => {
  assert.deepEqual(tokensDisclosed([issue(own), issue(own)]), []);
});
