import assert from "node:assert/strict";
import { test } from "node:test";
import { aCopy, type Failure, hiddenIn } from "./causes.ts";
import { noChange } from "./kit/refusal.ts";
import { asBefore, ofOneValue, otherwise } from "./operations/effect-facts.ts";

const failure = (id: string, more: Partial<Failure> = {}): Failure => ({
  id,
  operations: [],
  message: "A request was accepted.",
  expected: [],
  received: "200",
  spelled: [],
  isKnown: false,
  ...more,
});
const hidden = (...failures: readonly Failure[]) =>
  [...hiddenIn(failures)].map(([id, by]) => `${id} by ${by}`);

const key = failure("signature.key.patch");
const path = failure("signature.path.patch");
const inLowerCase = { spelled: [{ dimension: "scheme", value: "lower-case" }] };

test("what a signature covers is hidden where anybody's is taken, for the same operation", () => {
  assert.deepEqual(hidden(path, key, failure("signature.path.put")), [
    "signature.path.patch by signature.key.patch",
  ]);
  assert.deepEqual(hidden(path, failure("signature.algorithm.patch")), []);
});

test("what a history shows of limits that a PUT leaves as they were, one PUT shows by itself", () => {
  const one = failure("write.every-limit.put");
  const history = failure("write.effect.put", { message: "After an accepted write another value is read." });
  assert.deepEqual(hidden(one, history), ["write.effect.put by write.every-limit.put"]);
  assert.deepEqual(hidden(one, failure("write.effect.put", { message: "PUT was answered 200." })), []);
});

test("what is seen in every spelling is not hidden by what is seen in one alone, but the other way round", () => {
  assert.deepEqual(hidden(path, { ...key, ...inLowerCase }), []);
  assert.equal(hidden({ ...path, ...inLowerCase }, { ...key, ...inLowerCase }).length, 1);
  assert.equal(hidden({ ...path, ...inLowerCase }, key).length, 1);
});

test("a failure that is known hides nothing, since that might be new", () => {
  assert.deepEqual(hidden(path, { ...key, isKnown: true }), []);
  assert.equal(hidden({ ...path, isKnown: true }, key).length, 1);
});

test("a cursor that is known now and then hides what is refused on later pages", () => {
  const known = failure("list.cursor.known", { received: "400, of 7 cursors that were taken afterwards" });
  const later = { received: "400, 4 of 9 times", spelled: [{ dimension: "page", value: "later" }] };
  const first = { ...later, spelled: [] };
  const found = (...others: readonly Failure[]) => hidden(known, ...others);
  assert.deepEqual(found(failure("spelling.list", later)), ["spelling.list by list.cursor.known"]);
  assert.deepEqual(found(failure("list.cursor", later)), ["list.cursor by list.cursor.known"]);
  assert.deepEqual(found(failure("spelling.list", first)), [], "on the first page there is no cursor");
  assert.deepEqual(found(failure("spelling.list", { ...later, received: "404" })), []);
  assert.deepEqual(found(failure("spelling.patch", later)), []);
});

test("an empty cursor that leads to the first page hides what a walk then shows", () => {
  const more = failure("page.next-cursor.more", { received: '""' });
  assert.deepEqual(hidden(more, failure("list.limit.exact")), ["list.limit.exact by page.next-cursor.more"]);
  assert.deepEqual(hidden({ ...more, received: "the end" }, failure("list.limit.exact")), []);
  assert.deepEqual(hidden(more, failure("list.limit")), []);
});

test("an item that is on one page twice hides that walks meet it twice", () => {
  const [once, other] = [failure("list.iteration.once"), failure("list.iteration.once.listHolders")];
  const distinct = failure("page.distinct");
  assert.deepEqual(hidden(once, other, distinct), ["list.iteration.once by page.distinct"]);
});

test("what a list leaves out hides that it ends early", () => {
  assert.deepEqual(hidden(failure("page.last"), failure("page.whole")), ["page.last by page.whole"]);
});

test("a write that needs no key hides that an empty one is taken, if it is taken", () => {
  const [missing, empty] = ["missing", "empty"].map((kind) => failure(`idempotency-key.${kind}.put`));
  assert.ok(missing !== undefined && empty !== undefined);
  assert.deepEqual(hidden(missing, empty), ["idempotency-key.empty.put by idempotency-key.missing.put"]);
  assert.deepEqual(hidden(missing, { ...empty, received: "500" }), []);
});

