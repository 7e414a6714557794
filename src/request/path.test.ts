import assert from "node:assert/strict";
import { test } from "node:test";
import { fillPath, pathValue } from "./path.ts";

const template = "/v1/card/{id}/limits";

test("fills the template", () =>
  assert.equal(fillPath(template, { id: "CRD1001" }), "/v1/card/CRD1001/limits"));

test("encodes what a segment cannot hold as it is", () => {
  assert.equal(fillPath(template, { id: "a b?c#d%é" }), "/v1/card/a%20b%3Fc%23d%25%C3%A9/limits");
  assert.equal(fillPath(template, { id: 5 }), "/v1/card/5/limits");
});

const refused = [
  ...[".", "..", "%2e", "%2E%2e", ".%2e", "", "a/b", "../x", "a\\b", "a%2fb", "a%2Fb", "a%5cb"],
  ...["a\nb", "a\u0000b", "\u007f", "\ud800", undefined, null, {}, [], true],
];
for (const id of refused) {
  test(`refuses ${JSON.stringify(id)}`, () => {
    assert.throws(() => fillPath(template, { id }), { code: "invalid-argument", message: /"id"/ });
  });
}

test("dots that are not a whole segment are harmless", () => {
  assert.equal(fillPath(template, { id: "..." }), "/v1/card/.../limits");
  assert.equal(fillPath(template, { id: "a..b" }), "/v1/card/a..b/limits");
});

test("the one parameter of a path is filled by whatever name it has", () => {
  assert.deepEqual(pathValue("/v1/thing/{thingId}/part", "T1"), { thingId: "T1" });
});
