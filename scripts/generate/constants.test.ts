import assert from "node:assert/strict";
import { test } from "node:test";
import { constantsOf } from "./constants.ts";
import { smallDocument } from "./testing.ts";

test("the words may say how far the clock of the service is off", () => {
  const tolerance = (description: string) => {
    const document = smallDocument();
    document.info.description = description;
    for (const scheme of Object.values(document.components.securitySchemes ?? {}))
      if (scheme["x-window-seconds"] !== undefined) scheme["x-window-seconds"] = 300;
    return constantsOf(document).clockToleranceSeconds;
  };
  for (const [words, seconds] of [
    ["The clock of the store may differ from yours by up to 30 seconds.", 30],
    ["Moments are by our clock, which may differ from yours by up to 30 seconds.", 30],
    ["Clocks that are off by 2 minutes are fine.", 120],
    ["Our clock is that of UTC. A request may take 30 seconds.", 0],
    ["We do not allow for clock drift: a timestamp older than 300 seconds is refused.", 0],
    // That is the window.
    ["Your clock may be off by at most 300 seconds.", 0],
  ] as const)
    assert.equal(tolerance(words), seconds, words);
});

test("each part of a request has the rule that stands where it is described", () => {
  const document = smallDocument();
  const [scheme] = Object.values(document.components.securitySchemes ?? {}).filter(
    (one) => one["x-signature"],
  );
  assert.ok(scheme !== undefined);
  scheme["x-requirement"] = "access.proof";
  const none = { token: null, timestamp: null, idempotencyKey: null };
  assert.deepEqual(constantsOf(document).requirements, { ...none, signature: "access.proof" });
});

test("the address of the token request may be a whole one, or begin with the path of a server", () => {
  const tokenOf = (tokenUrl: string, url: string) => {
    const document = smallDocument();
    const { clientCredentials } = document.components.securitySchemes.login?.flows ?? {};
    assert.ok(clientCredentials !== undefined);
    clientCredentials.tokenUrl = tokenUrl;
    const variables = { base: { default: "https://parcels.example/partner/v2" } };
    return constantsOf({ ...document, servers: [{ url, variables }] }).token;
  };
  const { token } = constantsOf(smallDocument());
  assert.equal(tokenOf("/partner/v2/api/login", "{base}"), token);
  assert.equal(tokenOf("/partner/v2/api/login", "{base}/"), token);
  assert.equal(tokenOf("/api/login", "{base}"), token);
  assert.equal(tokenOf("https://parcels.example/api/login", "https://parcels.example"), token);
  assert.throws(() => tokenOf("/v2/api/login", "{base}"), /no POST of the description is at the tokenUrl/);
  assert.throws(() => tokenOf("https://login.example/api/login", "https://parcels.example"), /no POST/);
});