test("a new token that is refused hides that tokens are refused elsewhere", () => {
  const refused = { received: "401" };
  const all = [failure("token.accepted", refused), failure("list.cursor", refused)];
  const told = ["token.accepted by token.fresh", "list.cursor by token.fresh"];
  assert.deepEqual(hidden(failure("token.fresh", refused), ...all), told);
  assert.deepEqual(hidden(failure("token.lives", refused), ...all), ["token.accepted by token.lives"]);
  assert.deepEqual(hidden(failure("token.fresh"), failure("list.cursor", { received: "404" })), []);
});

test("what walks over a list show hides that the log of the run shows it as well", () => {
  const operations = ["listCards"];
  const spelled = [{ dimension: "accept", value: "absent" }];
  const of = (id: string, more: Partial<Failure> = {}) => failure(id, { operations, ...more });
  const all = [of("page.last"), of("page.whole"), of("list.page-size")];
  const by = "list.iteration.once";
  const told = ["page.last", "page.whole"].map((id) => `${id} by ${by}`);
  assert.deepEqual(hidden(of(by, { spelled }), ...all), told);
  assert.deepEqual(hidden(of("list.limit.default"), of("list.page-size")), [
    "list.page-size by list.limit.default",
  ]);
  assert.deepEqual(hidden(of("list.page-size"), of("page.last")), []);
  const other = of("page.last.listHolders", { operations: ["listHolders"] });
  assert.deepEqual(hidden(of(by), other, of("card.state")), []);
});

test("what is refused, and carried out nevertheless, is told once", () => {
  const refused = failure("refused.no-effect.put", { received: "limits.daily 5" });
  const stale = failure("timestamp.stale.put", {
    expected: ["a refusal", noChange],
    received: "401, and more",
  });
  assert.deepEqual(hidden(stale, refused), ["timestamp.stale.put by refused.no-effect.put"]);
  assert.deepEqual(hidden(failure("timestamp.stale.put"), refused), [], "it was accepted");
  assert.deepEqual(hidden({ ...stale, id: "timestamp.stale.patch" }, refused), [], "another operation");
});

test("an invalid token that is accepted hides what tokens stand for, one that is misspelt does not", () => {
  const dies = failure("token.dies");
  const invalid = (message: string) => failure("token.invalid.list", { message });
  assert.equal(hidden(dies, invalid("A request with a token that was never issued was accepted.")).length, 1);
  assert.equal(
    hidden(dies, invalid("A request with a token that stands there twice was accepted.")).length,
    0,
  );
  const status = (id: string, received: string) => failure(id, { received });
  assert.equal(hidden(status("token.dies", "403"), status("token.invalid.list", "403")).length, 1);
  assert.equal(hidden(status("token.dies", "400"), status("token.invalid.list", "403")).length, 0);
});

test("a token that ends early hides that it is refused as a later one, and nothing else", () => {
  const spelling = (dimension: string, received: string) =>
    failure("spelling.list", { received, spelled: [{ dimension, value: "later" }] });
  const accepted = failure("token.accepted", { received: "401, and success with another one" });
  assert.equal(hidden(spelling("token", "401, in 5 of 5 times"), accepted).length, 1);
  assert.equal(hidden(spelling("token", "403, in 5 of 5 times"), accepted).length, 0);
  assert.equal(hidden(spelling("accept", "401, in 5 of 5 times"), accepted).length, 0);
  const plain = failure("spelling.list", { received: "401, in 5 of 5 times" });
  assert.equal(hidden(plain, accepted).length, 0);
});

test("one scope hides the others only where none is looked at", () => {
  const scopes = ["cards-read", "cards-write", "transfers-read", "transfers-write"].map((name) =>
    failure(`scope.${name}.list`),
  );
  assert.equal(hidden(...scopes).length, 3);
  assert.equal(hidden(...scopes.slice(1)).length, 0);
});

test("a recording is hidden by what fails of its operation and its kind, and hides nothing", () => {
  const of = (id: string, operation: string) => failure(id, { operations: [operation] });
  const recorded = of("exchange.update-card-limits.4xx", "updateCardLimits");
  const missing = "signature.missing.patch";
  assert.deepEqual(hidden(recorded, of(missing, "updateCardLimits")), [`${recorded.id} by ${missing}`]);
  assert.deepEqual(hidden(recorded, of("signature.missing.put", "replaceCardLimits")), []);
  assert.deepEqual(hidden(recorded, of("write.effect.patch", "updateCardLimits")), []);
  assert.deepEqual(hidden(recorded), []);
  const listed = of("exchange.list-cards.200", "listCards");
  assert.deepEqual(hidden(listed, of("token.missing.list", "listCards")), []);
  assert.equal(hidden(listed, of("card.id", "listCards")).length, 1);
});

