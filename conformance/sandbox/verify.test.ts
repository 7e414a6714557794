import assert from "node:assert/strict";
import { constants, sign } from "node:crypto";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import {
  decodeAnyBase64,
  decodeBase64,
  signatureHolds,
  specifiedSignature,
  timestampProblem,
} from "./verify.ts";

const { privateKey, publicKey } = testKeys();
const parts = { method: "PUT", path: "/v1/card/CRD1/limits", timestamp: "1767225600" };
const data = Buffer.from("PUT/v1/card/CRD1/limits1767225600");
const right = sign("sha256", data, privateKey);
const holds = (header: string, change = {}) => signatureHolds(publicKey, { ...parts, ...change }, header);

test("the signature of method, path and timestamp holds, and of nothing else", () => {
  const header = right.toString("base64");
  assert.ok(holds(header));
  for (const change of [
    { method: "PATCH" },
    { method: "put" },
    { path: "/v1/card/CRD2/limits" },
    { timestamp: "1767225601" },
  ]) {
    assert.ok(!holds(header, change), JSON.stringify(change));
  }
  const other = otherTestKeys().privateKey;
  assert.ok(!holds(sign("sha256", data, other).toString("base64")));
  assert.ok(!holds(sign("sha512", data, privateKey).toString("base64")));
  const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
  assert.ok(!holds(sign("sha256", data, pss).toString("base64")));
  assert.ok(
    signatureHolds(publicKey, parts, sign("sha256", data, pss).toString("base64"), {
      ...specifiedSignature,
      paddings: ["pkcs1", "pss"],
    }),
  );
});

test("only standard Base64 with its padding is decoded", () => {
  assert.deepEqual(decodeBase64("AQI="), Buffer.from([1, 2]));
  for (const wrong of ["", "AQI", "AQI==", "AQ-_", "AQ I=", "AQI=\n", "=AQI", "AQI=AQI=", "A"])
    assert.equal(decodeBase64(wrong), null, wrong);
  assert.deepEqual(decodeAnyBase64("AQI"), Buffer.from([1, 2]));
  assert.deepEqual(decodeAnyBase64("-_-_"), Buffer.from("-_-_", "base64url"));
  assert.equal(decodeAnyBase64("AQ I"), null);
});

test("a signature in another encoding does not hold", () => {
  for (const header of [
    right.toString("hex"),
    right.toString("base64url"),
    `${right.toString("base64")}=`,
    ` ${right.toString("base64")}`,
  ]) {
    assert.ok(!holds(header));
  }
});

const at = 1_767_225_600;
const window = api.timestampWindowSeconds;
for (const [header, milliseconds, problem] of [
  [String(at), 0, null],
  [String(at - window), 0, null],
  [String(at - window), 999, null],
  [String(at - window), 1000, "stale"],
  [String(at - window - 1), 0, "stale"],
  ["0", 0, "stale"],
  [String(at + window), 0, null],
  [String(at + window + 1), 0, "future"],
  [`${at}000`, 0, "future"],
  ["", 0, "malformed"],
  ["1e9", 0, "malformed"],
  ["0x10", 0, "malformed"],
  [`${at}\n`, 0, "malformed"],
  [`${at}abc`, 0, "malformed"],
  [`+${at}`, 0, "malformed"],
  ["9".repeat(16), 0, "malformed"],
] as const) {
  test(`the timestamp ${JSON.stringify(header)} at +${milliseconds} ms is ${problem ?? "in time"}`, () => {
    assert.equal(timestampProblem(header, at * 1000 + milliseconds, false), problem);
  });
}

test("a timestamp in the future is in time where that is allowed", () => {
  assert.equal(timestampProblem(String(at + 999), at * 1000, true), null);
});
