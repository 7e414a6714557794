import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { encodings } from "../../src/testing/encodings.ts";
import { createRedactor, mark } from "./redact.ts";

const secret = 'cs_7f3Kq/9+x"Zé tail=';
const signature = randomBytes(256).toString("base64");
const pem = `-----BEGIN PRIVATE KEY-----\n${(
  randomBytes(300)
    .toString("base64")
    .match(/.{1,64}/g) ?? []
).join("\n")}\n-----END PRIVATE KEY-----\n`;

/** What of a secret must not be left over: any eight characters in a row of any encoding of it. */
function assertGone(output: string, value: string, how: string): void {
  for (const form of Object.values(encodings(value))) {
    for (let at = 0; at + 16 <= form.length; at++) {
      assert.ok(!output.includes(form.slice(at, at + 16)), `${how}: ${form.slice(at, at + 16)} is left`);
    }
  }
}

for (const [name, value] of Object.entries({ secret, signature, pem })) {
  for (const [how, encoded] of Object.entries(encodings(value))) {
    test(`finds the ${name} written as ${how}`, () => {
      const redactor = createRedactor([value]);
      const output = redactor.text(`before ${encoded} after`);
      assertGone(output, value, how);
      assert.match(output, /^before \[redacted\]/);
      assert.match(output, /after$/);
    });
  }

  for (const alphabet of ["base64", "base64url"] as const) {
    for (const before of ["", "a", "ab", "abc", "client:"]) {
      test(`finds the ${name} in ${alphabet} after ${before.length} bytes`, () => {
        const encoded = Buffer.from(`${before}${value}, and more`).toString(alphabet);
        const output = createRedactor([value]).text(`x ${encoded} y`);
        assert.ok(output.includes(mark));
        // At most the characters that share bits with a neighbour are left of what was encoded.
        const left = output.replace(mark, "");
        assert.ok(left.length <= "x  y".length + Math.ceil(((before.length + 12) * 4) / 3) + 6, output);
      });
    }
  }
}

test("knows a signature by its bytes and without its padding", () => {
  const redactor = createRedactor([signature]);
  const bytes = Buffer.from(signature, "base64");
  for (const form of [bytes.toString("hex"), bytes.toString("base64url"), signature.replace(/=+$/, "")]) {
    assert.equal(redactor.text(`<${form}>`), `<${mark}>`);
  }
});

test("hides a wrong secret in a form whose names have encoded letters, wherever it comes up again", () => {
  const redactor = createRedactor(["0123456789abcdefgh"]);
  const wrong = "0123456789abcdefgX";
  assert.equal(
    redactor.body(`%67rant_type=g&%63lient_%73ecret=${wrong}&%73cope=a`),
    `%67rant_type=g&%63lient_%73ecret=${mark}&%73cope=a`,
  );
  assert.equal(redactor.text(`sent ${wrong}`), `sent ${mark}`);
});

test("knows a key by any of its lines", () => {
  const line = pem.split("\n")[2] ?? "";
  assert.equal(createRedactor([pem]).text(`at ${line}.`), `at ${mark}.`);
});

test("hides the start of a secret that the end of the text cuts off", () => {
  const redactor = createRedactor(["0123456789abcdef"]);
  assert.equal(redactor.text("cut at 0123456789"), `cut at ${mark}`);
  assert.equal(redactor.text("cut at 01234567"), `cut at ${mark}`);
  assert.equal(redactor.text("cut at 0123456"), "cut at 0123456");
  assert.equal(redactor.text("0123456789 goes on"), "0123456789 goes on");
});

test("hides the start of an encoded secret, wherever the end of the text cuts it off, also inside an escape", () => {
  const secret = 'canary"k7j2&r8/x%ä+9';
  const redactor = createRedactor([secret]);
  const start = encodings(secret.slice(0, 9));
  for (const [name, encoded] of Object.entries(encodings(secret))) {
    for (let cut = 1; cut <= encoded.length; cut += 1) {
      const text = redactor.text(`cut at ${encoded.slice(0, cut)}`);
      assert.ok(!text.includes(start[name] ?? ""), `${name}: ${text}`);
    }
  }
});

test("hides secrets that overlap or touch, completely", () => {
  const redactor = createRedactor(["abcdefghijkl", "ijklmnopqrst"]);
  assert.equal(redactor.text("[abcdefghijklmnopqrst]"), `[${mark}]`);
  assert.equal(redactor.text("abcdefghijklabcdefghijkl"), mark);
});

test("learns secrets during the run, and leaves short ones alone", () => {
  const redactor = createRedactor(["short"]);
  assert.equal(redactor.text("a short token-12345678"), "a short token-12345678");
  redactor.add("token-12345678");
  assert.equal(redactor.text("a short token-12345678"), `a short ${mark}`);
});

