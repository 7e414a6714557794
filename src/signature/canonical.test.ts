import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalForm } from "./canonical.ts";
import { canonicalString } from "./signer.ts";

test("method, path and timestamp are joined with no separator", () => {
  assert.equal(
    canonicalString("PUT", "/v1/card/CRD1001/limits", "1767225600"),
    "PUT/v1/card/CRD1001/limits1767225600",
  );
});

test("nothing is normalised: what is on the wire is what is signed", () => {
  assert.equal(canonicalString("PATCH", "/v1/card/CRD%201/limits", " x"), "PATCH/v1/card/CRD%201/limits x");
});

const values = { method: "PUT", path: "/a/$&/{timestamp}", timestamp: "17" };

for (const [template, filled] of [
  ["{method} {path} {timestamp}", "PUT /a/$&/{timestamp} 17"],
  ["{timestamp}\n{path}", "17\n/a/$&/{timestamp}"],
  ["v0:{timestamp}:{timestamp}$&", "v0:17:17$&"],
  ["constant", "constant"],
] as const) {
  test(`another template: ${JSON.stringify(template)}`, () => {
    assert.equal(canonicalForm(template)(values), filled);
  });
}

test("a template with a placeholder that nothing fills is refused", () => {
  for (const template of ["{method}{body}", "{}", "{toString}"]) {
    assert.throws(() => canonicalForm(template), /cannot be signed; a signed string has \{method\}/);
  }
});
