import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationId } from "../../../generated/operations.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type ExchangeDetails, exchange, wireRequest } from "../../wire/testing.ts";
import { constantsBeside, judgeIdentity } from "./identity.ts";

const card = (id: string, changes: object = {}) => ({
  id,
  last4: "4242",
  nickname: "Travel",
  cardHolder: { id: "USR1", fullName: "Maria Keller" },
  limits: { daily: 1, monthly: 2, atm: 3, approvalBased: null },
  availableBalance: 5,
  ...changes,
});
const list = (id: string, ...cards: unknown[]) => exchange({ id, body: { cards } });
const write = (id: string, body: unknown, details: ExchangeDetails = {}) =>
  exchange({
    id,
    operation: "updateCardLimits",
    request: wireRequest({ method: "PATCH", url: "http://server.invalid/prefix/v1/card/CRD1/limits?a=b" }),
    body,
    ...details,
  });
const kinds = (...log: Exchange[]) => judgeIdentity(log).map(({ kind }) => kind);

test("a card that is the same twice holds; one that is seen once shows nothing", () => {
  assert.deepEqual(kinds(list("x1", card("CRD1")), list("x2", card("CRD1"))), ["held"]);
  assert.deepEqual(kinds(list("x1", card("CRD1")), list("x2", card("CRD2"))), ["missing"]);
  assert.deepEqual(kinds(), ["missing"]);
});

test("other digits and another holder are contradictions, and name both responses", () => {
  for (const changes of [{ last4: "4243" }, { cardHolder: { id: "USR2", fullName: "Maria Keller" } }]) {
    const [fact] = judgeIdentity([list("x1", card("CRD1")), list("x2", card("CRD1", changes))]);
    assert.ok(fact?.kind === "violated");
    assert.deepEqual(fact.exchanges, ["x2", "x1"]);
  }
});

test("a card that an operation of its own shows is compared with that of the list", () => {
  const shown = (body: unknown) => exchange({ id: "x2", operation: "getCard" as OperationId, body });
  assert.deepEqual(kinds(list("x1", card("CRD1")), shown(card("CRD1"))), ["held"]);
  assert.deepEqual(kinds(list("x1", card("CRD1")), shown(card("CRD1", { last4: "0000" }))), ["violated"]);
  assert.deepEqual(
    kinds(list("x1", card("CRD1")), shown({ id: "CRD1", last4: "0000" })),
    ["missing"],
    "no card",
  );
});

test("what a described operation changes of a card is no constant of it", () => {
  const besides = (target: string, operation = "listCards") =>
    constantsBeside([{ changes: { operation, parameter: "id", id: "/id", target } }]).map(
      ({ pointer }) => pointer,
    );
  assert.deepEqual(besides("/limits"), ["/last4", "/cardHolder/id"]);
  assert.deepEqual(besides("/last4"), ["/cardHolder/id"]);
  assert.deepEqual(besides("/cardHolder"), ["/last4"]);
  assert.deepEqual(besides(""), []);
  assert.deepEqual(besides("/last4", "listOthers").length, 2);
});

test("another label, name, limit, balance or unknown field is none", () => {
  const changes = {
    nickname: "Other",
    cardHolder: { id: "USR1", fullName: "Maria Berg" },
    limits: { daily: 9 },
    availableBalance: 6,
    color: "black",
  };
  assert.deepEqual(kinds(list("x1", card("CRD1")), list("x2", card("CRD1", changes))), ["held"]);
});

test("what does not have the form of the description is not compared", () => {
  const broken = { last4: "424", cardHolder: { id: 7 } };
  assert.deepEqual(kinds(list("x1", card("CRD1")), list("x2", card("CRD1", broken))), ["missing"]);
  assert.deepEqual(kinds(list("x1", card("7")), list("x2", card("7", { last4: "1" }))), ["missing"]);
});

test("a write that answers with another card is a contradiction", () => {
  const [fact] = judgeIdentity([write("x1", card("CRD2"))]);
  assert.ok(fact?.kind === "violated");
  assert.equal(fact.message, "A write of CRD1 was answered with CRD2.");
});

test("a write that answers with its card is compared like a page", () => {
  assert.deepEqual(kinds(list("x1", card("CRD1")), write("x2", card("CRD1"))), ["held"]);
  assert.deepEqual(kinds(list("x1", card("CRD1")), write("x2", card("CRD1", { last4: "0000" }))), [
    "violated",
  ]);
});

test("a response to a write that is no card, a refused write, and an altered request are not judged", () => {
  for (const log of [
    write("x1", ""),
    write("x1", { daily: 1 }),
    write("x1", { id: "CRD2", status: "accepted" }),
    write("x1", { id: "change-2", limits: {} }),
    write("x1", [card("CRD2")]),
    write("x1", card("CRD2"), { status: 409 }),
    write("x1", card("CRD2"), { alteration: "signed for another item" }),
  ]) {
    assert.deepEqual(kinds(log), ["missing"]);
  }
});

test("a spelling as specified is judged as well", () => {
  const spelled = { alteration: "when Accept is absent" };
  assert.deepEqual(kinds(write("x1", card("CRD2"), spelled)), ["violated"]);
});

test("a card that was itself again twice needs no second run, unlike one that stays another one", () => {
  const [same, other] = [list("x1", card("CRD1")), list("x2", card("CRD1", { last4: "4243" }))];
  const lasting = (...log: Exchange[]) =>
    judgeIdentity(log).some((fact) => fact.kind === "violated" && fact.isLasting === true);
  assert.ok(lasting(same, other, same, other, same));
  assert.ok(!lasting(same, other, same));
  assert.ok(!lasting(same, other, other, other, other));
});

test("the holder's name in turns with another one is a contradiction, unlike a name that is edited", () => {
  const named = (id: string, fullName: string) =>
    list(id, card("CRD1", { cardHolder: { id: "USR1", fullName } }));
  const [jose, misread, berg] = [named("x1", "José"), named("x2", "JosÃ©"), named("x3", "Maria Berg")];
  const [fact, ...others] = judgeIdentity([jose, misread, jose, misread, jose]);
  assert.ok(fact?.kind === "violated" && others.length === 0);
  assert.deepEqual([fact.pointer, fact.received], ["/cardHolder/fullName", "JosÃ©"]);
  assert.deepEqual(kinds(jose, misread, misread, jose, misread), ["held"], "back once only");
  assert.deepEqual(kinds(jose, misread, jose, berg, jose, berg, jose), ["held"], "by somebody with ideas");
});
