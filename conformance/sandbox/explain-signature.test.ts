import assert from "node:assert/strict";
import { constants, createHmac, sign } from "node:crypto";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import type { Alteration, SignedParts } from "../wire/alteration.ts";
import { type Call, makeRequest, signedPartsOf } from "../wire/request.ts";
import { signWith } from "../wire/sign.ts";
import { possibleMistakes, signingMistakes } from "../wire/signing-mistakes.ts";
import { testTarget } from "../wire/testing.ts";
import type { SandboxOptions } from "./app.ts";
import { choose } from "./choices.ts";
import { faultNamed } from "./faults.ts";
import { partnerOf, start } from "./testing.ts";

const { privateKey } = testKeys();
const foreign = otherTestKeys().privateKey;
const seconds = start / 1000;
const path = "/v1/card/CRD100001/limits";
const specified = `PATCH${path}${seconds}`;
const target = testTarget({ baseUrl: "http://sandbox.invalid/partner", prefix: "/partner" });
const call: Call = {
  operation: "updateCardLimits",
  path: { id: "CRD100001" },
  body: { daily: 5 },
  idempotencyKey: "a-key",
};

/** The message with which a write is refused that is altered in this way. */
async function messageFor(
  alteration: Partial<Alteration>,
  options: Partial<SandboxOptions> = {},
): Promise<string> {
  const { sandbox, token } = partnerOf({ prefix: "/partner", ...options });
  const builder = {
    target,
    sign: signWith,
    foreignKey: async () => foreign,
    serverNow: () => start,
  };
  const altered = { ...call, alteration: { description: "", ...alteration } };
  const { method, url, headers, body } = await makeRequest(builder, altered, await token());
  const response = await sandbox.fetch(
    new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body }),
  );
  assert.equal(response.status, alteration.timestamp === undefined ? 401 : 400);
  const { message, ...rest } = (await response.json()) as { message: string };
  assert.deepEqual(rest, { type: "InvalidRequest" });
  const signature = headers.find(([name]) => name === "X-Service-Signature")?.[1] ?? "";
  assert.ok(!message.includes(signature.slice(0, 20)), message);
  return message;
}

const expected = `Expected: the Base64 of the RSA signature with SHA-256 over ${specified}`;

for (const mistake of possibleMistakes(signedPartsOf(target, call, String(seconds)))) {
  if (mistake.timestamp !== undefined) continue;
  test(`it is told that a write is ${mistake.description}`, async () => {
    const open = mistake.open === undefined ? "" : ` (${mistake.open})`;
    assert.equal(
      await messageFor(mistake),
      `X-Service-Signature does not match the request. It is ${mistake.description}${open}. ${expected}`,
    );
  });
}

test("the mistakes that need another base URL or query are told as well", async () => {
  const without = await messageFor({}, { choices: choose(["gap.signature.prefix", "full"]) });
  assert.match(without, /without the prefix of the base URL \(gap\.signature\.prefix\)/);
  assert.match(without, /over PATCH\/partner\/v1\/card\/CRD100001\/limits1767225600$/);
  const added = await messageFor({ search: "?a=b", signed: (p) => `${p.method}${p.path}?a=b${p.timestamp}` });
  assert.match(added, /over the path with the query/);
  const lacking = await messageFor(
    { search: "?a=b" },
    { choices: choose(["gap.signature.query", "with-query"]) },
  );
  assert.match(lacking, /over the path without the query/);
});

test("milliseconds and seconds that the request does not show are found", async () => {
  const at = (time: number) => ({ signed: () => `PATCH${path}${time}` });
  assert.match(
    await messageFor(at(start + 407)),
    /the timestamp in milliseconds, and sent with it in seconds/,
  );
  assert.match(
    await messageFor(at(seconds - api.timestampWindowSeconds)),
    /with another timestamp than the one in the header/,
  );
  assert.match(await messageFor(at(seconds + 2)), /with another timestamp than the one in the header/);
});

test("mistakes of encoding, hash and string are told together", async () => {
  const message = await messageFor({
    signed: (parts) => parts.method.toLowerCase() + parts.path + parts.timestamp,
    signing: { digest: "sha1", encoding: "hex" },
  });
  assert.match(
    message,
    /It is sent with the signature in hex, and signed over SHA-1, and signed with the method in lower case\. /,
  );
  const padded = await messageFor({ signed: (p) => p.path, signing: { padding: "pss" } });
  assert.match(padded, /No usual mistake explains it/);
  const pss = await messageFor({ signed: (p) => p.method + p.path, signing: { padding: "pss" } });
  assert.match(pss, /PSS padding \(gap\.signature\.padding\), and signed without the timestamp/);
});

test("the right key over a string that no mistake explains is told apart from another key", async () => {
  const other = await messageFor({ signed: () => "something else" });
  assert.match(
    other,
    /made with the registered key, but over another string, which no usual mistake explains/,
  );
  assert.ok(other.endsWith(expected));
  const digest = await messageFor({ signed: () => "something else", signing: { digest: "sha512" } });
  assert.match(digest, /It is signed over SHA-512\./);
  const foreignKey = await messageFor({ foreignKey: true });
  assert.match(
    foreignKey,
    /No usual mistake explains it; it may be made with another key than the registered/,
  );
  assert.ok(foreignKey.endsWith(expected));
});

test("what is no signature at all is told", async () => {
  const hmac = createHmac("sha256", "secret").update(specified).digest("base64");
  const short = await messageFor({ signature: () => hmac });
  assert.match(short, /It has 32 bytes, and a signature by the registered key has 256; .* an HMAC/);
  assert.match(await messageFor({ signature: () => "%%%" }), /It is not Base64\./);
  const tampered = await messageFor({
    signature: (right) => `${right.startsWith("A") ? "B" : "A"}${right.slice(1)}`,
  });
  assert.match(tampered, /No usual mistake explains it/);
});

test("where a choice or a fault wants something else, what is specified is not called a mistake", async () => {
  const pss = await messageFor({}, { choices: choose(["gap.signature.padding", "pss"]) });
  assert.match(pss, /It is signed as specified, but this sandbox was started to want something else/);
  assert.match(pss, /of the RSA-PSS signature/);
  const wanted = await messageFor({}, { faults: [faultNamed("signature.wants-separators").seams] });
  assert.match(wanted, /It is signed as specified/);
  assert.ok(wanted.endsWith(`over PATCH\\n${path}\\n${seconds}`), wanted);
  const lower = { signed: (p: SignedParts) => p.method.toLowerCase() + p.path + p.timestamp };
  const inHex = await messageFor(lower, { faults: [faultNamed("signature.wants-hex").seams] });
  assert.match(inHex, /It is signed with the method in lower case\./);
  const inPss = { signed: () => `PATCH${path}`, signing: { padding: "pss" } } as const;
  const choices = choose(["gap.signature.padding", "pss"]);
  assert.match(await messageFor(inPss, { choices }), /It is signed without the timestamp\./);
});

test("the sandbox does not look for mistakes in a signature that holds", async () => {
  const { token, write } = partnerOf();
  assert.equal((await write(await token())).status, 200);
  const pss = sign("sha256", Buffer.from(specified), {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
  }).toString("base64");
  const both = partnerOf({ choices: choose(["gap.signature.padding", "both"]) });
  assert.equal((await both.write(await both.token(), { signature: pss })).status, 200);
});

test("every mistake of the table is either one of the signature or one of the timestamp header", () => {
  for (const { id, signed, signing, timestamp } of signingMistakes) {
    assert.equal(timestamp === undefined, signed !== undefined || signing !== undefined, id);
  }
});
