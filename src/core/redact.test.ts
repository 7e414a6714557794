import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { base64Encodings, encodings, tracesOf } from "../testing/encodings.ts";
import { excerpt, scrub } from "./redact.ts";

const secret = 's3cr+t/&"välue-5d41402abc';
const signature = randomBytes(256).toString("base64");

for (const [name, value] of Object.entries({ secret, signature })) {
  const traces = tracesOf(value);
  const assertGone = (text: string, how: string) => {
    for (const trace of traces) assert.ok(!text.includes(trace), `${how}: ${trace} is left`);
  };
  for (const [how, encoded] of Object.entries(encodings(value))) {
    test(`a ${name} is masked when it comes back as ${how}`, () => {
      const text = scrub(`before ${encoded} after`, [value]);
      assert.match(text, /^before \[redacted\].* after$/s);
      assertGone(text, how);
    });
    test(`a ${name} written as ${how} is masked across the cut of an excerpt, not halved`, () => {
      for (let offset = 440; offset <= 505; offset++) {
        const text = `${"x".repeat(offset)}${encoded}${"y".repeat(600)}`;
        assertGone(excerpt(text, [value]), `${how} at ${offset}`);
        assertGone(
          excerpt(text.slice(0, offset + 90), [value]),
          `${how} at ${offset}, cut off by the server`,
        );
      }
    });
  }
  test(`a ${name} is masked within a text that is encoded as a whole, in lines or not`, () => {
    for (const encoded of base64Encodings(value)) {
      assertGone(scrub(encoded, [value]), "base64");
      const lines = encoded.replace(/.{64}/g, "$&\r\n");
      assertGone(scrub(lines, [value]).replace(/\s/g, ""), "base64 in lines");
      assertGone(scrub(JSON.stringify(lines), [value]).replace(/\\r\\n/g, ""), "base64 in lines, in JSON");
    }
  });
}

test("a list of secrets may grow between two errors", () => {
  const secrets = ["first-secret"];
  assert.equal(scrub("first-secret second-secret", secrets), "[redacted] second-secret");
  secrets.push("second-secret");
  assert.equal(scrub("first-secret second-secret", secrets), "[redacted] [redacted]");
});

test("an excerpt is bounded", () => assert.equal(excerpt("x".repeat(600)).length, 501));

test("very short values are left alone: they would match ordinary words", () => {
  assert.equal(scrub("a message", ["a"]), "a message");
});

test("a signature in hex is masked in capitals and in Base64, too", () => {
  const bytes = Buffer.from("the bytes of a signature, long enough", "latin1");
  const signature = bytes.toString("hex");
  for (const text of [
    signature,
    signature.toUpperCase(),
    bytes.toString("base64"),
    bytes.toString("base64url"),
  ]) {
    assert.match(scrub(`<${text}>`, [signature]), /^<\[redacted\].{0,3}>$/, text);
  }
});
