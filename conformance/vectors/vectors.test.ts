import assert from "node:assert/strict";
import { constants, createPrivateKey, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { requirement } from "../../generated/requirements.ts";
import { importSigningKey } from "../../src/signature/keys.ts";
import { canonicalString, rsaSigner } from "../../src/signature/signer.ts";
import { timestampProblem } from "../sandbox/verify.ts";
import { remade, serverTimeOf, signatureOf } from "./make.ts";
import { apiPath, loadVectors } from "./vectors.ts";

const { vectors, privateKeys, publicKey } = loadVectors();
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

test("the file fits its schema", () => {
  const validate = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  }).compile(read("signatures.schema.json") as object);
  assert.ok(validate(read("signatures.json")), JSON.stringify(validate.errors, null, 2));
});

test("there are vectors of each kind, and each id stands once", () => {
  assert.equal(new Set(vectors.map(({ id }) => id)).size, vectors.length);
  for (const validity of ["valid", "invalid", "open"]) {
    assert.ok(vectors.filter((vector) => vector.validity === validity).length >= 8, validity);
  }
});

test("the requirements, questions and answers that vectors name exist", () => {
  for (const vector of vectors) {
    if (vector.validity !== "open") {
      assert.notEqual(requirement(vector.requirement).basis, "unspecified", vector.id);
    } else if (vector.gap !== null) {
      const answers = requirement(vector.gap.id).answers?.map(({ id }) => id) ?? [];
      for (const answer of vector.gap.accepted)
        assert.ok(answers.includes(answer), `${vector.id}: ${answer}`);
    }
  }
});

test("vectors stand on both sides of the window", () => {
  const sides = vectors.flatMap(({ validity, secondsPastWindow: past }) =>
    past === undefined ? [] : [[validity, past > 0]],
  );
  assert.deepEqual(sides, [
    ["valid", false],
    ["invalid", true],
  ]);
});

test("every open question about the form of a signature has a vector", () => {
  const asked = new Set(vectors.flatMap((vector) => (vector.validity === "open" ? [vector.gap?.id] : [])));
  for (const id of ["padding", "prefix", "query", "base64-variants"]) {
    assert.ok(asked.has(requirement(`gap.signature.${id}`).id as never), id);
  }
});

for (const vector of vectors) {
  const { id, request, made } = vector;
  test(`${id}: the client's canonical string is the vector's`, () => {
    assert.equal(canonicalString(request.method, apiPath(vector), request.timestamp), vector.canonicalString);
  });

  test(`${id}: the header value was made as the vector says`, () => {
    const text = signatureOf(made, { privateKeys });
    // A PSS signature is salted, so that only its form can be compared here; the next test verifies it.
    if (made.padding === "pss") assert.equal(request.signature.length, text.length);
    else assert.equal(request.signature, text, "npm run vectors makes it anew");
  });

  test(`${id}: its time follows the window`, () => {
    assert.equal(vector.serverTime, serverTimeOf(vector), "npm run vectors makes it anew");
  });

  test(`${id}: by the letter of the specification it is ${vector.validity}`, () => {
    const bytes = Buffer.from(request.signature, "base64");
    const holds =
      bytes.toString("base64") === request.signature &&
      verify("sha256", Buffer.from(vector.canonicalString), createPublicKey(readFileSync(publicKey)), bytes);
    const problem = timestampProblem(request.timestamp, vector.serverTime * 1000, false);
    if (vector.validity === "valid") assert.ok(holds && problem === null);
    if (vector.validity === "invalid") assert.ok(!holds || problem === "stale" || problem === "malformed");
  });
}

for (const { id, canonicalString: data, request } of vectors.filter(({ validity }) => validity === "valid")) {
  test(`${id}: the client makes this signature`, async () => {
    const signer = rsaSigner(importSigningKey(readFileSync(privateKeys["test-key"], "utf8")));
    assert.equal((await signer.sign(Buffer.from(data))).toString("base64"), request.signature);
  });
}

test("what is as it has to be is made anew as it was, PSS signatures included", () => {
  for (const vector of vectors) assert.deepEqual(remade(vector, { privateKeys, publicKey }), vector);
});

test("a vector whose string has changed gets the signature of the new one", () => {
  for (const vector of vectors.filter(({ made }) => made.encoding === "base64" && made.key === "test-key")) {
    const made = { ...vector.made, string: `${vector.made.string}9` };
    const { signature } = remade({ ...vector, made }, { privateKeys, publicKey }).request;
    assert.notEqual(signature, vector.request.signature, vector.id);
    const padding = made.padding === "pss" ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
    const key = { key: readFileSync(publicKey, "utf8"), padding };
    assert.ok(
      verify(made.digest, Buffer.from(made.string), key, Buffer.from(signature, "base64")),
      vector.id,
    );
  }
});

test("the keys say in words that they are published", () => {
  for (const path of Object.values(privateKeys)) {
    assert.match(
      readFileSync(path, "utf8"),
      /^[^\n]*published test key[^\n]*Never register it|^Published test key[^\n]*never register it/i,
    );
    assert.equal(createPrivateKey(readFileSync(path)).asymmetricKeyDetails?.modulusLength, 2048);
  }
});
