import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { test } from "node:test";
import { runDefaults } from "../../../run/options.ts";
import type { VerifyFunction } from "../../../sandbox/verify.ts";
import { proofRun, sign } from "../../../selftest/in-memory.ts";
import { idsWith } from "../../../selftest/verdicts.ts";
import type { SignFunction } from "../../../wire/sign.ts";

/** What a second in a hundred is signed with, in place of what may begin with the byte 0 or not. */
const zeroFirst = Buffer.concat([Buffer.from([0]), Buffer.alloc(255, 1)]);
const isChosen = (data: string) => /50$/.test(data);

const signing: SignFunction = async (key, data, way) =>
  isChosen(data) && way === undefined ? zeroFirst.toString("base64") : sign(key, data, way);

/** A server whose library takes what is signed like that, or none that begins with the byte 0. */
const verifying =
  (takesZero: boolean): VerifyFunction =>
  (digest, data, key, signature) => {
    if (!takesZero && signature[0] === 0) return false;
    return isChosen(data.toString()) ? signature.equals(zeroFirst) : verify(digest, data, key, signature);
  };

for (const [takesZero, failed] of [
  [true, []],
  [false, ["signature.scheme.patch", "signature.scheme.put"]],
] as const) {
  test(`a server that ${takesZero ? "takes" : "refuses"} signatures that begin with the byte 0`, async () => {
    const result = await proofRun({
      sandbox: { verify: verifying(takesZero) },
      run: { sign: signing, cases: runDefaults.cases },
      select: ({ id }) => id.startsWith("signature.scheme"),
    });
    assert.deepEqual(idsWith(result, "failed"), failed);
    const told = result.checks.map(({ message }) => message).join();
    assert.match(told, takesZero ? /begins with the byte 0 is accepted/ : /byte 0 was refused three times/);
  });
}
