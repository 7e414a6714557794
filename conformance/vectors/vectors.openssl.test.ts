/** The second opinion on the vectors: OpenSSL on the command line, which shares no line with this repository. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { noOpenssl } from "../../src/testing/tls.ts";
import { loadVectors, type Vector } from "./vectors.ts";

const { vectors, privateKeys, publicKey } = loadVectors();
const folder = temporaryFolder();

const usual = vectors.filter(({ made }) => made.encoding === "base64" && made.padding === "pkcs1");

for (const { id, made, request } of usual) {
  test(`openssl makes the signature of ${id}`, { skip: noOpenssl }, () => {
    const bytes = execFileSync("openssl", ["dgst", `-${made.digest}`, "-sign", privateKeys[made.key]], {
      input: made.string,
    });
    assert.equal(bytes.toString("base64"), request.signature);
  });
}

for (const vector of vectors.filter(({ validity }) => validity !== "open")) {
  test(`openssl finds the signature of ${vector.id} ${verdict(vector)}`, { skip: noOpenssl }, () => {
    assert.equal(verifies(vector), verdict(vector) === "right");
  });
}

test("openssl verifies the PSS signature as PSS only", { skip: noOpenssl }, () => {
  const vector = vectors.find(({ made }) => made.padding === "pss");
  assert.ok(vector);
  assert.ok(verifies(vector, ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"]));
  assert.ok(!verifies(vector));
});

/** A signature can be right while the request is not: its timestamp is too old or not a number. */
function verdict({ canonicalString, made }: Vector): "right" | "wrong" {
  const right = made.string === canonicalString && made.key === "test-key" && made.digest === "sha256";
  return right && made.encoding === "base64" ? "right" : "wrong";
}

function verifies({ id, canonicalString, request }: Vector, options: string[] = []): boolean {
  const signature = join(folder, id);
  writeFileSync(signature, Buffer.from(request.signature, "base64"));
  const { status } = spawnSync(
    "openssl",
    ["dgst", "-sha256", ...options, "-verify", publicKey, "-signature", signature],
    { input: canonicalString },
  );
  return status === 0;
}
