import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeFreed, judgeReused } from "./key-promises.ts";
import { operation, signedWrite, writingRun } from "./testing.ts";
import type { Watch } from "./watch.ts";

const args = { path: {}, query: {}, isLive: true };
const quiet = async () => [];
const watch: Watch = { expectChange: quiet, expectNone: quiet, isCalm: async () => true };
const promising = operation({ ...signedWrite, reuseRefusedWith: "409", freesRefusedKeys: true });
const silent = operation(signedWrite);

/** What the facts come to. */
const kindsOf = (facts: readonly { readonly kind: string }[]) => facts.map(({ kind }) => kind);

test("another body under a used key has to be refused where that is said", async () => {
  const first = { exchange: exchange({ operation: null }), body: { a: 1 }, key: "K1", path: {} };
  const judged = async (status: number, one = promising, other: unknown = { a: 2 }) => {
    const run = writingRun(async () => exchange({ operation: null, status }));
    return kindsOf(await judgeReused(run, one, args, { first, other, watch }));
  };
  assert.deepEqual(await judged(200), ["violated"]);
  assert.deepEqual(await judged(409), []);
  assert.deepEqual(await judged(422), [], "something else may be wrong with it by then");
  assert.deepEqual(await judged(200, silent), [], "the description says nothing");
  assert.deepEqual(await judged(200, promising, { a: 1 }), [], "it is the same write");
});

test("a refused request has to leave its key free where that is said", async () => {
  const judged = async (isUsedUp: boolean, one = promising, control = 200) => {
    const refused = new Set<string | undefined>();
    const run = writingRun(async (_: string, { idempotencyKey, alteration }: Call) => {
      const isDefect = alteration !== undefined;
      if (isDefect) refused.add(idempotencyKey);
      const isKnown = refused.has(idempotencyKey);
      const status = isDefect ? 400 : isKnown && isUsedUp ? 409 : isKnown ? 200 : control;
      return exchange({ operation: null, status });
    });
    return kindsOf(await judgeFreed(run, one, args, { body: { a: 1 }, watch }));
  };
  assert.deepEqual(await judged(true), ["violated"]);
  assert.deepEqual(await judged(false), []);
  assert.deepEqual(await judged(true, silent), []);
  assert.deepEqual(await judged(true, promising, 409), [], "it is refused under a new key as well");
});
