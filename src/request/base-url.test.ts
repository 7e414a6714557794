import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDestination, parseBaseUrl } from "./base-url.ts";

const accepted: readonly [string, string, string][] = [
  ["https://api.example.com", "https://api.example.com", ""],
  ["https://api.example.com/", "https://api.example.com", ""],
  ["https://api.example.com:8443/partners/eu//", "https://api.example.com:8443/partners/eu", "/partners/eu"],
  ["https://API.example.com:443/x", "https://api.example.com/x", "/x"],
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787", ""],
  ["http://127.9.9.9", "http://127.9.9.9", ""],
  ["http://localhost:80/a", "http://localhost/a", "/a"],
  ["http://[::1]:5", "http://[::1]:5", ""],
];
for (const [text, href, prefix] of accepted) {
  test(`accepts ${text}`, () => {
    assert.deepEqual(parseBaseUrl(text), { href, origin: new URL(text).origin, prefix });
  });
}

const refused: readonly [string, RegExp][] = [
  ["http://api.example.com", /https/],
  ["http://127.0.0.1.example.com", /https/],
  ["http://localhost.example.com", /https/],
  ["http://10.0.0.1", /https/],
  ["ftp://127.0.0.1", /https/],
  ["api.example.com", /absolute/],
  ["/v1", /absolute/],
  ["https://canary:canary@api.example.com", /credentials/],
  ["https://api.example.com/?a=canary", /query/],
  ["https://api.example.com/#canary", /fragment/],
  ["https://api.example.com/{env}", /braces/],
];
for (const [text, message] of refused) {
  test(`refuses ${text} without quoting it`, () => {
    assert.throws(
      () => parseBaseUrl(text),
      (error: Error) => message.test(error.message) && !error.message.includes("canary"),
    );
  });
}

test("the destination must be under the base URL", () => {
  const base = parseBaseUrl("https://api.example.com/partners");
  assert.equal(checkDestination(base, "https://api.example.com/partners/v1/card?x=1"), "/v1/card");
  const elsewhere = [
    ...["https://evil.example/partners/v1/card", "http://api.example.com/partners/v1/card"],
    ...["https://api.example.com:444/partners/v1/card", "https://api.example.com/v1/card"],
    ...["https://api.example.com/partnersX/v1/card", "https://api.example.com/partners/../v1/card"],
    "https://api.example.com@evil.example/partners/v1/card",
  ];
  for (const url of elsewhere)
    assert.throws(() => checkDestination(base, url), { code: "destination-refused" }, url);
});
