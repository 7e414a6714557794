import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "./choices.ts";
import { credentials, partnerOf } from "./testing.ts";

test("the client credentials give a token with the documented fields, and nothing else", async () => {
  const { tokenRequest } = partnerOf();
  const response = await tokenRequest();
  assert.equal(response.status, 200);
  const { access_token: token, ...rest } = (await response.json()) as Record<string, unknown>;
  assert.match(String(token), /^[\w-]{43}$/);
  assert.deepEqual(rest, {
    token_type: "Bearer",
    expires_in: 3600,
    scope: "cards:read cards:write transfers:read transfers:write",
  });
});

test("a token opens the list until expires_in seconds have passed, and then gets the documented 401", async () => {
  const { sandbox, token, list } = partnerOf();
  const bearer = await token();
  sandbox.clock.advance(3_599_999);
  assert.equal((await list({}, bearer)).status, 200);
  sandbox.clock.advance(1);
  const refused = await list({}, bearer);
  assert.equal(refused.status, 401);
  const body = (await refused.json()) as Record<string, unknown>;
  assert.equal(body.type, "InvalidRequest");
  assert.equal(typeof body.message, "string");
});

test("each token is another one, and an older one lives on", async () => {
  const { token, list } = partnerOf();
  const [older, newer] = [await token(), await token()];
  assert.notEqual(older, newer);
  assert.equal((await list({}, older)).status, 200);
});

for (const scope of ["cards:read", "cards:write", "transfers:read", "transfers:write"]) {
  test(`a token without ${scope} opens nothing`, async () => {
    const { token, list, write, limits } = partnerOf();
    const others = ["cards:read", "cards:write", "transfers:read", "transfers:write"].filter(
      (one) => one !== scope,
    );
    const bearer = await token(others.join(" "));
    const before = limits()?.daily;
    assert.equal((await list({}, bearer)).status, 403);
    assert.equal((await write(bearer)).status, 403);
    assert.equal((await write(bearer, { method: "PUT" })).status, 403);
    assert.equal(limits()?.daily, before);
  });
}

test("a token request in JSON that holds something else than strings is refused, not a crash", async () => {
  const { sandbox, at } = partnerOf({ choices: choose(["gap.token.json", "accepted"]) });
  const right = {
    grant_type: "client_credentials",
    client_id: "partner-1",
    client_secret: credentials.clientSecret,
    scope: "cards:read",
  };
  const send = async (body: unknown) => {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    return (await sandbox.fetch(new Request(at("/v1/oauth/token"), init))).status;
  };
  assert.equal(await send(right), 200);
  for (const body of [
    null,
    5,
    [],
    [1],
    { ...right, client_secret: 5 },
    { ...right, client_secret: null },
    { ...right, client_secret: {} },
  ]) {
    const status = await send(body);
    assert.ok(status >= 400 && status < 500, JSON.stringify(body));
  }
  assert.ok((await send({ ...right, scope: 5 })) < 500);
});
