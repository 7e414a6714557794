import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeAtOnce, type Written } from "./at-once.ts";
import type { Snapshot } from "./kit/card-list.ts";
import { bodyForms, omittedIn, specifiedForm, type WriteForm } from "./write-form.ts";

type Card = Record<string, unknown> & { readonly id: string };

const snapshot = (isSettled: boolean, ...cards: readonly Card[]): Snapshot => ({
  cards: new Map(cards.map((card) => [card.id, card])),
  exchanges: ["read"],
  isSettled,
});

const card = (id: string, daily: number, nickname = "Café"): Card => ({
  id,
  nickname,
  limits: { daily, monthly: 9 },
});

const written = (id: string, value: number, after: Card | null, details: Partial<Written> = {}): Written => ({
  card: { id, form: specifiedForm("updateCardLimits"), original: card(id, 1), wrote: new Map() },
  value,
  exchange: exchange({ id: `write-${id}`, status: 200 }),
  before: snapshot(true, card(id, 1)),
  after: after === null ? null : snapshot(true, after),
  ...details,
});

describe("two writes at the same time", () => {
  const other = written("B", 7, card("B", 7));
  const kindOf = (one: Written, beside = other) => judgeAtOnce(one, beside).kind;

  it("are held where each card has its own amount, and nothing else is changed", () => {
    assert.equal(kindOf(written("A", 5, card("A", 5))), "held");
  });

  it("are broken where a card has the amount of the other one, or its own from before", () => {
    for (const daily of [7, 1]) {
      const fact = judgeAtOnce(written("A", 5, card("A", daily)), other);
      assert.equal(fact.kind, "violated");
      assert.equal("received" in fact && fact.received, `limits.daily ${daily}`);
    }
  });

  it("are broken where another field of the card changed", () => {
    const fact = judgeAtOnce(written("A", 5, card("A", 5, "CafÃ©")), other);
    assert.equal(fact.kind, "violated");
    assert.equal("received" in fact && fact.received, 'nickname "CafÃ©"');
  });

  it("are held where a limit changed that a PUT in this form leaves out", () => {
    const limits = { daily: 1, monthly: 9, approvalBased: null };
    const isPartial = (form: WriteForm) => omittedIn(form, limits).includes("approvalBased");
    const form = bodyForms(specifiedForm("replaceCardLimits")).find(isPartial);
    assert.ok(form !== undefined);
    const own = { id: "A", form, original: { ...card("A", 1), limits }, wrote: new Map() };
    const reset = { ...card("A", 5), limits: { daily: 5, monthly: 9, approvalBased: 2 } };
    const before = snapshot(true, own.original);
    assert.equal(kindOf(written("A", 5, reset, { card: own, before })), "held");
    assert.equal(kindOf(written("A", 5, reset, { before })), "violated", "a PATCH leaves it");
  });

  it("tell nothing where somebody else wrote, an effect may still come, one was refused, or nothing was read", () => {
    assert.equal(kindOf(written("A", 5, card("A", 6))), "missing");
    assert.equal(kindOf(written("A", 5, null, { after: snapshot(false, card("A", 1)) })), "missing");
    assert.equal(kindOf(written("A", 5, null)), "missing");
    const [queued, twice] = [exchange({ status: 202 }), { ...exchange({ status: 200 }), sentBefore: 1 }];
    for (const later of [queued, twice])
      assert.equal(kindOf(written("A", 5, card("A", 1), { exchange: later })), "missing");
    const refused = written("B", 7, card("B", 1), { exchange: exchange({ id: "no", status: 409 }) });
    assert.equal(kindOf(written("A", 5, card("A", 1)), refused), "missing");
  });
});
