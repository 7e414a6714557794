import assert from "node:assert/strict";
import { constants, createHash, publicDecrypt, sign, verify } from "node:crypto";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { testKeys } from "../../src/testing/keys.ts";
import type { SignedParts } from "./alteration.ts";
import { type Call, makeRequest, signedPartsOf } from "./request.ts";
import { signWith } from "./sign.ts";
import { isOtherString, possibleMistakes, type SigningMistake, signingMistakes } from "./signing-mistakes.ts";
import { testTarget } from "./testing.ts";

const { privateKey, publicKey } = testKeys();
const target = testTarget({ baseUrl: "http://server.invalid:8443/partner", prefix: "/partner" });
const call: Call = {
  operation: "updateCardLimits",
  path: { id: "CRD7" },
  body: { daily: 5 },
  idempotencyKey: "a-key",
};
const rightSignature = (seconds: number) =>
  sign("sha256", Buffer.from(`PATCH/v1/card/CRD7/limits${seconds}`), privateKey).toString("base64");
// A signature of which both alphabets of Base64 can be told apart, as nearly every one can.
let seconds = Math.floor(Date.UTC(2026, 0, 1) / 1000);
while (!/[+/]/.test(rightSignature(seconds))) seconds++;
const right = rightSignature(seconds);
const builder = { target, sign: signWith, serverNow: () => seconds * 1000 };

async function headersOf(altered: Call): Promise<Map<string, string>> {
  return new Map((await makeRequest(builder, altered, "a-token")).headers);
}

const sent = String(seconds);

/** The string that is signed by each mistake that is one of the string. */
const strings: Readonly<Record<string, string>> = {
  "separator.line-breaks": `PATCH\n/v1/card/CRD7/limits\n${sent}`,
  "separator.spaces": `PATCH /v1/card/CRD7/limits ${sent}`,
  "separator.colons": `PATCH:/v1/card/CRD7/limits:${sent}`,
  "separator.dots": `PATCH./v1/card/CRD7/limits.${sent}`,
  "separator.commas": `PATCH,/v1/card/CRD7/limits,${sent}`,
  "separator.pipes": `PATCH|/v1/card/CRD7/limits|${sent}`,
  "separator.ampersands": `PATCH&/v1/card/CRD7/limits&${sent}`,
  "separator.hyphens": `PATCH-/v1/card/CRD7/limits-${sent}`,
  "end.line-break": `PATCH/v1/card/CRD7/limits${sent}\n`,
  "order.timestamp-method-path": `${sent}PATCH/v1/card/CRD7/limits`,
  "order.timestamp-path-method": `${sent}/v1/card/CRD7/limitsPATCH`,
  "order.method-timestamp-path": `PATCH${sent}/v1/card/CRD7/limits`,
  "order.path-method-timestamp": `/v1/card/CRD7/limitsPATCH${sent}`,
  "order.path-timestamp-method": `/v1/card/CRD7/limits${sent}PATCH`,
  "method.lower-case": `patch/v1/card/CRD7/limits${sent}`,
  "method.other": `PUT/v1/card/CRD7/limits${sent}`,
  "method.left-out": `/v1/card/CRD7/limits${sent}`,
  "path.left-out": `PATCH${sent}`,
  "timestamp.left-out": "PATCH/v1/card/CRD7/limits",
  "lower-case": `patch/v1/card/crd7/limits${sent}`,
  "upper-case": `PATCH/V1/CARD/CRD7/LIMITS${sent}`,
  "path.lower-case": `PATCH/v1/card/crd7/limits${sent}`,
  "path.without-version": `PATCH/card/CRD7/limits${sent}`,
  "path.with-prefix": `PATCH/partner/v1/card/CRD7/limits${sent}`,
  "path.whole-url": `PATCHhttp://server.invalid:8443/partner/v1/card/CRD7/limits${sent}`,
  "path.with-host": `PATCHserver.invalid:8443/partner/v1/card/CRD7/limits${sent}`,
  "path.trailing-slash": `PATCH/v1/card/CRD7/limits/${sent}`,
  "path.without-leading-slash": `PATCH${"/v1/card/CRD7/limits".slice(1)}${sent}`,
  "body.appended": `PATCH/v1/card/CRD7/limits${sent}{"daily":5}`,
  "body.hash-hex": `PATCH/v1/card/CRD7/limits${sent}${createHash("sha256").update('{"daily":5}').digest("hex")}`,
  "body.hash-base64": `PATCH/v1/card/CRD7/limits${sent}${createHash("sha256").update('{"daily":5}').digest("base64")}`,
  "idempotency-key.appended": `PATCH/v1/card/CRD7/limits${sent}a-key`,
  "timestamp.milliseconds-signed": `PATCH/v1/card/CRD7/limits${sent}000`,
  "timestamp.other-signed": `PATCH/v1/card/CRD7/limits${seconds - 1}`,
};

const specified = `PATCH/v1/card/CRD7/limits${seconds}`;
const hash = createHash("sha256").update(specified).digest();
const base64 = (header: string) => Buffer.from(header, "base64");
const signs = (data: string | Buffer, signature: Buffer, digest = "sha256") =>
  verify(digest, Buffer.from(data), publicKey, signature);

