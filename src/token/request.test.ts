import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { ResponseError } from "../core/errors.ts";
import { parseTokenResponse, tokenForm } from "./request.ts";

const good = {
  access_token: "canary-token",
  token_type: "Bearer",
  expires_in: 3600,
  scope: "cards:read cards:write",
};

test("the form holds grant type, credentials and scopes separated by spaces", () => {
  const form = tokenForm({ clientId: "p 1", clientSecret: "s&=+%", scopes: ["cards:read", "cards:write"] });
  assert.deepEqual(Object.fromEntries(new URLSearchParams(form)), {
    grant_type: "client_credentials",
    client_id: "p 1",
    client_secret: "s&=+%",
    scope: "cards:read cards:write",
  });
});

test("reads a token response", () => {
  assert.deepEqual(parseTokenResponse(200, "application/json; charset=utf-8", JSON.stringify(good)), {
    accessToken: "canary-token",
    expiresIn: 3600,
    scopes: ["cards:read", "cards:write"],
  });
});

test("any 2xx will do, the token type in any case, and a missing scope means those asked for", () => {
  const { scope: _, ...rest } = { ...good, token_type: "bearer" };
  assert.equal(parseTokenResponse(201, "application/json", JSON.stringify(rest)).scopes, undefined);
});

const unusable: readonly [string, Record<string, unknown>][] = [
  ["no access_token", { access_token: undefined }],
  ["an empty access_token", { access_token: "" }],
  ["an access_token with a line break", { access_token: "canary\r\nx-injected: 1" }],
  ["an access_token with a space", { access_token: "canary token" }],
  ["an access_token beyond ASCII", { access_token: "canary-é" }],
  ["an access_token that is no text", { access_token: 5 }],
  ["another token_type", { token_type: "MAC" }],
  ["no token_type", { token_type: undefined }],
  ["no expires_in", { expires_in: undefined }],
  ["expires_in as text", { expires_in: "3600" }],
  ["expires_in of zero", { expires_in: 0 }],
  ["expires_in below zero", { expires_in: -1 }],
  ["expires_in with a fraction", { expires_in: 0.5 }],
  ["a scope that is no text", { scope: ["cards:read"] }],
];
for (const [name, change] of unusable) {
  test(`refuses ${name} without quoting the token`, () => {
    assert.throws(
      () => parseTokenResponse(200, "application/json", JSON.stringify({ ...good, ...change })),
      (error) => {
        assert.ok(error instanceof ResponseError);
        assert.equal(error.code, "token-invalid");
        assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /canary/);
        return true;
      },
    );
  });
}

const notJson: readonly [string, string | null, string][] = [
  ["HTML", "text/html", "<html>"],
  ["no type", null, JSON.stringify(good)],
  ["JSON that is none", "application/json", "{"],
  ["an array", "application/json", "[]"],
  ["null", "application/json", "null"],
  ["nothing", "application/json", ""],
];
for (const [name, type, body] of notJson) {
  test(`refuses ${name}`, () => {
    assert.throws(() => parseTokenResponse(200, type, body), { code: "token-invalid", status: 200 });
  });
}
