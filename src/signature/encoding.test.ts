import assert from "node:assert/strict";
import { test } from "node:test";
import { encodingName, type SignatureEncoding, signatureText } from "./encoding.ts";

const bytes = new Uint8Array([251, 255, 190, 0]);

test("a signature is bytes or standard Base64, as the description says, and nothing else", () => {
  assert.equal(signatureText(bytes), "+/++AA==");
  // A view of a part of a larger buffer, as pools of buffers hand them out.
  assert.equal(signatureText(new Uint8Array([9, ...bytes, 9]).subarray(1, 5)), "+/++AA==");
  assert.equal(signatureText("+/++AA=="), "+/++AA==");
  const none = [
    "",
    "-_--AA==",
    "+/++AA",
    "+/++AA=",
    "+/+\n",
    "====",
    new Uint8Array(0),
    undefined,
    null,
    5,
    {},
    [251],
  ];
  for (const value of none) assert.equal(signatureText(value), undefined);
});

for (const [encoding, text, others] of [
  ["base64", "+/++AA==", ["-_--AA==", "-_--AA", "+/++AA", "fbffbe00?"]],
  ["base64url", "-_--AA", ["+/++AA==", "-_--AA==", "-_--A", "a"]],
  ["hex", "fbffbe00", ["fbffbe0", "-_--AA", "fbffbe00=", "0xfb"]],
] as const satisfies [SignatureEncoding, string, string[]][]) {
  test(`bytes and texts as ${encodingName(encoding)}`, () => {
    assert.equal(signatureText(bytes, encoding), text);
    assert.equal(signatureText(text, encoding), text);
    for (const other of [...others, ""]) assert.equal(signatureText(other, encoding), undefined, other);
    assert.equal(signatureText(new Uint8Array(0), encoding), undefined);
  });
}
