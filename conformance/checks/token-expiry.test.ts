import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "../sandbox/choices.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";

test("a token is used just before its end and then first of all after it, so that a connection may remember it", async () => {
  const uses: { readonly token: string; readonly at: number }[] = [];
  const watching: Partial<Seams> = {
    intercept: ({ request, now }) => {
      const token = request.headers.get("authorization");
      if (token !== null) uses.push({ token, at: now });
      return null;
    },
  };
  await proofRun({
    sandbox: { choices: choose(["gap.token.lifetime", "20"]), faults: [watching] },
    run: { waitMs: 30_000, cases: 200 },
    select: ({ id }) => id === "token.dies",
  });
  const first = (token: string) => uses.find((use) => use.token === token)?.at ?? 0;
  const expired = uses.findIndex(({ token, at }) => at - first(token) > 20_000);
  const [before, after] = [uses[expired - 1], uses[expired]];
  assert.equal(before?.token, after?.token);
  assert.equal((after?.at ?? 0) - (before?.at ?? 0), 2500);
});