test("forgets the oldest of very many added secrets, never one given at the start", () => {
  const redactor = createRedactor(["given at the start"]);
  for (let number = 0; number < 5000; number++) redactor.add(`added-secret-${number}!`);
  assert.equal(redactor.text("given at the start"), mark);
  assert.equal(redactor.text("added-secret-4999!"), mark);
  assert.equal(redactor.text("added-secret-1000!"), mark);
  assert.equal(redactor.text("added-secret-10! "), "added-secret-10! ");
});

test("leaves a text without secrets as it is", () => {
  const text = `{"cards":[{"id":"CRD1001","nickname":"50%25 \\u00e9 &amp; more"}]}`;
  assert.equal(createRedactor([secret, signature, pem]).text(text), text);
});

test("shows the values of known headers, and of Authorization the scheme", () => {
  const redactor = createRedactor(["tok-abcdefgh"]);
  assert.deepEqual(
    redactor.headers([
      ["Authorization", "Bearer tok-abcdefgh"],
      ["authorization", "tok-abcdefgh"],
      ["X-Service-Signature", "c2ln"],
      ["X-Service-Request-Timestamp", "1790000000"],
      ["Idempotency-Key", "key-1"],
      ["Set-Cookie", "session=1"],
      ["Location", "https://user:pass@host/?client_secret=abc&x=tok-abcdefgh"],
      ["X-Unknown", "value"],
      ["X-tok-abcdefgh", "value"],
    ]),
    [
      ["Authorization", `Bearer ${mark}`],
      ["authorization", mark],
      ["X-Service-Signature", mark],
      ["X-Service-Request-Timestamp", "1790000000"],
      ["Idempotency-Key", "key-1"],
      ["Set-Cookie", mark],
      ["Location", `https://${mark}@host/?client_secret=${mark}&x=${mark}`],
      ["X-Unknown", mark],
      [`X-${mark}`, mark],
    ],
  );
});

test("hides form fields and JSON members by name, whatever their value", () => {
  const redactor = createRedactor();
  assert.equal(
    redactor.body(
      "grant_type=client_credentials&client_secret=s%20s&scope=a",
      "application/x-www-form-urlencoded",
    ),
    `grant_type=client_credentials&client_secret=${mark}&scope=a`,
  );
  assert.equal(
    redactor.body('{"access_token": "a\\"b", "token_type":"Bearer","expires_in":3600}', "application/json"),
    `{"access_token": "${mark}", "token_type":"Bearer","expires_in":3600}`,
  );
  assert.equal(redactor.body('{"access_token":"cut of'), `{"access_token":"${mark}"`);
  assert.equal(redactor.body('{"access_token":"cut of\\'), `{"access_token":"${mark}"`);
  assert.equal(redactor.body('{"authorization":["Bearer x"]}'), `{"authorization":["${mark}"]}`);
  assert.equal(redactor.body('{"client_secret":12345}'), `{"client_secret":"${mark}"}`);
  assert.equal(redactor.body('{"access_token":null}'), '{"access_token":null}');
});

test("knows altered tokens, signatures and client secrets from the request that carried them", () => {
  const redactor = createRedactor();
  redactor.headers([
    ["Authorization", "Bearer token-with-one-character-changed"],
    ["X-Service-Signature", "signature-over-another-path"],
  ]);
  redactor.body("grant_type=client_credentials&client_secret=secret+without+its+las&scope=a");
  const echoed = "token-with-one-character-changed signature-over-another-path secret without its las";
  assert.equal(redactor.text(echoed), `${mark} ${mark} ${mark}`);
  redactor.headers([["Authorization", "Bearer nothing"]]);
  assert.equal(redactor.text("nothing"), "nothing");
});

test("knows the signature by the name that the description gives its header", () => {
  const names = { signature: "X-Partner-Proof", timestamp: "X-Partner-Time", idempotencyKey: "Once" };
  const redactor = createRedactor([], names);
  const sent = "proof-of-a-request-that-was-altered";
  assert.deepEqual(
    redactor.headers([
      ["X-Partner-Proof", sent],
      ["x-partner-time", "1790000000"],
      ["Once", "key-1"],
    ]),
    [
      ["X-Partner-Proof", mark],
      ["x-partner-time", "1790000000"],
      ["Once", "key-1"],
    ],
  );
  assert.equal(redactor.text(`not ${sent}`), `not ${mark}`);
  assert.equal(redactor.body('{"x-partner-proof":"short"}'), `{"x-partner-proof":"${mark}"}`);
});

test("is fast: 1,000 bodies of 64 KB with 300 signatures to look for", () => {
  const redactor = createRedactor([secret, pem]);
  for (let number = 0; number < 300; number++) redactor.add(randomBytes(256).toString("base64"));
  const card = `{"id":"CRD1001","nickname":"Travel \\"EU\\"","limits":{"daily":5000,"approvalBased":null}},`;
  const body = card.repeat(Math.ceil(65_536 / card.length)).slice(0, 65_536);
  const started = performance.now();
  for (let number = 0; number < 1000; number++) redactor.body(body, "application/json");
  const seconds = (performance.now() - started) / 1000;
  assert.ok(seconds < 15, `${seconds.toFixed(1)} s`);
});
