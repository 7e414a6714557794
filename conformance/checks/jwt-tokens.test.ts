/** Servers whose tokens are JWTs, and that look at them in part. */
import assert from "node:assert/strict";
import { createHmac, type KeyObject, verify } from "node:crypto";
import { test } from "node:test";
import type { Wrap } from "../selftest/effects.ts";
import { credentials, proofRun, publicKey } from "../selftest/in-memory.ts";
import { idsWith } from "../selftest/verdicts.ts";

const part = (text: string) => Buffer.from(text).toString("base64url");
const read = (text: string) => Buffer.from(text, "base64url").toString();

const hmac = (key: string, signed: string) => createHmac("sha256", key).update(signed).digest("base64url");

/** Puts each token of the sandbox into the claims of a JWT, and takes it out again where the JWT is accepted. */
function withJwts(accepts: (token: string, isRight: boolean) => boolean, key = "a key of this test"): Wrap {
  const sign = (signed: string) => hmac(key, signed);
  return async (request, next) => {
    const headers = new Headers(request.headers);
    const [header = "", claims = "", signature = ""] = (headers.get("authorization") ?? "")
      .replace("Bearer ", "")
      .split(".");
    const isRight = signature === sign(`${header}.${claims}`);
    const isTaken = claims !== "" && accepts(`${header}.${claims}.${signature}`, isRight);
    if (isTaken) headers.set("authorization", `Bearer ${read(claims)}`);
    const response = await next(new Request(request, { headers }));
    if (!request.url.endsWith("/token") || !response.ok) return response;
    const body = (await response.json()) as { access_token: string };
    const signed = `${part('{"alg":"HS256"}')}.${part(body.access_token)}`;
    return Response.json({ ...body, access_token: `${signed}.${sign(signed)}` });
  };
}

const invalid = ["token.invalid.list", "token.invalid.patch", "token.invalid.put"];
const failedOf = async (...server: Parameters<typeof withJwts>) => {
  const select = ({ id }: { id: string }) => id.startsWith("token.invalid");
  return idsWith(await proofRun({ wrap: withJwts(...server), select }), "failed").sort();
};
/** Tells whether a key signs a token in this way. */
const isSignedWith = (key: string | KeyObject) => (token: string) => {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const signed = `${header}.${claims}`;
  if (typeof key === "string") return signature === hmac(key, signed);
  return verify("sha256", Buffer.from(signed), key, Buffer.from(signature, "base64url"));
};
const pem = String(publicKey.export({ type: "spki", format: "pem" }));

test("a server that checks the signature is not accused", async () => {
  assert.deepEqual(await failedOf((_, isRight) => isRight), []);
});

test("one that takes the algorithm from the token is found", async () => {
  const isNone = (token: string) => read(token.split(".")[0] ?? "").includes('"none"');
  assert.deepEqual(await failedOf((token, isRight) => isRight || isNone(token)), invalid);
});

test("one that looks at everything but what is signed is found", async () => {
  assert.deepEqual(await failedOf((token) => token.split(".")[2]?.length === 43), invalid);
});

for (const [name, key] of [
  ["the client_secret", credentials.clientSecret],
  ["the client_id", credentials.clientId],
  ["an empty key", ""],
  ["the partner's public key as a text", pem],
  ["the partner's key", publicKey],
] as const) {
  test(`one that takes a token that is signed with ${name} is found`, async () => {
    const isSigned = isSignedWith(key);
    assert.deepEqual(await failedOf((token, isRight) => isRight || isSigned(token)), invalid);
  });
}

test("one that signs its tokens with the client_secret is not accused of taking them", async () => {
  assert.deepEqual(await failedOf((_, isRight) => isRight, credentials.clientSecret), []);
});
