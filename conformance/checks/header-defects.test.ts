import assert from "node:assert/strict";
import { createSign } from "node:crypto";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { testKeys } from "../../src/testing/keys.ts";
import { drawOf } from "../plan/budget.ts";
import { runDefaults } from "../run/options.ts";
import type { Alteration } from "../wire/alteration.ts";
import { signWith } from "../wire/sign.ts";
import { sampleParts, signedString } from "../wire/signed-string.ts";
import { signingMistakes } from "../wire/signing-mistakes.ts";
import { headerDefects } from "./header-defects.ts";
import { checks } from "./index.ts";
import { signingDefects } from "./signing-defects.ts";

const { privateKey } = testKeys();
const forms = (id: string): readonly Alteration[] => {
  const row = headerDefects.find((one) => one.id === id);
  assert.ok(row, id);
  return [...row.alterations, ...(row.drawn ?? [])];
};

test("no wrong signature is read as the right one by a decoder that takes what it can", () => {
  const right = createSign(api.signature.hash).update("x").sign(privateKey);
  const text = right.toString(api.signature.encoding);
  for (const { description, signature } of forms("signature.invalid")) {
    const sent = signature?.(text, () => "c2lnbmF0dXJl");
    if (sent === undefined || sent === null) continue;
    assert.ok(!Buffer.from(sent, api.signature.encoding).equals(right), description);
    assert.ok(!Buffer.from(sent.replace(/[^A-Za-z0-9+/]/g, ""), "base64").equals(right), description);
  }
});

test("no mistake in signing gives the right signature to a decoder that takes what it can", async () => {
  const right = await signWith(privateKey, signedString(sampleParts));
  const bytesOf = (text: string) => Buffer.from(text.replaceAll(" ", ""), api.signature.encoding);
  for (const { mistake } of signingDefects) {
    const text = (mistake.signed ?? signedString)(sampleParts);
    const sent = await signWith(privateKey, text, mistake.signing);
    assert.ok(!bytesOf(sent).equals(bytesOf(right)), mistake.id);
  }
});

test("every mistake is a defect of the part that it gets wrong, unless the specification leaves it open", () => {
  const part = (id: string) => signingDefects.find(({ mistake }) => mistake.id === id)?.part;
  for (const [id, expected] of [
    ["method.lower-case", "method"],
    ["path.whole-url", "path"],
    ["timestamp.milliseconds-signed", "timestamp"],
    ["digest.sha384", "algorithm"],
    ["encoding.twice", "algorithm"],
    ["hash.hex", "algorithm"],
    ["separator.dots", "string"],
    ["body.appended", "string"],
    ["idempotency-key.appended", "string"],
  ]) {
    assert.equal(part(String(id)), expected, id);
  }
  const without = signingMistakes.filter(({ id }) => part(id) === undefined);
  assert.deepEqual(
    without.flatMap(({ id, open }) => (open === undefined ? id : [])),
    [
      "encoding.base64url",
      "encoding.unpadded",
      "encoding.lines",
      "timestamp.milliseconds",
      "timestamp.iso-8601",
    ],
  );
  assert.equal(without.length, 10);
});

test("no malformed timestamp is the right time to a lenient parser of numbers", () => {
  const now = 1_767_225_600;
  // What stands after the time is not to be overlooked.
  const longer = /^with a timestamp that (?:has letters|stands there twice)/;
  for (const { description, timestamp } of forms("timestamp.malformed")) {
    const sent = timestamp?.(now, 2) ?? "";
    assert.doesNotMatch(sent, /^\s*[0-9]+\s*$/, description);
    assert.ok(!(Math.abs(Number(sent) - now) < 1000) || sent === "", description);
    if (!longer.test(description)) assert.notEqual(Number.parseInt(sent, 10), now, description);
  }
});

test("a run of the usual size sends every form to one of the operations at least", () => {
  const drawn = new Set(
    checks.flatMap(({ defects = [] }) => defects.filter(({ isDrawn }) => isDrawn === true)),
  );
  const all = headerDefects.flatMap((row) => row.drawn ?? []);
  assert.ok(all.length >= 30 && new Set(all.map(({ description }) => description)).size === all.length);
  assert.equal(drawn.size, 2 * all.length);
  const needed = { defects: 0, forms: drawn.size, histories: null };
  const share = (cases: number) => drawOf({ seed: 1, cases, thorough: false }, needed).share;
  assert.ok(share(runDefaults.cases) >= 0.5, String(share(runDefaults.cases)));
  assert.equal(share(0), 0);
});