/** That a header value is the signature of each mistake that is one of how the string is signed. */
const ways: Readonly<Record<string, (header: string) => boolean>> = {
  "padding.pss": (header) =>
    verify(
      "sha256",
      Buffer.from(specified),
      { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
      base64(header),
    ),
  "digest.sha1": (header) => signs(specified, base64(header), "sha1"),
  "digest.sha384": (header) => signs(specified, base64(header), "sha384"),
  "digest.sha512": (header) => signs(specified, base64(header), "sha512"),
  "encoding.hex": (header) => header === base64(right).toString("hex"),
  "encoding.base64url": (header) => header === base64(right).toString("base64url"),
  "encoding.unpadded": (header) => `${header}==` === right,
  "encoding.lines": (header) => header.split(" ").length === 6 && header.replaceAll(" ", "") === right,
  "encoding.twice": (header) => base64(header).toString() === right,
  "hash.bytes": (header) => signs(hash, base64(header)),
  "hash.hex": (header) => signs(hash.toString("hex"), base64(header)),
  "hash.unnamed": (header) => publicDecrypt(publicKey, base64(header)).equals(hash),
};

for (const mistake of possibleMistakes(signedPartsOf(target, call, String(seconds)))) {
  test(`${mistake.id}: a write ${mistake.description}`, async () => {
    const headers = await headersOf({ ...call, alteration: mistake });
    const header = headers.get("X-Service-Signature") ?? "";
    const timestamp = headers.get("X-Service-Request-Timestamp") ?? "";
    if (mistake.timestamp !== undefined) {
      assert.match(timestamp, /^1767225\d{6}$|^2026-01-01T00:00:\d\d\.000Z$/);
      assert.ok(signs(`PATCH/v1/card/CRD7/limits${timestamp}`, base64(header)));
      return;
    }
    assert.equal(timestamp, String(seconds));
    const string = strings[mistake.id];
    if (string === undefined) return assert.ok(ways[mistake.id]?.(header), header);
    assert.ok(signs(string, base64(header)), string);
  });
}

test("no two mistakes give the same request, and none gives the specified one", async () => {
  const seen = new Map([[`${seconds} ${right}`, "as specified"]]);
  for (const mistake of signingMistakes) {
    // Two are only possible with another target or another request; the test of the prefix and the query has them.
    if (mistake.id === "path.without-prefix" || mistake.id === "path.without-query") continue;
    const search = mistake.id === "path.with-query" ? { search: "?q=1" } : {};
    const headers = await headersOf({ ...call, alteration: { ...search, ...mistake } });
    const key = `${headers.get("X-Service-Request-Timestamp")} ${headers.get("X-Service-Signature")}`;
    assert.equal(seen.get(key), undefined, mistake.id);
    seen.set(key, mistake.id);
  }
  assert.equal(new Set(signingMistakes.map(({ id }) => id)).size, signingMistakes.length);
  assert.equal(new Set(signingMistakes.map(({ description }) => description)).size, signingMistakes.length);
});

const row = (id: string): SigningMistake => {
  const found = signingMistakes.find((mistake) => mistake.id === id);
  assert.ok(found);
  return found;
};
const plain: SignedParts = signedPartsOf(testTarget(), call, "1");
const ids = (parts: SignedParts) => possibleMistakes(parts).map(({ id }) => id);

test("a mistake that cannot be made with a request is not among the possible ones", () => {
  const never = ["path.with-prefix", "path.without-prefix", "path.with-query", "path.without-query"];
  const all = signingMistakes.map(({ id }) => id);
  assert.deepEqual(
    ids(plain),
    all.filter((id) => !never.includes(id)),
  );
  assert.deepEqual(
    ids({ ...plain, body: "" }),
    all.filter((id) => ![...never, "body.appended"].includes(id)),
  );
});

test("the prefix and the query can be forgotten where they have to be signed, and added where not", () => {
  const path = "/v1/card/CRD7/limits";
  const full = signedPartsOf({ ...target, signaturePath: "full" }, call, "1");
  assert.equal(row("path.without-prefix").signed?.(full), `PATCH${path}1`);
  assert.ok(!ids(full).includes("path.with-prefix"));
  const query = { ...plain, query: "?a=b" };
  assert.equal(row("path.with-query").signed?.(query), `PATCH${path}?a=b1`);
  const covered = { ...query, path: `${path}?a=b` };
  assert.equal(row("path.without-query").signed?.(covered), `PATCH${path}1`);
  assert.deepEqual(
    ids(covered).filter((id) => ["path.with-query", "path.with-prefix", "path.without-prefix"].includes(id)),
    [],
  );
});

test("what the request does not show is told by all strings that it can be", () => {
  const milliseconds = [
    ...(row("timestamp.milliseconds-signed").alsoSigned?.({ ...plain, timestamp: "9" }) ?? []),
  ];
  assert.equal(milliseconds.length, 1000);
  assert.ok(milliseconds.includes("PATCH/v1/card/CRD7/limits9407"));
  const others = [...(row("timestamp.other-signed").alsoSigned?.({ ...plain, timestamp: "9999" }) ?? [])];
  const window = api.timestampWindowSeconds;
  assert.equal(others.length, 2 * window);
  const signedAt = (time: number) => others.includes(`PATCH/v1/card/CRD7/limits${time}`);
  assert.ok(signedAt(9999 - window) && signedAt(9999 + window));
  assert.ok(!signedAt(9999));
});

test("a string that an open question allows is none that must be refused, whichever mistake gives it", () => {
  assert.ok(isOtherString(row("path.without-version"), plain));
  assert.ok(isOtherString({}, plain), "what does not change the string");
  assert.ok(!isOtherString({ signed: ({ method, path, timestamp }) => method + path + timestamp }, plain));
  // With a prefix that looks like the version, the path without one is the path without the other.
  const alike = { ...target, prefix: "/v1", signaturePath: "full" } as const;
  assert.ok(!isOtherString(row("path.without-version"), signedPartsOf(alike, call, "1")));
});
