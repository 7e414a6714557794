import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { api, operations } from "../../generated/operations.ts";

import { type ProofOptions, proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";

const failed = async (options: ProofOptions) =>
  linesWith(
    await proofRun({
      select: ({ id }) => /^token\.(?:survives|fresh)$/.test(id),
      ...options,
      run: { cases: 300, ...options.run },
    }),
    "failed",
  );

test("a token that ends the ones before only where it is asked for in some spelling is found, and told by that", async () => {
  const lines = await failed({
    sandbox: {
      faults: [
        {
          issuedToken: (token, { request, state }) => {
            if (request.headers.get("accept") === "*/*") state.tokens.clear();
            return token;
          },
        },
      ],
    },
  });
  assert.match(
    lines.join("\n"),
    /^token\.survives: .* It was asked for in a request when .*Accept is \*\/\*/m,
  );
});

test("tokens that are asked for at the same time, of which only the last one is kept, are found", async () => {
  let asked = 0;
  const lines = await failed({
    run: { concurrency: 4 },
    wrap: async (request, next) => {
      if (!request.url.endsWith(operations[api.token].path)) return next(request);
      asked += 1;
      const own = asked;
      await setTimeout(5);
      const body = { token_type: "Bearer", expires_in: 3600, scope: api.scopes.join(" ") };
      return own === asked ? next(request) : Response.json({ access_token: `lost-token-${own}`, ...body });
    },
  });
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? "",
    /^token\.fresh: .* when other token requests are on their way\. \(and 2 more like it\) \[401\]$/,
  );
});
