/** What a rule forbids is found in other spellings and on other pages, and told by what matters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import { oneIn, someCases } from "../../src/testing/extent.ts";
import { inWords } from "../base/seconds.ts";
import {
  afterPause,
  afterRefused,
  afterWrite,
  emptyContent,
  laterToken,
  nearKeys,
  repetition,
} from "../plan/situations.ts";
import { runDefaults } from "../run/options.ts";
import { choose } from "../sandbox/choices.ts";
import type { Condition } from "../sandbox/conditions.ts";
import { json, type SandboxResponse } from "../sandbox/response.ts";
import type { RequestContext, Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { mutantSeams } from "../selftest/sample/pool.ts";
import { idsWith, linesWith } from "../selftest/verdicts.ts";

const header = (name: string) => (context: RequestContext) => context.request.headers.get(name) ?? "";
const forgives = (condition: Condition, when: (context: RequestContext) => boolean): Partial<Seams> => ({
  skipsCheck: (checked, context) => checked === condition && when(context),
});
const { parameter } = operations.listCards.paginated;
const window = inWords(api.timestampWindowSeconds);
const twoSpellings = "no scope for a short page without Accept";
const errorBody = "an error body without its fields where Accept is */*";
const judgedByAll: readonly string[] = [twoSpellings, errorBody];

