/** Each refusal names the mistake, and what to send instead; its status is the one that is chosen. It changes nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { inWords } from "../base/seconds.ts";
import { cardsOf } from "./cards/state.ts";
import { type Choices, choose } from "./choices.ts";
import { partnerOf, refusal, start, type WriteChange } from "./testing.ts";

const now = start / 1000;
const window = api.timestampWindowSeconds;

const writes: readonly [
  what: string,
  change: WriteChange,
  status: number,
  message: RegExp,
  choices?: Choices,
][] = [
  ["without a token", { authorization: null }, 401, /^An access token is required\.$/],
  ["with HTTP Basic", { authorization: "Basic YTpi" }, 401, /is HTTP Basic.*send Authorization: Bearer/],
  ["with a bare token", { authorization: "abc" }, 401, /not a bearer token; send Authorization: Bearer/],
  ["with a token of another scheme", { authorization: "Token x" }, 401, /is not a bearer token/],
  ["with no token after Bearer", { authorization: "Bearer" }, 401, /no token after Bearer/],
  [
    "with an unknown token",
    { authorization: "Bearer x" },
    401,
    /^The access token is invalid or has expired\.$/,
  ],
  [
    "without an idempotency key",
    { key: null },
    400,
    /^Idempotency-Key is required: a new one for each write/,
  ],
  ["with an empty idempotency key", { key: "" }, 400, /^Idempotency-Key is empty\.$/],
  ["with a blank idempotency key", { key: " " }, 400, /^Idempotency-Key is empty\.$/],
  ["without a timestamp", { timestamp: null }, 400, /-Timestamp is required: Unix time in seconds/],
  [
    "with milliseconds",
    { timestamp: `${start}` },
    400,
    /is in milliseconds, and has to be in seconds; now is 1767225600\./,
  ],
  ["with microseconds", { timestamp: `${start}000` }, 400, /is in microseconds, and has to be in seconds/],
  ["with a fraction of a second", { timestamp: `${now}.5` }, 400, /is not an integer; now is/],
  [
    "with a date",
    { timestamp: "2026-01-01T00:00:00Z" },
    400,
    /is not Unix time, which is a number of seconds/,
  ],
  [
    "with an HTTP date",
    { timestamp: "Thu, 01 Jan 2026 00:00:00 GMT" },
    400,
    /is not Unix time, which is a number/,
  ],
  ["with a word as its timestamp", { timestamp: "-1" }, 400, /is not Unix time in seconds/],
  [
    "that is old",
    { age: window + 30 },
    401,
    new RegExp(
      `is ${window + 30} s old; older than ${window} s \\(${inWords(window)}\\) is refused; now is 1767225600\\.`,
    ),
  ],
  ["from the future", { age: -window - 100 }, 400, new RegExp(`is ${window + 100} s in the future; now is`)],
  ["without a signature", { signature: null }, 400, /^X-Service-Signature is required\.$/],
  ["with an empty signature", { signature: "" }, 401, /does not match the request/],
  [
    "of another type",
    { contentType: "application/json" },
    415,
    /is another one; PATCH takes application\/merge-patch\+json/,
    choose(["gap.patch.content-type", "refused"]),
  ],
  [
    "of a type that is no JSON",
    { contentType: "text/plain" },
    415,
    /PATCH takes application\/merge-patch\+json/,
  ],
  [
    "by PUT of the type of a PATCH",
    { method: "PUT", contentType: "application/merge-patch+json" },
    415,
    /PUT takes application\/json/,
  ],
  ["without a type", { contentType: "" }, 415, /is missing; PATCH takes application\/merge-patch\+json/],
  ["of an unknown card", { id: "CRD9" }, 404, /no card with this id/],
  ["without a body", { body: "" }, 400, /The body is empty; send a JSON object/],
  ["with JSON that ends early", { body: '{"daily":' }, 400, /not JSON: it ends too early/],
  ["with JSON in single quotes", { body: "{'daily':5}" }, 400, /not JSON: character 2 is not expected/],
  ["with a form", { body: "daily=5" }, 400, /not JSON: "d" is not expected/],
  ["with an array", { body: [{ op: "replace" }] }, 400, /is an array; send a JSON object/],
  ["with null", { body: null }, 400, /The body is null; send a JSON object/],
  ["with a misspelt field", { body: { daliy: 5 } }, 400, /no limit "daliy"; did you mean daily\?/],
  ["with a field in another case", { body: { Daily: 5 } }, 400, /no limit "Daily"; did you mean daily\?/],
  ["with a field in snake case", { body: { approval_based: null } }, 400, /did you mean approvalBased\?/],
  ["with an unknown field", { body: { weekend: 5 } }, 400, /known are daily, monthly, atm, approvalBased/],
  ["with a long field", { body: { ["x".repeat(50)]: 5 } }, 400, /no limit of these 50 characters; known are/],
  ["with wrapped limits", { body: { limits: { daily: 5 } } }, 400, /not wrapped here; send \{"daily": …\}/],
  ["with a string", { body: { daily: "5" } }, 400, /daily is a string; send a number, without quotes/],
  ["with another string", { body: { daily: "much" } }, 400, /daily is a string; send a number\.$/],
  ["with one good and one bad limit", { body: { daily: 5, atm: "x" } }, 400, /atm is a string/],
  ["with null in an amount", { body: { atm: null } }, 400, /atm is null; send a number/],
  ["with true", { body: { atm: true } }, 400, /atm is a boolean; send a number/],
  ["with an object", { body: { atm: {} } }, 400, /atm is an object; send a number/],
  ["with a negative amount", { body: { daily: -1 } }, 400, /daily is negative/],
  ["with a huge amount", { body: '{"daily":1e999}' }, 400, /daily is too large a number/],
  ["of nothing", { body: {} }, 400, /names no limit/, choose(["gap.patch.empty", "refused"])],
  [
    "of a limit that is not patched",
    { body: { atm: 1 } },
    400,
    /atm cannot be changed by PATCH here \(gap\.patch\.atm\)/,
    choose(["gap.patch.atm", "refused"]),
  ],
  [
    "by PUT with a further field",
    { method: "PUT", body: { daily: 1, monthly: 2, atm: 3, approvalBased: null, more: 1 } },
    400,
    /no limit "more"/,
  ],
  [
    "by PUT that lacks limits",
    { method: "PUT", body: { daily: 1 } },
    400,
    /PUT replaces every limit; the body lacks monthly, atm, approvalBased/,
  ],
  [
    "by PUT that is not wrapped",
    { method: "PUT", body: { daily: 1 } },
    400,
    /have to be wrapped here/,
    choose(["gap.put.body", "wrapped"]),
  ],
  [
    "by PUT where none is accepted",
    { method: "PUT" },
    400,
    /No body of PUT is accepted here/,
    choose(["gap.put.body", "unknown"]),
  ],
];
for (const [what, change, status, message, choices] of writes) {
  test(`a write ${what} changes nothing`, async () => {
    const { write, token, sandbox } = partnerOf(choices === undefined ? {} : { choices });
    const before = structuredClone(cardsOf(sandbox.state));
    const refused = await refusal(await write(await token(), change));
    assert.match(refused.message, message);
    assert.equal(refused.status, status);
    assert.deepEqual(cardsOf(sandbox.state), before);
    assert.equal(sandbox.state.writes.size, 0);
  });
}

test("a write whose token has expired or lacks a scope, or whose key was used", async () => {
  const { sandbox, token, write } = partnerOf();
  const narrow = await token("cards:read cards:write transfers:read");
  assert.match(
    (await refusal(await write(narrow))).message,
    /lacks the scope transfers:write; request .*all of/,
  );
  const bearer = await token();
  await write(bearer, { key: "k", body: { daily: 1 } });
  const reused = await refusal(await write(bearer, { key: "k", body: { daily: 2 } }));
  assert.match(reused.message, /used for another write \(another method, path or body\)/);
  sandbox.clock.advance(3_612_000);
  assert.match((await refusal(await write(bearer))).message, /expired, 12 s ago; request a new one/);
});

test("a limit or a cursor that is not accepted", async () => {
  const refused = choose(["gap.limit.maximum", "refused"], ["gap.cursor.reuse", "single-use"]);
  const { sandbox, token, list } = partnerOf({ choices: refused });
  const bearer = await token();
  const ask = async (query: Record<string, string>) => (await refusal(await list(query, bearer))).message;
  assert.match(await ask({ limit: "0" }), /not a positive integer/);
  assert.match(await ask({ limit: "21" }), /larger than 20/);
  assert.match(await ask({ cursor: "made-up" }), /none that was given; take nextCursor as it is/);
  const next = async () =>
    ((await (await list({ limit: "2" }, bearer)).json()) as { nextCursor: string }).nextCursor;
  let cursor = await next();
  await list({ cursor }, bearer);
  assert.match(await ask({ cursor }), /has been used, and works once/);
  do cursor = await next();
  while (!cursor.includes("+"));
  assert.match(await ask({ cursor: cursor.replaceAll("+", " ") }), /not percent-encoded/);
  sandbox.clock.advance(600_001);
  assert.match(await ask({ cursor }), /has expired; it lives 10 minutes/);
});

for (const [prefix, method, path, message] of [
  ["", "GET", "/v9/card", /^There is nothing at this path\.$/],
  ["", "GET", "/card", /it lacks \/v1/],
  ["", "GET", "/v1/v1/card", /it has \/v1 twice/],
  ["", "GET", "/v1/card/", /leave out the slash at its end/],
  ["", "GET", "//v1/card", /it has two slashes in a row/],
  ["", "POST", "/v1/card/CRD1/limits", /no POST at this path, but PUT and PATCH/],
  ["/partner", "GET", "/v1/card", /it lacks the prefix of the base URL/],
  ["/partner", "GET", "/partner/card", /it lacks \/v1/],
] as const) {
  test(`${method} ${prefix === "" ? "" : `(prefix ${prefix}) `}${path}`, async () => {
    const { sandbox } = partnerOf({ prefix });
    const refused = await refusal(
      await sandbox.fetch(new Request(`http://sandbox.invalid${path}`, { method })),
    );
    assert.match(refused.message, message);
    assert.equal(refused.status, 404);
  });
}

test("what a message quotes does nothing in HTML", async () => {
  const { token, write } = partnerOf({ choices: choose(["gap.error.other-bodies", "html"]) });
  const text = await (await write(await token(), { body: { "<b>&": 1 } })).text();
  assert.ok(text.includes("&lt;b>&amp;") && !text.includes("<b>"), text);
});
