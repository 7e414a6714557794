import assert from "node:assert/strict";
import { test } from "node:test";
import { tracesOf } from "../../src/testing/encodings.ts";
import { createRequestLog } from "./request-log.ts";
import { credentials, partnerOf } from "./testing.ts";

function logged(color = false) {
  const lines: string[] = [];
  const secrets = [credentials.clientSecret];
  const onResponse = createRequestLog({ write: (line) => lines.push(line), color, secrets });
  return { lines, ...partnerOf({ onResponse, prefix: "/partner" }) };
}

test("each request is one line: method, path and query, status, and what is wrong with it", async () => {
  const { lines, token, list, write, sandbox, at } = logged();
  const bearer = await token();
  await list({ limit: "2" }, bearer);
  await write(bearer, { body: { daliy: 5 } });
  await sandbox.fetch(new Request(at("/v1/cards")));
  assert.deepEqual(lines, [
    "POST /partner/v1/oauth/token  200\n",
    "GET /partner/v1/card?limit=2  200\n",
    'PATCH /partner/v1/card/CRD100001/limits  400  There is no limit "daliy"; did you mean daily?\n',
    "GET /partner/v1/cards  404  There is nothing at this path.\n",
  ]);
});

test("the status has a color where colors are wanted", async () => {
  const { lines, token, list } = logged(true);
  await list({}, await token());
  await list({}, "x");
  assert.ok(lines[1]?.includes("\u001b[32m200\u001b[39m"));
  assert.ok(lines[2]?.includes("\u001b[33m401\u001b[39m"));
});

test("no secret, token or signature is shown, wherever a request holds it", async () => {
  const { lines, token, tokenRequest, list, write, sandbox, at } = logged();
  const bearer = await token();
  const signature = "c2lnbmF0dXJlLW9mLXRoaXMtdGVzdC1vbmx5";
  const wrongSecret = "another-secret-of-this-test";
  await tokenRequest({ scope: credentials.clientSecret });
  await tokenRequest({ client_secret: wrongSecret, scope: wrongSecret });
  await write(bearer, { signature, body: { [signature]: 1 } });
  await list({ access_token: bearer, cursor: bearer }, bearer);
  await list({ signature }, `${bearer}-altered`);
  await write(bearer, { body: { [bearer]: 1 } });
  await sandbox.fetch(new Request(at(`/v1/${bearer}`), { headers: { authorization: `Bearer ${bearer}` } }));
  assert.equal(lines.length, 8);
  const text = lines.join("");
  for (const hidden of [credentials.clientSecret, wrongSecret, bearer, signature]) {
    for (const trace of tracesOf(hidden)) assert.ok(!text.includes(trace), `${trace} in\n${text}`);
  }
});

test("a request cannot write to the terminal", async () => {
  const { lines, token, write, sandbox, at } = logged();
  await write(await token(), { body: { "\u001b[2J\u009b31m\nGET /  200": 1 } });
  await sandbox.fetch(new Request(at(`/v1/card?${"x".repeat(5000)}`)));
  assert.equal(lines.length, 3);
  for (const line of lines) {
    assert.doesNotMatch(line.slice(0, -1), /\p{Cc}/u);
    assert.ok(line.length < 400);
  }
});
