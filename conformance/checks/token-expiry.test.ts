import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { choose } from "../sandbox/choices.ts";
import { findToken } from "../sandbox/state.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";

test("a token that is handed out again, with its whole life, is told to have lost it", async () => {
  const tokens = new Map<string, string>();
  const result = await proofRun({
    countsEffects: false,
    wrap: (request, next, clock) => {
      clock.advance(250);
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
