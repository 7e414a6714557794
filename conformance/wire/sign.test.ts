import assert from "node:assert/strict";
import { test } from "node:test";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import { signingOnce, signWith } from "./sign.ts";

const [one, other] = [testKeys(), otherTestKeys()].map(({ privateKey }) => privateKey);

test("a string is signed once for each key and way, and anew with PSS padding, which is random", async () => {
  assert.ok(one && other);
  const signed: string[] = [];
  const sign = signingOnce((key, data, way) => {
    signed.push(`${key === one ? "one" : "other"} ${data} ${JSON.stringify(way)}`);
    return signWith(key, data, way);
  });
  const first = await sign(one, "a");
  assert.equal(await sign(one, "a"), first);
  assert.equal(await signWith(one, "a"), first);
  assert.notEqual(await sign(one, "b"), first);
  assert.notEqual(await sign(other, "a"), first);
  assert.equal(await sign(one, "a", { encoding: "hex" }), Buffer.from(first, "base64").toString("hex"));
  assert.notEqual(await sign(one, "a", { padding: "pss" }), await sign(one, "a", { padding: "pss" }));
  assert.deepEqual(signed, [
    "one a {}",
    "one b {}",
    "other a {}",
    'one a {"encoding":"hex"}',
    'one a {"padding":"pss"}',
    'one a {"padding":"pss"}',
  ]);
});
