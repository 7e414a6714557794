/** Servers that answer writes with 202: nobody can say when these are carried out, and they are seen or not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../generated/operations.ts";
import { someCases } from "../../../src/testing/extent.ts";
import { runDefaults } from "../../run/options.ts";
import { applyChange, type Change } from "../../sandbox/change.ts";
import { json } from "../../sandbox/response.ts";
import type { RequestContext, Seams } from "../../sandbox/seams.ts";
import { isWrite } from "../../wire/is-write.ts";
import { proofRun } from "../in-memory.ts";
import { replacing } from "../variation.ts";
import { idsWith } from "../verdicts.ts";
import { keyOf } from "./servers-with-past.ts";

/** Answers each write that is accepted with 202, and carries out some of them. */
const accepting = (isCarriedOut: (context: RequestContext) => boolean) =>
  replacing({
    apply: (change, context) => {
      if (isCarriedOut(context)) applyChange(change);
    },
    reply: (answer, { operation }) =>
      isWrite(operation) && answer.status === 200 ? json(202, { state: "accepted" }) : answer,
  });
/** Those around refusals are writes as well. */
const select = ({ id }: { id: string }) => /(?:patch|put)$|^list\./.test(id);

test("an operation that is never carried out is found beside another one that always is", async () => {
  const server = accepting(({ operation }) => operation === "updateCardLimits");
  const result = await proofRun({ ...server, select });
  assert.deepEqual(idsWith(result, "failed"), ["write.effect.put"]);
  assert.ok(idsWith(result, "passed").includes("write.effect.patch"));
});

test("where no write is ever seen, nothing can be said, and the run is incomplete", async () => {
  const result = await proofRun({ ...accepting(() => false), select });
  const { end } = result;
  assert.deepEqual(idsWith(result, "failed"), []);
  assert.equal(end.exitCode, 3);
  assert.match(end.incomplete.join(), /PUT .* could hardly be exercised/);
  assert.match(end.incomplete.join(), /PATCH .* could hardly be exercised/);
});

test("a spelling that is accepted and never carried out is found where all others are", async () => {
  const server = accepting(({ request }) => request.headers.get("transfer-encoding") === null);
  const result = await proofRun({ ...server, select: ({ id }) => id === "spelling.patch" });
  assert.deepEqual(idsWith(result, "failed"), ["spelling.patch"]);
  assert.match(
    result.checks.map(({ message }) => message).join(),
    /when the body comes in chunks was answered 202/,
  );
});

test("where each is seen, the run is complete", async () => {
  const { end } = await proofRun({ ...accepting(() => true), select });
  assert.deepEqual([end.exitCode, end.incomplete], [0, []]);
});

test("an empty signature may count as a missing one: its status is none of wrong ones", async () => {
  const server = replacing({
    intercept: ({ request }) =>
      request.headers.get(api.headers.signature) === "" ? json(418, { message: "It is missing." }) : null,
  });
  const { checks } = await proofRun({ ...server, select: ({ id }) => id === "gap.signature.bad-status" });
  assert.deepEqual(
    checks.map(({ verdict, message }) => [verdict, /418/.test(message)]),
    [["observed", false]],
  );
});

test("a key that is forgotten after forty others is found, whichever status carries the writes out", async () => {
  const forgetting: Partial<Seams> = {
    honoursIdempotencyKey: (key, { state }) => [...state.writes.keys()].slice(-40).includes(key),
  };
  const faults = [forgetting, ...(accepting(() => true).sandbox?.faults ?? [])];
  const result = await proofRun({ sandbox: { faults }, run: { cases: someCases(runDefaults.cases) } });
  assert.deepEqual(idsWith(result, "failed"), ["idempotency.retry.patch", "idempotency.retry.put"]);
  assert.ok(idsWith(result, "passed").includes("write.order"));
});

test("a write that is answered 202 may be carried out after a later one", async () => {
  const queue: { readonly at: number; readonly change: Change }[] = [];
  const server = accepting(() => true);
  const late: Partial<Seams> = {
    intercept: ({ now }) => {
      while ((queue[0]?.at ?? Number.POSITIVE_INFINITY) <= now) {
        const due = queue.shift();
        if (due !== undefined) applyChange(due.change);
      }
      return null;
    },
    apply: (change, { operation, now }) => {
      if (operation === "replaceCardLimits") queue.push({ at: now + 400, change });
      else applyChange(change);
    },
  };
  const [answering = {}] = server.sandbox?.faults ?? [];
  const faults = [late, { reply: answering.reply ?? ((reply) => reply) }];
  const result = await proofRun({ sandbox: { faults }, run: { cases: someCases(runDefaults.cases) } });
  assert.deepEqual(idsWith(result, "failed"), []);
});

test("a write that was answered 202 and never seen may be carried out when it is sent again", async () => {
  const open = new Set<string>();
  const first: Partial<Seams> = {
    honoursIdempotencyKey: (key) => !open.delete(key),
    apply: (change, context) => {
      const isAmongFirst = context.state.writes.size < 12;
      if (isAmongFirst && !open.has(keyOf(context))) open.add(keyOf(context));
      else applyChange(change);
    },
  };
  const [answering = {}] = accepting(() => true).sandbox?.faults ?? [];
  const faults = [first, { reply: answering.reply ?? ((reply) => reply) }];
  const result = await proofRun({ sandbox: { faults }, run: { cases: someCases(runDefaults.cases) } });
  assert.deepEqual(idsWith(result, "failed"), []);
});
