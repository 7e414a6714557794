import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { quoted } from "../../../wire/exchange.ts";
import { exchange } from "../../../wire/testing.ts";
import type { Acceptance } from "./never-accepted.ts";
import { judgeNeverAccepted, mayConcernSignature } from "./never-accepted.ts";

const refused = (status: number, body: unknown = { message: "no" }) =>
  exchange({ operation: "updateCardLimits", status, body });

/** What came of trying to write, as far as it is judged; a bad signature has not been tried. */
function found(operation: Acceptance["operation"], ...statuses: readonly number[]): Acceptance {
  const writes = statuses.map((status) => refused(status));
  return { operation, refused: writes, unsigned: null } as unknown as Acceptance;
}

describe("a refusal that may be about the signature", () => {
  const cases: [description: string, status: number, body: unknown, unsigned: unknown, may: boolean][] = [
    ["401, whatever it says", 401, { message: "daily is wrong" }, { message: "bad signature" }, true],
    ["403, whatever it says", 403, "", { message: "bad signature" }, true],
    [
      "what names the signature",
      400,
      { message: "invalid signature" },
      { message: "invalid signature" },
      true,
    ],
    ["what says nothing", 422, { message: "Unprocessable" }, { message: "Unprocessable" }, true],
    ["nothing at all", 400, "", "", true],
    ["other words than for a bad signature", 400, { message: "no" }, { message: "invalid signature" }, false],
    ["what names a limit", 400, { message: "daily is too low" }, { message: "daily is too low" }, false],
    ["what names the body", 422, { detail: [{ loc: ["body"] }] }, { detail: [{ loc: ["body"] }] }, false],
    ["what names the media type", 400, "bad Content-Type", "bad Content-Type", false],
    [
      "what names only the path and the time, as Spring does",
      400,
      { timestamp: "2026-01-01T00:00:00", error: "Bad Request", path: "/v1/card/CRD1/limits" },
      { timestamp: "2026-01-01T00:00:01", error: "Bad Request", path: "/v1/card/CRD1/limits" },
      true,
    ],
    [
      "the same words with another id",
      400,
      { message: "refused", id: "0b6c3f52-5b7e-4c39-8f51-aaaaaaaaaaaa" },
      { message: "refused", id: "9d1f0a77-6e1c-4f0e-9c0b-bbbbbbbbbbbb" },
      true,
    ],
  ];
  for (const [description, status, body, unsigned, may] of cases) {
    it(`${description}: ${may ? "it may" : "it may not"}`, () => {
      assert.equal(mayConcernSignature(refused(status, body), refused(status, unsigned)), may);
    });
  }
  it("is not told by a single answer", () => {
    assert.equal(mayConcernSignature(refused(400, "invalid signature"), null), false);
  });
});

describe("writes as specified that were never accepted", () => {
  const patch = "updateCardLimits";
  const put = "replaceCardLimits";
  const cases: [description: string, acceptance: Acceptance, isKeyInDoubt: boolean, kind: string][] = [
    ["500 each time", found(patch, 500, 500), false, "violated"],
    ["500 and 404", found(patch, 500, 404), false, "violated"],
    ["500 each time, with the key in doubt", found(patch, 500, 500), true, "violated"],
    ["500 once", found(patch, 500), false, "missing"],
    ["400 each time", found(patch, 400, 400), false, "violated"],
    ["409 each time", found(patch, 409, 409), false, "violated"],
    ["400 each time, with the key in doubt", found(patch, 400, 400), true, "missing"],
    ["400, and 429 in between", found(patch, 400, 429), false, "missing"],
    ["423 each time", found(patch, 423, 423), false, "missing"],
    ["503 each time", found(patch, 503, 503), false, "missing"],
    ["400 for a body that is not specified", found(put, 400, 400), false, "missing"],
    ["415 for a body that is not specified", found(put, 415, 415), false, "missing"],
    ["405 for a body that is not specified", found(put, 405, 405), false, "violated"],
    ["nothing was sent", found(patch), false, "missing"],
  ];
  for (const [description, acceptance, isKeyInDoubt, kind] of cases) {
    it(`${description}: ${kind}`, () => {
      // A bad signature that is answered in the same words puts the key in doubt.
      const unsigned = isKeyInDoubt ? (acceptance.refused[0] ?? null) : null;
      assert.equal(judgeNeverAccepted({ ...acceptance, unsigned }).kind, kind);
    });
  }
});

describe("an answer in a message", () => {
  it("has its status and the message of its body, or the beginning of the body", () => {
    assert.equal(
      quoted(refused(400, { message: "no such field", type: "InvalidRequest" })),
      "400 (“no such field”)",
    );
    assert.equal(quoted(refused(500, "<h1>\n  Oops</h1>")), "500 (“<h1> Oops</h1>”)");
    assert.equal(quoted(refused(405, "")), "405");
    const description = "word ".repeat(100).trim();
    assert.equal(quoted(refused(400, description)), `400 (“${"word ".repeat(40)}…”)`);
    // Half of a word may be half of a secret.
    assert.equal(quoted(refused(400, `not ${"x".repeat(500)}`)), "400 (“not …”)");
  });
});
