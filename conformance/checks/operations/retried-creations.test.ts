import assert from "node:assert/strict";
import { test } from "node:test";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { retryCreation, withMoreOf } from "./retried-creations.ts";
import { operation, signedWrite, writingRun } from "./testing.ts";
import type { Watch } from "./watch.ts";

const args = { path: {}, query: {}, isLive: true };

/** A server that creates something for each request, or once for each key that `forgets` says nothing of. */
async function judged(
  forgets: (sent: readonly string[]) => boolean,
  isCalm = true,
  responses = { "201": null },
  isLogged = false,
) {
  const one = operation({ ...signedWrite, path: "/v1/thing", responses });
  const made = new Set<string>();
  const sent: string[] = [];
  let shown = 0;
  let items = 0;
  const call = async (_: string, { idempotencyKey = "", alteration }: Call) => {
    sent.push(`${idempotencyKey}${alteration === undefined ? "" : " refused"}`);
    if (alteration !== undefined) return exchange({ operation: null, status: 403 });
    if (!made.has(idempotencyKey) || forgets(sent)) items += 1;
    made.add(idempotencyKey);
    return exchange({ operation: null, status: 201 });
  };
  const look = async () => {
    const lists = isLogged ? ["listThings", "listEntries"] : ["listThings"];
    const changes = Array.from({ length: items - shown }).flatMap((_, index) =>
      lists.map((list) => ({ place: `${list} T${shown + index}`, seen: "was not there, is open" })),
    );
    shown = items;
    return changes;
  };
  const watch: Watch = { expectChange: look, expectNone: look, isCalm: async () => isCalm };
  const facts = await retryCreation(writingRun(call), one, args, { body: {}, others: [] }, watch);
  return facts.map((fact) => (fact.kind === "violated" ? fact.message : fact.kind));
}

const never = () => false;
const isRefused = (sent: readonly string[]) => (sent[0] ?? "").includes("refused");

test("what is created once under a key is held, whatever came before or beside it", async () => {
  assert.deepEqual(await judged(never), ["held", "held"]);
  assert.deepEqual(await judged(never, true, { "200": null } as never), [], "it shows nothing new");
});

test("a key that is forgotten after a refused request is found", async () => {
  const [first] = await judged((sent) => sent.length === 3 && isRefused(sent));
  assert.match(first ?? "", /applied again, after a request without X-Signature had come first under it/);
  assert.deepEqual(
    (await judged((sent) => sent.length === 3, false))[0],
    "missing",
    "somebody else may do it",
  );
});

test("what is repeated after a refused request leaves out what may be left out, as far as that is accepted", async () => {
  const [body, least] = [{ name: "a", note: "b" }, { name: "a" }];
  const sentWhere = async (isAccepted: (body: unknown) => boolean) => {
    const sent: unknown[] = [];
    const call = async (_: string, { alteration, body: asked }: Call) => {
      if (alteration === undefined) sent.push(asked);
      const status = alteration === undefined && isAccepted(asked) ? 201 : 403;
      return exchange({ operation: null, status });
    };
    const change = { place: "listThings T9", seen: "was not there, is open" };
    const expectChange = async () => [change];
    const watch: Watch = { expectChange, expectNone: async () => [], isCalm: async () => true };
    const one = operation({ ...signedWrite, path: "/v1/thing", responses: { "201": null } });
    await retryCreation(writingRun(call), one, args, { body, others: [body, least] }, watch);
    return sent.map((one) => (one === least ? "least" : "body")).join(" ");
  };
  assert.equal(await sentWhere(() => true), "least least body body body body body");
  assert.equal(await sentWhere((one) => one === body), "least body body body body body");
});

test("one with more items in a list is repeated as well, the shortest of these", () => {
  const [one, two, three] = [{ a: [1] }, { a: [1, 1] }, { a: [{ b: [1, 2, 3] }] }];
  assert.equal(withMoreOf(one, [one, three, two]), two);
  assert.equal(withMoreOf(two, [one, two, three]), three);
  assert.equal(withMoreOf(three, [one, two, three]), null);
});

test("two requests at the same time that are both applied are found", async () => {
  const [held, second] = await judged((sent) => sent.length === 6);
  assert.equal(held, "held");
  assert.match(second ?? "", /came at the same time with the same idempotency key were both applied/);
});

test("what comes with each new item, as in a log, is no second one", async () => {
  const created = { "201": null };
  assert.deepEqual(await judged(never, true, created, true), ["held", "held"]);
  const [, second] = await judged((sent) => sent.length === 6, true, created, true);
  assert.match(second ?? "", /were both applied/);
});

test("requests under one key are about one item, which the first of them may use up", async () => {
  const one = operation({ ...signedWrite, responses: { "201": null } });
  let path = { id: "T1" };
  const item = {
    isUsedUp: false,
    note: (made: Exchange) => {
      item.isUsedUp ||= succeeded(made);
    },
    renew: async () => {
      path = { id: `T${Number(path.id.slice(1)) + 1}` };
      item.isUsedUp = false;
    },
  };
  const ofItems = {
    ...args,
    item,
    get path() {
      return path;
    },
  };
  const paths = new Map<string, Set<unknown>>();
  const call = async (_: string, { idempotencyKey = "", alteration, path: sent }: Call) => {
    paths.set(idempotencyKey, (paths.get(idempotencyKey) ?? new Set()).add(sent?.id));
    return exchange({ operation: null, status: alteration === undefined ? 201 : 403 });
  };
  const change = { place: "listThings T9", seen: "was not there, is open" };
  const watch: Watch = {
    expectChange: async () => [change],
    expectNone: async () => [],
    isCalm: async () => true,
  };
  await retryCreation(writingRun(call), one, ofItems, { body: {}, others: [] }, watch);
  assert.deepEqual(
    [...paths.values()].map((ids) => [...ids]),
    [["T1"], ["T2"], ["T3"]],
  );
});
