import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { verify } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { operation as described } from "../../conformance/checks/operations/testing.ts";
import { testKeys } from "../../src/testing/keys.ts";
import { noOpenssl } from "../../src/testing/tls.ts";
import { inTemporaryFolder } from "../kit/temporary-folder.ts";
import { curlSample, type SignatureScheme } from "./sample-curl.ts";

const { row: operation } = described({
  id: "blockCard",
  method: "POST",
  path: "/v1/card/{id}/block",
  scopes: null,
  responses: { "204": null },
});
const request = {
  operation,
  summary: "Block a card",
  tag: "Cards",
  path: "/v1/card/CRD1/block",
  pathParameters: { id: "CRD1" },
  query: {},
  queryBounds: {},
  body: undefined,
};

test("a POST without a body is said to be one, as curl would send a GET", () => {
  assert.equal(
    curlSample(request),
    'curl --fail-with-body --request POST "$PARTNER_CARD_BASE_URL/v1/card/CRD1/block"',
  );
});

test("a quote in a body does not end the argument", () => {
  const sample = curlSample({
    ...request,
    operation: { ...operation, mediaType: "application/json" },
    body: { reason: "the owner's wish" },
  });
  assert.ok(sample.endsWith(`--data '{"reason":"the owner'\\''s wish"}'`), sample);
});

test("query parameters are encoded", () => {
  const sample = curlSample({
    ...request,
    operation: { ...operation, method: "GET" },
    query: { a: "b c", limit: 5 },
  });
  assert.ok(sample.endsWith('/v1/card/CRD1/block?a=b%20c&limit=5"'), sample);
});

const { privateKey, publicKey } = testKeys();
const signed = { timestamp: "X-Time", signature: "X-Sign" };

/** The headers that the sample gives to curl, by name. */
function headersOf(scheme: SignatureScheme): Map<string, string> {
  const sample = curlSample({ ...request, operation: { ...operation, signed } }, scheme);
  return inTemporaryFolder((folder) => {
    const key = join(folder, "key.pem");
    writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
    const shell = `curl() { printf '%s\\n' "$@"; }\n${sample}`;
    const env = { ...process.env, PARTNER_CARD_SIGNING_KEY: key, PARTNER_CARD_BASE_URL: "" };
    const output = execFileSync("sh", ["-euc", shell], { encoding: "utf8", env });
    return new Map(
      [...output.matchAll(/^(X-\w+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
  });
}

for (const scheme of [
  { string: "{method}{path}{timestamp}", hash: "sha256", encoding: "base64" },
  { string: "{timestamp} {method} {path}", hash: "sha512", encoding: "hex" },
  { string: '$HOME"`\\{timestamp}\n{path}', hash: "sha384", encoding: "base64url" },
] as const satisfies SignatureScheme[]) {
  test(`the shell signs ${JSON.stringify(scheme.string)} with ${scheme.hash} in ${scheme.encoding}`, {
    skip: noOpenssl,
  }, () => {
    const headers = headersOf(scheme);
    const timestamp = headers.get("X-Time") ?? "";
    const data = scheme.string
      .replace("{method}", "POST")
      .replace("{path}", "/v1/card/CRD1/block")
      .replace("{timestamp}", timestamp);
    const signature = Buffer.from(headers.get("X-Sign") ?? "", scheme.encoding);
    assert.match(timestamp, /^\d+$/);
    assert.equal(signature.toString(scheme.encoding), headers.get("X-Sign"));
    assert.ok(verify(scheme.hash, Buffer.from(data), publicKey, signature), data);
  });
}