for (const [name, seams, ids, words] of oneIn(32, [
  [
    "an unsigned write with a charset",
    forgives("signature.missing", (context) => /charset/.test(header("content-type")(context))),
    ["signature.missing.patch", "signature.missing.put"],
    /^signature\.missing\.patch: A request without \S+ when Content-Type has a charset was accepted\. \[200, and the write was carried out\]$/,
  ],
  [
    "an old timestamp on a connection that is closed",
    forgives("timestamp.stale", (context) => header("connection")(context) === "close"),
    ["timestamp.stale.patch", "timestamp.stale.put"],
    new RegExp(`a timestamp just older than ${window} when the connection is not kept was accepted`),
  ],
  [
    "any token on a later page",
    forgives("token.unknown", ({ request }) => request.query.has(parameter)),
    ["token.invalid.list"],
    /a token that was never issued when it asks for a later page was accepted\. \(and \d+ more like it\) \[200\]$/,
  ],
  [
    twoSpellings,
    forgives(
      "scope.cards:read",
      (context) => context.request.query.get("limit") === "1" && header("accept")(context) === "",
    ),
    ["scope.cards-read.list"],
    /when Accept is absent and limit is 1 was accepted/,
  ],
  [
    "any grant in a form without +",
    forgives("grant-type", ({ request }) => request.body.includes("%20")),
    ["token.grant-type", "token.other-grants"],
    /^token\.grant-type: A request without grant_type when spaces in the form are %20 was accepted\. \(and 7 more/,
  ],
  [
    "any client where the scopes come in another order",
    forgives("client-id", ({ request }) => /scope=[^&]*write\+[^&]*read(&|$)/.test(request.body)),
    ["token.client-id"],
    /client_id[^:]* when the scopes come in another order was accepted/,
  ],
  [
    "any secret without Accept",
    forgives("client-secret", (context) => header("accept")(context) === ""),
    ["token.client-secret"],
    /^token\.client-secret: A request with a wrong client_secret when Accept is absent was accepted\. \[200\]$/,
  ],
  [
    "a key that begins as an earlier one, and is refused",
    {
      intercept: (context: RequestContext) => {
        const key = header(api.headers.idempotencyKey)(context);
        const isNear = (earlier: string) => earlier !== key && earlier.slice(0, 32) === key.slice(0, 32);
        return [...context.state.writes.keys()].some(isNear) ? json(422, { message: "Used before." }) : null;
      },
    },
    ["idempotency.distinct.patch", "idempotency.distinct.put"],
    /refused when its key is that of an earlier write that has another last digit\. .*\[422, in 5 of 5 times\]$/,
  ],
  [
    errorBody,
    {
      reply: (reply: SandboxResponse, context: RequestContext) =>
        reply.problem?.condition === "token.unknown" && header("accept")(context) === "*/*"
          ? { ...reply, body: {} }
          : reply,
    },
    ["error.401.body"],
    /^error\.401\.body: /,
  ],
] as const)) {
  test(`${name} is found, and told by what matters`, async () => {
    // Two are judged by all checks, the others by those of the sections that have a say in it.
    const select = ({ id }: { id: string }) =>
      judgedByAll.includes(name) || ids.some((one) => id.startsWith(`${one.split(".")[0]}.`));
    const result = await proofRun({
      select,
      sandbox: { faults: [seams] },
      // Only a thorough run promises that any two of them meet, however many operations share what is drawn.
      run:
        name === twoSpellings
          ? { cases: 6 * runDefaults.cases, thorough: true }
          : { cases: someCases(runDefaults.cases) },
    });
    assert.deepEqual(idsWith(result, "failed"), ids);
    assert.match(linesWith(result, "failed")[0] ?? "", words);
    assert.equal(result.end.writes.leftChanged, null);
    const plain = await proofRun({ select, sandbox: { faults: [seams] } });
    assert.deepEqual(idsWith(plain, "failed"), [], "the plain requests do not show it");
  });
}

test("the sandbox conforms to everything that is drawn, and the same seed sends as many requests", async () => {
  const run = () => proofRun({ run: { cases: runDefaults.cases, seed: 2 } });
  const [one, again] = [await run(), await run()];
  for (const result of [one, again]) assert.deepEqual(linesWith(result, "failed"), []);
  assert.equal(one.end.requests, again.end.requests);
  const plain = await proofRun();
  // Around what is drawn, there are controls and reads.
  const most = plain.end.requests + 2.9 * runDefaults.cases;
  assert.ok(one.end.requests <= most, `${one.end.requests} of ${most} requests`);
});

test("what is wrong with requests as specified only where two spellings meet is told by both", async () => {
  const isMet = (context: RequestContext) =>
    header("accept")(context) === "" && / "daily"/.test(context.request.body);
  const refuses = { intercept: (context: RequestContext) => (isMet(context) ? json(422, {}) : null) };
  const result = await proofRun({
    sandbox: { faults: [refuses] },
    run: { cases: someCases(runDefaults.cases) },
  });
  assert.deepEqual(idsWith(result, "failed"), ["spelling.patch", "spelling.put"]);
  assert.match(
    linesWith(result, "failed")[0] ?? "",
    /refused when Accept is absent and white space stands around the parts of the body\. \[422/,
  );
});

test("a token that names all scopes, and opens nothing since they were asked for in another order, is found", async () => {
  const useless = new Set<string>();
  const isOrdered = ({ request }: RequestContext) =>
    new URLSearchParams(request.body).get("scope") === api.scopes.join(" ");
  const result = await proofRun({
    sandbox: {
      faults: [
        {
          reply: (reply, context) => {
            const { access_token: token } = (reply.body ?? {}) as { access_token?: string };
            if (token !== undefined && !isOrdered(context)) useless.add(`Bearer ${token}`);
            return reply;
          },
          intercept: (context) =>
            useless.has(header("authorization")(context))
              ? json(403, { message: "A scope is missing." })
              : null,
        },
      ],
    },
    run: { cases: someCases(runDefaults.cases) },
  });
  assert.deepEqual(idsWith(result, "failed"), ["token.fresh"]);
  assert.match(
    linesWith(result, "failed")[0] ?? "",
    /A token was refused with 403, .* It was asked for in a request when .*the scopes come in another order/,
  );
});

test("a spelling that a server takes only now and then is no contradiction", async () => {
  let count = 0;
  const result = await proofRun({
    sandbox: {
      faults: [
        {
          intercept: (context) => {
            if (header("accept")(context) !== "*/*") return null;
            count += 1;
            return count % 7 === 0 ? { status: 400, headers: {}, body: {} } : null;
          },
        },
      ],
    },
    run: { cases: someCases(runDefaults.cases) },
  });
  assert.deepEqual(linesWith(result, "failed"), []);
});

for (const [check, fault, spellings] of [
  ["signature.missing.patch", "signature.optional.patch × repetition", [repetition]],
  ["signature.missing.put", "signature.optional.put × later-token", [laterToken]],
  ["token.missing.put", "token.not-needed.put × two-seconds-after-write", [afterPause]],
  ["signature.missing.put", "signature.optional.put × after-refused", [afterRefused]],
  ["signature.missing.patch", "signature.optional.patch × after-write", [afterWrite]],
  [
    "signature.method.patch",
    "signature.without-method × accept-any",
    [{ dimension: "accept", value: "any" }],
  ],
  ["spelling.patch", "signature.wants-lower-case.patch × later-token", [laterToken]],
  ["spelling.patch", "write.changes-monthly.patch × after-write", [afterWrite]],
  ["idempotency.distinct.patch", "mirror.key-truncated.patch", nearKeys.slice(0, 1)],
  [
    "idempotency.distinct.patch",
    "mirror.key-case.patch",
    nearKeys.filter(({ value }) => value === "other-case"),
  ],
  [
    "idempotency.distinct.put",
    "mirror.key-signs.put",
    nearKeys.filter(({ value }) => value === "other-signs"),
  ],
  [
    "token.dies.put",
    "token.never-dies × content-type-charset",
    [{ dimension: "content-type", value: "charset" }],
  ],
  ["signature.missing.patch", "signature.optional.patch × body-empty", [emptyContent]],
  ["list.iteration.once", "page.skips-one × accept-any", [{ dimension: "accept", value: "any" }]],
] as const) {
  test(`the case of ${fault} shows it again, and a conforming server passes it`, async () => {
    const asked = { select: ({ id }: { id: string }) => id === check, run: { only: spellings } };
    const broken = await proofRun({
      ...asked,
      sandbox: { faults: [mutantSeams(fault)] },
    });
    assert.deepEqual(idsWith(broken, "failed"), [check]);
    const [{ dimension, value } = { dimension: "", value: "" }] = spellings;
    assert.ok(broken.checks[0]?.reproduce.includes(`--case '${check}; ${dimension}=${value}'`));
    assert.deepEqual(idsWith(await proofRun(asked), "passed"), [check]);
  });
}

test("an empty body that needs no signature is found among what every run draws", async () => {
  const result = await proofRun({
    select: ({ id }) => id === "signature.missing.patch",
    run: { cases: someCases(runDefaults.cases) },
    sandbox: { faults: [mutantSeams("signature.optional.patch × body-empty")] },
  });
  assert.match(linesWith(result, "failed")[0] ?? "", /when its body is an empty object/);
});

test("a token that ends while a list is walked slowly is not held against its cursors", async () => {
  for (const seed of [1, 2, 3]) {
    const result = await proofRun({
      select: ({ id }) => /^(?:list|page)\./.test(id),
      sandbox: { choices: choose(["gap.token.lifetime", "20"]) },
      run: { cases: someCases(runDefaults.cases), concurrency: 4, seed },
      takesMs: 6000,
    });
    assert.deepEqual(linesWith(result, "failed"), [], `seed ${seed}`);
  }
});
