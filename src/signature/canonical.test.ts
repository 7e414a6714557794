import assert from "node:assert/strict";
import { test } from "node:test";
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
