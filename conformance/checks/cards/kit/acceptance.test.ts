import assert from "node:assert/strict";
import { test } from "node:test";
import { json } from "../../../sandbox/response.ts";
import { proofRun } from "../../../selftest/in-memory.ts";
import { idsWith, linesWith } from "../../../selftest/verdicts.ts";

for (const step of [10, 50, 100]) {
  test(`a server that takes limits in steps of ${step} is judged, with such limits`, async () => {
    const result = await proofRun({
      sandbox: {
        faults: [
          {
            intercept: ({ request: { method, body } }) => {
              if (method !== "PATCH" && method !== "PUT") return null;
              const { daily } = JSON.parse(body || "{}") as { readonly daily?: number };
              return daily === undefined || daily % step === 0 ? null : json(422, {});
            },
          },
        ],
      },
      select: ({ id }) => /^(?:write|idempotency)\./.test(id),
    });
    assert.deepEqual(linesWith(result, "failed"), []);
    for (const id of ["write.accepted.patch", "write.accepted.put", "write.effect.patch", "write.effect.put"])
      assert.ok(
        idsWith(result, "passed").includes(id),
        `${id}: ${linesWith(result, "inconclusive").join("; ")}`,
      );
  });
}
