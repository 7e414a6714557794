import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf } from "../../sandbox/cards/index.ts";
import { applyChange, type Change } from "../../sandbox/change.ts";
import type { SandboxResponse } from "../../sandbox/response.ts";
import type { RequestContext, Seams } from "../../sandbox/seams.ts";
import { proofRun } from "../../selftest/in-memory.ts";
import { exchange, patchExchange } from "../../wire/testing.ts";
import { olderReads } from "./older-reads.ts";
import { fallenBack } from "./stays.ts";

let time = 0;
const timed = (one: ReturnType<typeof exchange>) => {
  time += 10;
  return { ...one, startedAt: time, endedAt: time + 5 };
};
const read = (daily: number) => timed(exchange({ body: { cards: [{ id: "CRD7", limits: { daily } }] } }));
const write = (daily: number, status = 200) => timed(patchExchange(daily, { status }, "CRD7"));
const values = (...log: readonly ReturnType<typeof read>[]) =>
  olderReads(log, "CRD7").map(({ value, newer }) => `${value} after ${newer}`);

test("a value from before a write that had been read is an older one", () => {
  assert.deepEqual(values(read(1), write(2), read(2), read(1)), ["1 after 2"]);
  assert.deepEqual(values(write(2), read(2), write(3), read(3), read(2)), ["2 after 3"]);
});

test("a value that a write may have set again is none, nor one before the write was read", () => {
  assert.deepEqual(values(read(1), write(2), read(1), read(1), read(2)), []);
  assert.deepEqual(values(write(2), read(2), write(3), read(3), write(2), read(2)), []);
  assert.deepEqual(values(write(2), read(2), write(3), read(3), write(2, 500), read(2)), []);
  assert.deepEqual(values(write(2), read(2), write(3, 422), read(2)), []);
  assert.deepEqual(values(write(2, 500), read(2), write(3), read(3), write(2)), [], "carried out at once");
});

test("where nothing takes time, a later write of the same amount is none that was read", () => {
  const log = [write(2), read(2), write(1), read(1), write(2)];
  const atOnce = log.map((one) => ({ ...one, startedAt: 0, endedAt: 0 }));
  assert.deepEqual(olderReads(atOnce, "CRD7"), []);
});

test("what another limit shows is looked at as well, as long as no write may have changed it", () => {
  const shown = (atm: number) =>
    timed(exchange({ body: { cards: [{ id: "CRD7", limits: { daily: 1, atm } }] } }));
  const put = (atm: number) => {
    const one = write(1);
    return { ...one, request: { ...one.request, body: JSON.stringify({ daily: 1, atm }) } };
  };
  const found = (...log: readonly ReturnType<typeof read>[]) =>
    olderReads(log, "CRD7").map(({ field, value, newer }) => `${field} ${value} after ${newer}`);
  assert.deepEqual(found(put(5), shown(5), put(0), shown(0), shown(5)), ["atm 5 after 0"]);
  assert.deepEqual(found(put(5), shown(5), put(0), shown(0), write(1), shown(5)), []);
});

test("reads at the same time have no order", () => {
  const [first, second] = [read(2), read(1)];
  assert.deepEqual(values(write(2), { ...first, endedAt: first.endedAt + 100 }, second), []);
});

test("what falls back is the server's doing where nobody else can have written it", () => {
  const count = (then: number | null, ...dailies: readonly (number | null)[]) =>
    fallenBack(
      dailies.map((amount) => ({ amount, exchanges: [] })),
      5,
      then === null ? [] : [3, then],
    ).length;
  assert.equal(count(null, 5, 5, 5), 0);
  assert.equal(count(null, 5, 4, 5, 4), 1, "it comes back of itself");
  assert.equal(count(4, 4, 4, 4), 3, "what this run had written is back");
  assert.equal(count(null, 4, 4, 4), 0, "somebody may have put back what was there first");
  assert.equal(count(4, 5, 7, 7), 0, "somebody has written another value");
  assert.equal(count(null, null, 5), 0, "a read may fail");
});

test("an amount that somebody else may write falls back only by turns with what this run wrote before it", () => {
  const count = (...amounts: readonly number[]) =>
    fallenBack(
      amounts.map((amount) => ({ amount, exchanges: [] })),
      0,
      [3],
      false,
    ).length;
  assert.equal(count(0, 3, 0, 3, 0), 2);
  assert.equal(count(3, 3, 3), 0, "somebody has put it as it was");
  assert.equal(count(0, 7, 0), 0, "somebody writes another one");
});

