import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { api } from "../../../../generated/operations.ts";
import { runDefaults } from "../../../run/options.ts";
import { json } from "../../../sandbox/response.ts";
import type { Seams } from "../../../sandbox/seams.ts";
import type { VerifyFunction } from "../../../sandbox/verify.ts";
import { proofRun } from "../../../selftest/in-memory.ts";
import { idsWith } from "../../../selftest/verdicts.ts";
import type { SignFunction } from "../../../wire/sign.ts";

/** A signature in the place of one that begins with the byte 0 by chance alone: of one second in a hundred it does. */
function madeUp(data: string): Buffer {
  const first = /50$/.test(data) ? 0 : 1;
  return Buffer.concat([
    Buffer.from([first]),
    createHash("sha256").update(data).digest(),
    Buffer.alloc(223, 1),
  ]);
}

const signing: SignFunction = async (_key, data) => madeUp(data).toString("base64");

/** A server that knows these signatures, and takes those that begin with the byte 0 or not. */
const verifying =
  (takesZero: boolean): VerifyFunction =>
  (_digest, data, _key, signature) =>
    signature.equals(madeUp(data.toString())) && (takesZero || signature[0] !== 0);

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

test("a server that refuses such a signature for its age is not accused of it", async () => {
  const intercept: Seams["intercept"] = ({ request, now }) => {
    const seconds = Number(request.headers.get(api.headers.timestamp) ?? now / 1000);
    return now / 1000 - seconds > 30 ? json(422, { message: "It is too old." }) : null;
  };
  const result = await proofRun({
    sandbox: { verify: verifying(true), faults: [{ intercept }] },
    run: { sign: signing, cases: runDefaults.cases },
    select: ({ id }) => id.startsWith("signature.scheme"),
  });
  assert.deepEqual(
    result.checks.map(({ verdict, message }) => [verdict, message]),
    result.checks.map(() => ["passed", "the specified signature is accepted"]),
  );
  const isSuch = ({ event }: { event: string }) => event === "exchange";
  const sent = result.events.filter(isSuch).map((event) => JSON.stringify(event));
  assert.ok(sent.some((text) => text.includes("begins with the byte 0")));
});
