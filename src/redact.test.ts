import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt, scrub } from "./redact.ts";

const secret = 's3cr+t/&"value';

test("a secret is masked in every form in which it may come back", () => {
  const forms = [
    ...[secret, encodeURIComponent(secret), JSON.stringify(secret), Buffer.from(secret).toString("base64")],
    new URLSearchParams({ a: secret }).toString(),
  ];
  for (const form of forms) {
    const text = scrub(`before ${form} after`, [secret]);
    assert.match(text, /^before .*\[redacted\].* after$/);
    assert.ok(!text.includes("s3cr"), text);
  }
});

test("an excerpt is bounded", () => assert.equal(excerpt("x".repeat(600)).length, 501));

test("a secret across the cut is masked, not halved", () => {
  for (let offset = 470; offset <= 505; offset++) {
    const text = excerpt(`${"x".repeat(offset)}canary-secret-value${"y".repeat(600)}`, [
      "canary-secret-value",
    ]);
    assert.ok(!text.includes("can"), `at ${offset}`);
  }
});

test("very short values are left alone: they would match ordinary words", () => {
  assert.equal(scrub("a message", ["a"]), "a message");
});
