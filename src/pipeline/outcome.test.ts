import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, type PartnerCardError, RequestError, ResponseError } from "../core/errors.ts";
import { attemptOutcome, combineOutcomes } from "./key.ts";

const answered = (status: number) => new ResponseError("refused", "x", { status, cause: {} });
const network = (code: string, syscall?: string) =>
  new ConnectionError("network", "x", {
    cause: new TypeError("fetch failed", { cause: Object.assign(new Error(), { code, syscall }) }),
  });

const table: readonly [string, PartnerCardError, boolean, string][] = [
  ["400", answered(400), false, "rejected"],
  ["401", answered(401), false, "rejected"],
  ["404", answered(404), false, "rejected"],
  ["429", answered(429), false, "rejected"],
  ["409 with a fresh key", answered(409), false, "rejected"],
  ["409 with a key used before: perhaps because it was applied then", answered(409), true, "unknown"],
  ["408", answered(408), false, "unknown"],
  ["500", answered(500), false, "unknown"],
  ["503", answered(503), false, "unknown"],
  ["a redirect", answered(303), false, "unknown"],
  ["an HTML 200", answered(200), false, "unknown"],
  ["a reset connection", network("ECONNRESET"), false, "unknown"],
  ["a refused connection", network("ECONNREFUSED", "connect"), false, "not-sent"],
  ["an unreachable host", network("EHOSTUNREACH", "connect"), false, "not-sent"],
  ["a host that is unreachable from now on", network("EHOSTUNREACH", "read"), false, "unknown"],
  ["a TLS record that cannot be read", network("ERR_SSL_WRONG_VERSION_NUMBER"), false, "unknown"],
  ["an unknown host", network("ENOTFOUND", "getaddrinfo"), false, "not-sent"],
  ["a bad certificate", network("CERT_HAS_EXPIRED"), false, "not-sent"],
  ["a timeout", new ConnectionError("attempt-timeout", "x", { cause: {} }), false, "unknown"],
  [
    "a cut answer of a success",
    new ConnectionError("response-cut", "x", { status: 200, cause: {} }),
    false,
    "unknown",
  ],
  ["an abort", new ConnectionError("aborted", "x", { cause: {} }), false, "unknown"],
];
for (const [name, error, reused, outcome] of table) {
  test(`${name}: ${outcome}`, () => assert.equal(attemptOutcome(true, error, reused), outcome));
}

test("before sending: not-sent, whatever the error", () => {
  const error = new RequestError("signer-failed", "x", { cause: {} });
  assert.equal(attemptOutcome(false, error, true), "not-sent");
  assert.equal(attemptOutcome(false, answered(500), false), "not-sent");
});

test("a write that may have been applied is not undone by a later refusal", () => {
  assert.equal(combineOutcomes("unknown", "rejected"), "unknown");
  assert.equal(combineOutcomes("rejected", "unknown"), "unknown");
  assert.equal(combineOutcomes("rejected", "not-sent"), "rejected");
  assert.equal(combineOutcomes("not-sent", "rejected"), "rejected");
  assert.equal(combineOutcomes(undefined, "not-sent"), "not-sent");
});
