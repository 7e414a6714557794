import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../generated/operations.ts";
import { isObject } from "../../base/shape.ts";
import { runDefaults } from "../../run/options.ts";
import type { Seams } from "../../sandbox/seams.ts";
import type { IssuedToken } from "../../sandbox/state.ts";
import { proofRun } from "../../selftest/in-memory.ts";
import { mutantSeams } from "../../selftest/sample/pool.ts";
import { idsWith, linesWith } from "../../selftest/verdicts.ts";

for (const [fault, failed] of [
  ["write.every-fourth-token.patch", ["token.fresh.patch"]],
  ["write.every-fourth-token.put", ["token.fresh.put"]],
  // The token is asked for between both writes.
  ["write.every-fourth-token.patch × after-write", ["token.fresh.patch"]],
  // What opens nothing is for the check of reads alone.
  ["token.dead-on-arrival", ["token.fresh"]],
] as const) {
  test(`${fault} fails ${failed.join()} alone`, async () => {
    const select = ({ id }: { id: string }) => id.startsWith("token.fresh");
    const result = await proofRun({ sandbox: { faults: [mutantSeams(fault)] }, select });
    assert.deepEqual(idsWith(result, "failed"), failed);
  });
}

test("a token for all scopes that writes no more than one for a single scope, issued just before, is found", async () => {
  let kept: IssuedToken["scopes"] | null = null;
  const issuedToken: Seams["issuedToken"] = (token) => {
    const isNarrow = token.scopes.length < api.scopes.length;
    const scopes = kept ?? token.scopes;
    kept = isNarrow ? token.scopes : null;
    return { ...token, scopes };
  };
  // The answer names what was asked for, and what is narrow reads.
  const reply: Seams["reply"] = (sent, { request }) => {
    const asked = new URLSearchParams(request.body).get("scope");
    return isObject(sent.body) && "scope" in sent.body
      ? { ...sent, body: { ...sent.body, scope: asked } }
      : sent;
  };
  const skipsCheck: Seams["skipsCheck"] = (check, { request }) =>
    check.startsWith("scope.") && request.method === "GET";
  const result = await proofRun({
    select: ({ id }) => id.startsWith("token.fresh."),
    run: { cases: runDefaults.cases },
    sandbox: { faults: [{ issuedToken, reply, skipsCheck }] },
  });
  const lines = linesWith(result, "failed");
  assert.match(lines.join("\n"), /^token\.fresh\.patch: .* for fewer scopes was asked for just before\./m);
});