test("what happens now and then hides what met a request that another check looks at", () => {
  const steady = failure("list.request.steady", { received: "500, at 4 times in 90 such requests" });
  assert.deepEqual(hidden(failure("list.request", { received: "500 (“{}”)" }), steady), [
    "list.request by list.request.steady",
  ]);
  assert.deepEqual(
    hidden(failure("list.request", { received: "301" }), steady),
    [],
    "it was answered otherwise",
  );
});

test("a write that is lost each time hides that one is lost now and then", () => {
  const effect = failure("write.effect.put", { received: "limits.daily 5" });
  const lost = failure("write.carried-out.put", {
    received: "limits.daily 5, as before, after 2 of 9 writes",
  });
  assert.deepEqual(hidden(lost, effect), ["write.carried-out.put by write.effect.put"]);
});

test("a server that fails at some writes each time is not told to fail now and then as well", () => {
  const steady = failure("write.steady.put", { received: "500, at 3 times in 9 such requests" });
  for (const id of ["write.answered", "idempotency.retry.put"]) {
    const cause = failure(id, { received: "500, each of 4 times" });
    assert.deepEqual(hidden(steady, cause), [`write.steady.put by ${id}`]);
    assert.deepEqual(hidden(steady, { ...cause, received: "limits.daily 5" }), []);
  }
});

test("a write that is lost or repeated hides that it is overtaken", () => {
  const order = failure("write.order", { received: "limits.daily 5, from the earlier one" });
  for (const id of ["write.effect.patch", "idempotency.retry.put"])
    assert.deepEqual(hidden(order, failure(id, { received: "limits.daily 5" })), [`write.order by ${id}`]);
  assert.deepEqual(hidden(order, failure("write.headers.patch", { received: "400" })), []);
});

test("a write that is lost hides that it is lost beside another one, which hides that it is so now and then", () => {
  const atOnce = failure("write.at-once", { received: "limits.daily 5" });
  assert.deepEqual(hidden(atOnce, failure("write.effect.patch")), ["write.at-once by write.effect.patch"]);
  assert.deepEqual(hidden(atOnce, failure("write.other-fields.put")), [
    "write.at-once by write.other-fields.put",
  ]);
  assert.deepEqual(hidden(atOnce, failure("write.carried-out.put")), [
    "write.carried-out.put by write.at-once",
  ]);
  assert.deepEqual(hidden(atOnce, failure("idempotency.retry.put")), []);
});

test("a write that is carried out after a later one hides that this looks lost, or as if a copy had come", () => {
  const order = failure("write.order");
  const retry = failure("idempotency.retry.put", { message: `${aCopy}, sent beside it, was applied.` });
  assert.deepEqual(hidden(order, retry), ["idempotency.retry.put by write.order"]);
  assert.deepEqual(hidden(order, failure("write.carried-out.patch")), [
    "write.carried-out.patch by write.order",
  ]);
});

test("a copy that seems to be carried out after a write of the other operation is hidden where that loses writes", () => {
  const retry = failure("idempotency.retry.put", {
    message: `${aCopy}, sent right after a later one, was applied.`,
  });
  const [lost, own] = [failure("write.effect.patch"), failure("write.effect.put")];
  assert.deepEqual(hidden(lost, retry), ["idempotency.retry.put by write.effect.patch"]);
  assert.deepEqual(hidden(own, retry), []);
  assert.deepEqual(hidden(lost, failure("idempotency.retry.put")), []);
});

test("where a write is lost, what it leaves out keeps its value as well", () => {
  const effect = (message: string) => failure("effect.replaceNote", { message });
  const kept = failure("default.replaceNote");
  assert.deepEqual(hidden(effect(`text ${asBefore}.`), kept), ["default.replaceNote by effect.replaceNote"]);
  assert.deepEqual(hidden(effect(`text ${otherwise}.`), kept), []);
});

test("a body that is taken for a key loses its value, and what a write makes otherwise it does under any key", () => {
  const effect = (message: string) => failure("effect.putTags", { message });
  const distinct = failure("idempotency.distinct.putTags");
  assert.deepEqual(hidden(effect(`lost, ${ofOneValue}.`), distinct), [
    "effect.putTags by idempotency.distinct.putTags",
  ]);
  assert.deepEqual(hidden(effect(`tags ${otherwise}.`), distinct), [
    "idempotency.distinct.putTags by effect.putTags",
  ]);
  assert.deepEqual(hidden(effect("lost."), distinct), []);
});
