import assert from "node:assert/strict";
import { test } from "node:test";
import type { Spelling } from "../../plan/spellings.ts";
import type { Run } from "./check.ts";
import { brokenIn, confirmDrawn, type DrawnJudge } from "./drawn.ts";
import type { Fact } from "./verdict.ts";

const spellingOf = (value: string): Spelling => ({
  dimension: value,
  value,
  when: `${value} is sent`,
  basis: "none",
  expectation: "must work",
  applies: () => true,
  rewrite: (request) => request,
});
const rows = [[spellingOf("one")], [spellingOf("two")]];
const violation: Fact = {
  kind: "violated",
  message: "It was refused with 500.",
  expected: ["401"],
  received: "500",
  exchanges: ["x1"],
};
const held: Fact = { kind: "held", seen: "refused", exchange: "x2" };

/** A run that still sends, or that has ended. */
const runStopped = (why: string | null) => ({ probe: { session: { stopped: () => why } } }) as unknown as Run;
const running = runStopped(null);
const kindsOf = (facts: readonly Fact[]) => facts.map(({ kind }) => kind);

/** Facts of combinations that were sent together first, and are then judged so. */
function confirmedWith(judge: DrawnJudge["judge"], together: typeof rows | undefined) {
  const options = {
    judge,
    ...(together === undefined ? {} : { together }),
  };
  return confirmDrawn(running, brokenIn(rows, [violation, held]), options);
}

test("what one request does not show alone counts if it is there each time that all are sent together", async () => {
  const facts = await confirmedWith(
    async (some) => some.map(() => (some.length > 1 ? violation : held)),
    rows,
  );
  assert.equal(facts.length, 1);
  const [fact] = facts;
  assert.ok(fact?.kind === "violated");
  assert.equal(fact.message, "It was refused with 500, while other requests are being answered.");
  assert.equal(fact.isLasting, true);
});

test("it does not if it comes and goes, or was not sent with others", async () => {
  let times = 0;
  const facts = await confirmedWith(async (some) => {
    times += some.length > 1 ? 1 : 0;
    return some.map(() => (some.length > 1 && times < 3 ? violation : held));
  }, rows);
  assert.deepEqual(kindsOf(facts), ["missing"]);
  const alone = await confirmedWith(async (some) => some.map(() => held), undefined);
  assert.deepEqual(kindsOf(alone), ["missing"]);
});

test("it does not if it is another of them each time", async () => {
  const facts = await confirmedWith(
    async (some) => some.map((_, index) => (some.length > 1 && index === 1 ? violation : held)),
    rows,
  );
  assert.deepEqual(kindsOf(facts), ["missing"]);
});

test("where the run has ended, what was seen is told as it was, and nothing is said of repetitions", async () => {
  const judge = async () => assert.fail("nothing can be sent");
  const told = (mayBeChance: boolean) =>
    confirmDrawn(runStopped("it has ended"), brokenIn(rows, [violation, held]), {
      judge,
      mayBeChance: () => mayBeChance,
    });
  const [certain] = await told(false);
  assert.ok(certain?.kind === "violated");
  assert.equal(certain.received, "500; the run ended before it could be repeated");
  assert.equal((await told(true))[0]?.kind, "missing");
});

test("a cause that was found for another defect is sent once more, and only by itself", async () => {
  const [one = [], two = []] = rows;
  const sent: (readonly Spelling[])[] = [];
  const judge: DrawnJudge["judge"] = async (some) => {
    sent.push(...some);
    return some.map(() => violation);
  };
  const options = { judge, mayBeChance: () => false };
  const facts = await confirmDrawn(running, [{ row: [...one, ...two], violation }], options, [one]);
  assert.deepEqual(sent, [one]);
  assert.deepEqual(
    facts.map((fact) => (fact.kind === "violated" ? fact.spelled : fact.kind)),
    [one],
  );
});

test("what chance may make is not shrunk where it does not come again", async () => {
  const row = rows.flat();
  const sent: (readonly Spelling[])[] = [];
  const judge: DrawnJudge["judge"] = async (some) => {
    sent.push(...some);
    return some.map(() => held);
  };
  const facts = await confirmDrawn(running, [{ row, violation }], { judge });
  assert.deepEqual(sent, [row, row]);
  assert.deepEqual(kindsOf(facts), ["missing"]);
});
