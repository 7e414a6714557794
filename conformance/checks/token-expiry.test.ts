import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { choose } from "../sandbox/choices.ts";
import type { Seams } from "../sandbox/seams.ts";
import { findToken } from "../sandbox/state.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";

test("a token that is handed out again, with its whole life, is told to have lost it", async () => {
  const tokens = new Map<string, string>();
  const result = await proofRun({
    wrap: (request, next, clock) => {
      clock.advance(200);
      return next(request);
    },
    select: ({ id }) => /^token\./.test(id),
    sandbox: {
      choices: choose(["gap.token.lifetime", "20"]),
      faults: [
        {
          reply: (reply, { operation, request, state, now }) => {
            const { access_token: issued } = (reply.body ?? {}) as { access_token?: string };
            if (operation !== api.token || issued === undefined) return reply;
            const scope = new URLSearchParams(request.body).get("scope") ?? "";
            const before = tokens.get(scope);
            const isAlive = before !== undefined && (findToken(state, before)?.expiresAt ?? 0) > now;
            if (!isAlive) tokens.set(scope, issued);
            return { ...reply, body: { ...(reply.body as object), access_token: tokens.get(scope) } };
          },
        },
      ],
    },
  });
  assert.match(
    linesWith(result, "failed").join("\n"),
    /^token\.lives: .* before expires_in seconds had passed\. It had been handed out \d+\.\d s before as well\./m,
  );
});

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