/** A server of which about every fifth list shows the cards as they were then: at the start, or for a while after a write. */
function withCopy(shows: (then: string, now: RequestContext["now"]) => boolean) {
  let then: string | null = null;
  let lists = 0;
  return (reply: SandboxResponse, context: RequestContext): SandboxResponse => {
    const { cards } = (reply.body ?? {}) as { cards?: readonly { id: string }[] };
    if (cards === undefined) return reply;
    then ??= JSON.stringify(cardsOf(context.state));
    lists += 1;
    // Now and then, in no rhythm of its own.
    if (((lists * 2_654_435_761) >>> 0) % 5 !== 0 || !shows(then, context.now)) return reply;
    const old = new Map((JSON.parse(then) as { id: string }[]).map((card) => [card.id, card]));
    return { ...reply, body: { ...(reply.body as object), cards: cards.map((card) => old.get(card.id)) } };
  };
}

const judged = async (fault: Partial<Seams>, checks = /^write\.stays$|^spelling\.(?:patch|put)$/) => {
  const result = await proofRun({
    sandbox: { faults: [fault] },
    select: ({ id }) => checks.test(id),
    run: { cases: 300 },
    takesMs: 15,
  });
  return result.checks.find(({ id }) => id === "write.stays");
};

test("a copy of the cards that no write reaches is found", async () => {
  const found = await judged({ reply: withCopy(() => true) });
  assert.equal(found?.verdict, "failed");
  assert.match(found?.received ?? "", /^limits\.daily \d+, \d of 24 times$/);
});

test("a copy that is behind for some seconds is not held against a server", async () => {
  let began = 0;
  const reply = withCopy((_, now) => {
    began ||= now;
    return now - began < 8_000;
  });
  const found = await judged({ reply });
  assert.notEqual(found?.verdict, "failed");
  assert.match(found?.message ?? "", /; 10 s after a write, that does not happen$/);
});

test("a copy of the cards that no 0 reaches is found, by the limit that is 0", async () => {
  /** The limits as the copy has them, by the id of the card. */
  const copy = new Map<string, object>();
  const apply = (change: Change) => {
    applyChange(change);
    const [id, limits] = [String(change.item.id), change.item.limits as object];
    const kept = Object.entries(limits).filter(([, value]) => value !== 0);
    copy.set(id, { ...copy.get(id), ...Object.fromEntries(kept) });
  };
  let lists = 0;
  const reply = (given: SandboxResponse): SandboxResponse => {
    const { cards } = (given.body ?? {}) as { cards?: readonly { id: string; limits: object }[] };
    lists += 1;
    if (cards === undefined || lists % 2 === 0) return given;
    const shown = cards.map((card) => ({ ...card, limits: { ...card.limits, ...copy.get(card.id) } }));
    return { ...given, body: { ...(given.body as object), cards: shown } };
  };
  const found = await judged({ apply, reply }, /^(?:write|idempotency)\b/);
  assert.equal(found?.verdict, "failed", found?.message ?? "");
  assert.match(found?.received ?? "", /^limits\.atm [1-9]\d*, \d+ of 24 times$/);
});

/** A server that sets a card back to what it was before a write of this method, some time after it. */
function withUndo(method: string, afterMs: number): Partial<Seams> {
  const undos: { readonly at: number; readonly undo: () => void }[] = [];
  return {
    intercept({ now }) {
      while ((undos[0]?.at ?? Number.POSITIVE_INFINITY) <= now) undos.shift()?.undo();
      return null;
    },
    apply(change, { request, now }) {
      const before = structuredClone(change.item);
      applyChange(change);
      const undo = () => void Object.assign(change.item, before);
      if (request.method === method) undos.push({ at: now + afterMs, undo });
    },
  };
}

for (const method of ["PATCH", "PUT"]) {
  test(`a server that undoes each ${method} a while later is found, by what was written just before`, async () => {
    const found = await judged(withUndo(method, 1_200));
    assert.equal(found?.verdict, "failed", found?.message ?? "");
    assert.match(found?.received ?? "", /^limits\.daily \d+, 24 of 24 times$/);
  });
}
