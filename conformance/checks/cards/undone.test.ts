import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf } from "../../sandbox/cards/index.ts";
import type { SandboxResponse } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { proofRun } from "../../selftest/in-memory.ts";

/** How long a job works on the cards that it has read, and how often it begins, in milliseconds. */
const [worksMs, everyMs] = [2_000, 3_000];

/** A server on which a job reads all cards, works, and writes what it makes of them. */
function withJob(make: (limits: object, original: object) => object) {
  const originals = new Map<string, object>();
  let read: { readonly at: number; readonly limits: ReadonlyMap<string, object>; done?: true } | null = null;
  return (reply: SandboxResponse, { state, now }: RequestContext): SandboxResponse => {
    const cards = cardsOf(state) as readonly { id: string; limits: object }[];
    for (const { id, limits } of cards) if (!originals.has(id)) originals.set(id, structuredClone(limits));
    if (read !== null && read.done !== true && now - read.at >= worksMs) {
      read.done = true;
      for (const card of cards)
        Object.assign(card.limits, make(read.limits.get(card.id) ?? {}, originals.get(card.id) ?? {}));
    }
    if (read === null || now - read.at >= everyMs)
      read = { at: now, limits: new Map(cards.map(({ id, limits }) => [id, structuredClone(limits)])) };
    return reply;
  };
}

const judged = async (make: (limits: object, original: object) => object) => {
  const result = await proofRun({
    sandbox: { faults: [{ reply: withJob(make) }] },
    select: ({ id }) => /^write\.stays$|^write\.effect\.(?:patch|put)$|^spelling\.(?:patch|put)$/.test(id),
    run: { cases: 300 },
    takesMs: 15,
  });
  return result.checks.find(({ id }) => id === "write.stays");
};

test("a job that writes back what it has read before a write is found", async () => {
  const found = await judged((limits) => limits);
  assert.equal(found?.verdict, "failed", found?.message ?? "");
  assert.match(found?.message ?? "", /were undone within seconds/);
});

test("somebody who puts back what was there at first, or changes a limit beside it, is not the server", async () => {
  const original = await judged((_, first) => first);
  assert.notEqual(original?.verdict, "failed", original?.message ?? "");
  let atm = 0;
  const beside = await judged((limits) => {
    atm += 1;
    return { ...limits, atm: 1_000 + (atm % 5) };
  });
  assert.notEqual(beside?.verdict, "failed", beside?.message ?? "");
});
