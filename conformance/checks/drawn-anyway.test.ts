/** What each run of the usual size draws, or a thorough one, without being asked for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { runDefaults, thoroughCases } from "../run/options.ts";
import { applyChange } from "../sandbox/change.ts";
import { choose } from "../sandbox/choices.ts";
import { age } from "../sandbox/faults/when.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { json } from "../sandbox/response.ts";
import type { RequestContext, Seams } from "../sandbox/seams.ts";
import { type ProofOptions, proofRun } from "../selftest/in-memory.ts";
import { mutantSeams } from "../selftest/sample/pool.ts";
import { linesWith } from "../selftest/verdicts.ts";
import { isWrite } from "../wire/is-write.ts";

const header = (name: string) => (context: RequestContext) => context.request.headers.get(name) ?? "";
const hasCharset = (context: RequestContext) => header("content-type")(context).includes("charset");

/** Refuses old timestamps with every token but the first one with which it was written. */
function freshOnlyLater(): Partial<Seams> {
  let first: string | null = null;
  return {
    intercept: (context) => {
      if (!isWrite(context.operation)) return null;
      first ??= header("authorization")(context);
      const isOld = age(context) > 100 && age(context) < api.timestampWindowSeconds;
      return isOld && header("authorization")(context) !== first ? json(401, {}) : null;
    },
  };
}

/** What a server does, the check that fails, what it says, and how the server is judged. */
const servers: readonly (readonly [string, Partial<Seams>, string, RegExp, Partial<ProofOptions>?])[] = [
  [
    "old timestamps are refused with later tokens",
    freshOnlyLater(),
    "timestamp.fresh.patch",
    /when .*the token is not the first one/,
  ],
  [
    "an expired token is taken where Content-Type has a charset",
    { skipsCheck: (condition, context) => condition === "token.expired" && hasCharset(context) },
    "token.dies.put",
    /when Content-Type has a charset/,
    { sandbox: { choices: choose(["gap.token.lifetime", "20"]) } },
  ],
  [
    "a write loses its effect where two spellings meet",
    {
      apply: (change, context) => {
        if (!hasCharset(context) || header("accept")(context) !== "") applyChange(change);
      },
    },
    "spelling.patch",
    /when .*Content-Type has a charset.*Accept is absent|when .*Accept is absent.*Content-Type has a charset/,
    { run: { cases: thoroughCases, thorough: true } },
  ],
];

test("what is refused right after a write, and carried out, shows where nothing is read between the two", async () => {
  const result = await proofRun({
    select: ({ id }) => id.startsWith("refused.no-effect."),
    sandbox: { faults: [mutantSeams("refused.carried-out.token.unknown × after-write")] },
    run: { cases: runDefaults.cases },
  });
  assert.match(linesWith(result, "failed").join("\n"), /never issued at the same time/);
});

test("a key that is almost another one is told also where that shows in one spelling alone", async () => {
  const result = await proofRun({
    select: ({ id }) => id === "idempotency.distinct.patch",
    sandbox: { faults: [mutantSeams("mirror.key-truncated.patch × body-spaced")] },
    // Each of these keys meets one combination of spellings: this seed draws white space for one that shows it.
    run: { cases: runDefaults.cases, seed: 1 },
  });
  assert.match(linesWith(result, "failed").join("\n"), /its key is that of an earlier write/);
});

test("what is drawn besides does not answer the question about old timestamps", async () => {
  const result = await proofRun({
    select: ({ id }) => id === "gap.timestamp.stale-status" || id === "timestamp.stale.patch",
    run: { cases: runDefaults.cases },
  });
  assert.equal(result.checks.find(({ id }) => id === "gap.timestamp.stale-status")?.answer, "401");
});

test("a key of a form that is refused now and then leaves what else is said of keys", async () => {
  let long = 0;
  const { seams } = faultNamed("idempotency.by-body.patch");
  const result = await proofRun({
    select: ({ id }) => id === "idempotency.distinct.patch",
    run: { cases: runDefaults.cases },
    sandbox: {
      faults: [
        seams,
        {
          intercept: (context) => {
            if (header(api.headers.idempotencyKey)(context).length < 100) return null;
            long += 1;
            return long > 2 ? json(400, {}) : null;
          },
        },
      ],
    },
  });
  assert.match(
    linesWith(result, "failed")[0] ?? "",
    /^idempotency\.distinct\.patch: .*(its body had been sent before|the body of \w under a new key)/,
  );
});

test("a token response without a token shows where it is one for fewer scopes", async () => {
  const isNarrow = ({ request }: RequestContext) =>
    (new URLSearchParams(request.body).get("scope") ?? "").split(" ").length === 1;
  const result = await proofRun({
    select: ({ id }) => ["token.access-token", "gap.token.narrow-scope"].includes(id),
    sandbox: {
      faults: [
        {
          reply: (reply, context) =>
            context.operation === api.token && reply.status === 200 && isNarrow(context)
              ? { ...reply, body: { ...(reply.body as object), access_token: null } }
              : reply,
        },
      ],
    },
  });
  assert.match(linesWith(result, "failed")[0] ?? "", /^token\.access-token: /);
});

for (const [does, seams, check, words, { sandbox, run } = {}] of servers) {
  test(`${does}: that shows without being asked for`, async () => {
    const result = await proofRun({
      select: ({ id }) => id === check,
      sandbox: { ...sandbox, faults: [seams] },
      run: { cases: runDefaults.cases, ...run },
    });
    assert.match(linesWith(result, "failed")[0] ?? "nothing failed", words);
  });
}
