import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBaseUrl } from "./target.ts";

const right: readonly [text: string, baseUrl: string, prefix: string][] = [
  ["https://api.example.com", "https://api.example.com", ""],
  ["https://api.example.com/", "https://api.example.com", ""],
  ["HTTP://LOCALHOST:8787", "http://localhost:8787", ""],
  ["https://api.example.com:443/partner/", "https://api.example.com/partner", "/partner"],
  ["https://api.example.com/a/b//", "https://api.example.com/a/b", "/a/b"],
  ["http://[::1]:80/x", "http://[::1]/x", "/x"],
  ["https://api.example.com/v10", "https://api.example.com/v10", "/v10"],
];
for (const [text, baseUrl, prefix] of right) {
  test(`${text} is a base URL`, () => assert.deepEqual(parseBaseUrl(text), { baseUrl, prefix }));
}

const wrong: readonly [text: string, message: RegExp][] = [
  ["", /is not an absolute URL/],
  ["api.example.com", /is not an absolute URL; it looks like/],
  ["ftp://api.example.com", /https:\/\/ or http:\/\//],
  ["localhost:8787", /https:\/\/ or http:\/\//],
  ["https://me:pass@api.example.com", /user name or password/],
  ["https://api.example.com?x=1", /without a query \(\?\) or fragment/],
  ["https://api.example.com/#x", /without a query \(\?\) or fragment/],
  ["https://api.example.com/v1", /give https:\/\/api\.example\.com$/],
  ["https://api.example.com/partner/v1/", /give https:\/\/api\.example\.com\/partner$/],
];
for (const [text, message] of wrong) {
  test(`"${text}" is no base URL`, () => {
    assert.throws(() => parseBaseUrl(text), { name: "RangeError", message });
  });
}

test("what is wrong with a base URL is said without the password in it", () => {
  for (const text of ["https://me:open-sesame@api.example.com", "https//me:open-sesame@api.example.com"]) {
    assert.throws(
      () => parseBaseUrl(text),
      (error: Error) => !error.message.includes("open-sesame"),
      text,
    );
  }
});
