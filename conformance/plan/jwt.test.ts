import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { forgeries, otherSignature, unsignedJwt } from "./jwt.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signed = `${part({ alg: "HS256" })}.${part({ sub: "acme" })}`;
const token = `${signed}.${createHmac("sha256", "key").update(signed).digest("base64url")}`;

test("an unsigned token has the claims of the right one, and nothing for a signature", () => {
  const [header = "", claims, signature, ...more] = unsignedJwt.change(token)?.split(".") ?? [];
  assert.deepEqual(JSON.parse(Buffer.from(header, "base64url").toString()), { alg: "none", typ: "JWT" });
  assert.deepEqual([claims, signature, more], [part({ sub: "acme" }), "", []]);
});

test("a token with another signature says what the right one says", () => {
  const other = otherSignature.change(token) ?? "";
  assert.equal(other.slice(0, signed.length + 1), `${signed}.`);
  const [mine, right] = [other, token].map((one) => Buffer.from(one.split(".")[2] ?? "", "base64url"));
  assert.equal(mine?.length, right?.length);
  assert.notDeepEqual(mine, right);
});

test("of a token of another form, neither is made", () => {
  const others = [
    "abc",
    "a.b.c",
    `${part([1])}.x.y`,
    `${part({ typ: "JWT" })}.x.y`,
    `${signed}.`,
    `${token}.x`,
  ];
  for (const one of others)
    assert.deepEqual([unsignedJwt.change(one), otherSignature.change(one)], [null, null], one);
});

test("without a signing key, the partner signs with its id, its secret and nothing", () => {
  const keys = { clientId: "id", clientSecret: "secret", signingKey: null };
  const made = forgeries.map(({ change }) => change(token, keys));
  assert.equal(made.filter((one) => one !== null).length, 3);
  assert.equal(new Set(made).size, 4);
});
