/** Servers whose tokens are JWTs, and that look at them in part. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { Wrap } from "../selftest/effects.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith } from "../selftest/verdicts.ts";

const part = (text: string) => Buffer.from(text).toString("base64url");
const read = (text: string) => Buffer.from(text, "base64url").toString();

/** Puts each token of the sandbox into the claims of a JWT, and takes it out again where the JWT is accepted. */
function withJwts(accepts: (token: string, isRight: boolean) => boolean): Wrap {
  const sign = (signed: string) =>
    createHmac("sha256", "a key of this test").update(signed).digest("base64url");
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
const failedOf = async (accepts: Parameters<typeof withJwts>[0]) => {
  const select = ({ id }: { id: string }) => id.startsWith("token.invalid");
  return idsWith(await proofRun({ wrap: withJwts(accepts), select }), "failed").sort();
};

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
