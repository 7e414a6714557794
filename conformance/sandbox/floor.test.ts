import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { isAction, serveFromDescription } from "./floor.ts";
import type { RequestContext } from "./seams.ts";
import { partnerOf } from "./testing.ts";

/** The operation as if the description showed no body, as a POST that freezes a card has none. */
const bodiless = { mediaType: null, body: null, bodyRequired: false };

/** A partner of a sandbox where PATCH is served from the description alone, but for these changes of it. */
const servedAs = (change: Partial<Operation>) => {
  const operation = { ...operations.updateCardLimits, ...change };
  const intercept = (context: RequestContext) =>
    context.operation === operation.id ? serveFromDescription(context, operation) : null;
  return partnerOf({ faults: [{ intercept }] });
};

test("a property of the body becomes what the operation changes, where that is said", async () => {
  const target = "/limits/daily";
  const { token, write, limits } = servedAs({
    changes: { ...operations.updateCardLimits.changes, target, member: "daily" },
  });
  assert.equal((await write(await token(), { body: { daily: 77 } })).status, 200);
  assert.equal(limits()?.daily, 77);
});

test("what a merge patch takes away, but a card has to show, is null", async () => {
  const { token, write, limits } = servedAs({ body: null });
  assert.equal((await write(await token(), { body: { approvalBased: null } })).status, 200);
  assert.equal(limits()?.approvalBased, null);
  assert.ok("approvalBased" in (limits() ?? {}));
});

test("what the description refuses for a state of the item is refused, where others are in another one", async () => {
  const { id } = operations.updateCardLimits.bindings;
  const answered = async (pointer: string, ...values: readonly string[]) => {
    const refused = { list: "listCards", pointer, values };
    const { token, write, limits } = servedAs({ bindings: { id: { ...id, refused } } });
    const { status } = await write(await token(), { body: { daily: 77 } });
    return [status, limits()?.daily === 77];
  };
  assert.deepEqual(await answered("/id", "CRD100001"), [409, false]);
  assert.deepEqual(await answered("/id", "CRD100002"), [200, true]);
  assert.deepEqual(await answered("/none", "undefined"), [200, true], "all of them show that");
});

test("where it can't be null, as little as there can be is shown", async () => {
  const { token, write, limits } = servedAs({ body: null });
  assert.equal((await write(await token(), { body: { approvalBased: null, monthly: null } })).status, 200);
  assert.equal(limits()?.monthly, 0);
  assert.equal(limits()?.approvalBased, null);
});

test("an operation that changes a part of an item and has no body leaves it as it is", async () => {
  const { token, write, limits } = servedAs(bodiless);
  const before = structuredClone(limits());
  assert.equal((await write(await token())).status, 200);
  assert.deepEqual(limits(), before);
});

test("the body of a POST that says why an item gets another state is not that state", () => {
  const freeze: Operation = { ...operations.updateCardLimits, method: "POST" };
  const why = { reason: "lost" };
  assert.equal(isAction(freeze, why, "frozen"), true);
  assert.equal(isAction({ ...freeze, ...bodiless }, undefined, "frozen"), true);
  assert.equal(isAction(freeze, why, { reason: "none" }), false, "it may be what is set");
  assert.equal(isAction(freeze, why, undefined), false, "nothing shows what is");
  assert.equal(isAction({ ...freeze, method: "PUT" }, why, "frozen"), false);
  const named = { ...operations.updateCardLimits.changes, member: "reason" };
  assert.equal(isAction({ ...freeze, changes: named }, why, "frozen"), false);
});

test("what a path alone names is shown as a PATCH of that path has left it", async (t) => {
  const table = operations as unknown as Record<string, Operation>;
  const { path } = operations.updateCardLimits;
  // Whatever it shows: a page is at hand.
  const read: Operation = { ...operations.listCards, path, paginated: null, bindings: {} };
  const patch: Operation = { ...operations.updateCardLimits, changes: null, bindings: {}, body: null };
  Object.assign(table, { readLimits: read, changeLimits: patch });
  t.after(() => {
    delete table.readLimits;
    delete table.changeLimits;
  });
  const shown: unknown[] = [];
  const intercept = (context: RequestContext) => {
    if (context.operation !== patch.id) return null;
    const show = () => shown.push(serveFromDescription(context, read).body);
    show();
    const reply = serveFromDescription(context, patch);
    show();
    return reply;
  };
  const { token, write } = partnerOf({ faults: [{ intercept }] });
  assert.equal((await write(await token(), { body: { nextCursor: "moved" } })).status, 200);
  const cursors = shown.map((page) => (page as { nextCursor?: unknown }).nextCursor);
  assert.notEqual(cursors[0], "moved");
  assert.equal(cursors[1], "moved");
});
