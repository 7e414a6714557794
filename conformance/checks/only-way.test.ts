import assert from "node:assert/strict";
import { test } from "node:test";
import { succeeded } from "../wire/exchange.ts";
import { exchange } from "../wire/testing.ts";
import { judgeOnlyWay } from "./only-way.ts";

/** What is said where the specified request and its repetition get these statuses, and another way this one. */
async function judged(first: number, second: number, other: number | null) {
  let others = 0;
  const fact = await judgeOnlyWay({
    what: "list request",
    wanted: "a list",
    specified: exchange({ id: "x1", status: first }),
    isAccepted: succeeded,
    other: async () => {
      others += 1;
      const status = other ?? 400;
      return other === null ? null : { description: "in JSON", exchange: exchange({ id: "x2", status }) };
    },
    again: async () => exchange({ id: "x3", status: second }),
  });
  return { fact, others };
}

test("where the specified request is accepted, no other one is sent", async () => {
  const { fact, others } = await judged(200, 200, 200);
  assert.equal(fact.kind, "held");
  assert.equal(others, 0);
});

test("a refusal counts where another way is accepted and the specified one is refused again", async () => {
  const { fact } = await judged(400, 400, 200);
  assert.ok(fact.kind === "violated");
  assert.match(fact.message, /list request as specified is refused, but accepted in JSON/);
  assert.equal(fact.received, "400 as specified, 200 in JSON");
  assert.deepEqual(fact.exchanges, ["x1", "x2"]);
});

test("refused once, refused in every way, or not answered: nothing can be said", async () => {
  assert.equal((await judged(400, 200, 200)).fact.kind, "missing");
  assert.equal((await judged(400, 400, null)).fact.kind, "missing");
  const { fact, others } = await judged(503, 503, 200);
  assert.equal(fact.kind, "missing");
  assert.equal(others, 0);
});
