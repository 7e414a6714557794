import assert from "node:assert/strict";
import { test } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import { testKeys } from "../../src/testing/keys.ts";
import type { Claim, Seen, Work } from "./evidence.ts";
import { viewOf } from "./view.ts";

const { listCards, updateCardLimits } = operations;
const list = (task: number): Work => ({ task, operation: listCards.id, path: listCards.path });
const patch = (task: number, daily: number): Work => ({
  ...{ task, operation: updateCardLimits.id, path: "/v1/card/C1/limits", body: { daily } },
});

let arrived = 0;
/** A request, and its answer. */
function seen(work: Work, json: unknown, { status = 200, key = "" } = {}): Seen {
  const id = `x${++arrived}`;
  const response = { status, headers: [], json };
  const headers = new Headers({ [api.headers.idempotencyKey]: key });
  const body = work.body === undefined ? "" : JSON.stringify(work.body);
  return {
    ...{
      id,
      arrived,
      answered: arrived,
      path: work.path,
      operation: work.operation,
      headers,
      body,
      response,
    },
    ...{
      query: new URLSearchParams(),
      request: { method: "GET", url: "http://a.invalid/", headers: [], body },
    },
    ...{ startedAt: arrived * 1000, endedAt: arrived * 1000 },
  } as unknown as Seen;
}
const page = (work: Work) => seen(work, { cards: [] });
const refused = (work: Work, key: string) => seen(work, {}, { status: 403, key });
const done = (work: Work, key: string) => seen(work, {}, { key });

/** The ids of the requests that belong to each part of a task. */
function attempts(work: readonly Work[], all: readonly Seen[], claims: readonly Claim[] = []) {
  const view = viewOf({
    ...{ scenario: "a test", work, clientId: "a-client", clientSecret: "a-secret-of-this-test" },
    publicKey: testKeys().publicKey,
    ...{ seen: all, effects: [], claims, end: null },
  });
  return view.worked.map((one) => one.attempts.map(({ id }) => id));
}
const ids = (...some: readonly Seen[]) => some.map(({ id }) => id);

test("what a client reads before a write is not the list that comes after it", () => {
  const work = [list(1), patch(2, 5000), list(3), patch(4, 4000), patch(5, 5000)] as const;
  const [first, before, one, listed, again, other, last, end] = [
    ...[page(work[0]), page(work[0]), done(work[1], "a"), page(work[2]), page(work[2]), done(work[3], "b")],
    ...[page(work[2]), done(work[4], "c")],
  ] as [Seen, Seen, Seen, Seen, Seen, Seen, Seen, Seen];
  assert.deepEqual(attempts(work, [first, before, one, listed, again, other, last, end]), [
    ...[ids(first), ids(one), ids(listed), ids(other), ids(end)],
  ]);
});

test("after a refusal, what begins anew is the next part, unless a client says that it has done the first", () => {
  const work = [patch(1, 5000), patch(2, 5000)] as const;
  const [one, other] = [refused(work[0], "a"), done(work[1], "b")];
  const claim = (result: Claim["result"]): Claim => ({ task: 1, result, items: null, outcome: null });
  assert.deepEqual(attempts(work, [one, other], [claim("error")]), [ids(one), ids(other)]);
  assert.deepEqual(attempts(work, [one, other]), [ids(one), ids(other)], "it says nothing");
  assert.deepEqual(attempts(work, [one, other], [claim("ok")]), [ids(one, other), []]);
});
