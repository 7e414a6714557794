import assert from "node:assert/strict";
import { test } from "node:test";
import { testKeys } from "../../../../src/testing/keys.ts";
import { virtualClock } from "../../../../src/testing/virtual-clock.ts";
import { judgeReliance, reliances, tryAnswers } from "../../../clients/reliance.ts";
import { ourClient, type Swap } from "./ours.ts";
import { changing, hearing, isList, isWrite } from "./wires.ts";

/** What is said of our client with a step swapped, for each question with these ids. */
async function reliesOn(swap: Swap, ...ids: readonly string[]) {
  const found = [];
  for (const one of reliances.filter(({ id }) => ids.includes(id))) {
    const clock = virtualClock();
    const options = { keys: async () => testKeys(), now: clock.now };
    const { verdict, answer, message } = judgeReliance(
      one.gap,
      await tryAnswers(one, ourClient(swap)(clock), options),
    );
    found.push([one.id, verdict, answer, message] as const);
  }
  assert.equal(found.length, ids.length);
  return found;
}

test("our client relies on nothing but what it has to decide: the body of PUT and the padding", async () => {
  const ids = reliances.map(({ id }) => id);
  const answers = (await reliesOn({}, ...ids)).map(([id, verdict, answer]) => [id, verdict, answer]);
  assert.ok(answers.every(([, verdict]) => verdict === "observed"));
  assert.deepEqual(
    answers.filter(([, , answer]) => answer !== "any").map(([id, , answer]) => `${id}: ${answer}`),
    ["reliance.put.body: limits", "reliance.signature.padding: pkcs1, both"],
  );
});

test("a client that works under one answer alone is told which assumption it makes", async () => {
  const strict = hearing(isList, (answer, body) => {
    if (body.nextCursor === null) throw new TypeError("nextCursor is null");
    return answer;
  });
  const [[, , answer, message] = []] = await reliesOn(
    { ...strict, options: { retries: 0 } },
    "reliance.page.end-form",
  );
  assert.equal(answer, "absent");
  assert.match(message ?? "", /^It assumes absent, .*: with null it does not do its task\.$/);
});

test("a client that reads the body of a write relies on it", async () => {
  const reader = hearing(isWrite, (answer, body) => {
    if (!("id" in body)) throw new TypeError("no card in the answer");
    return answer;
  });
  const found = await reliesOn(
    { ...reader, options: { retries: 0 } },
    "reliance.patch.response",
    "reliance.list.order",
  );
  assert.deepEqual(
    found.map(([, , answer]) => answer),
    ["any", "200-card"],
  );
});

test("of a client that does nothing, nothing is said", async () => {
  const [one] = reliances;
  assert.ok(one !== undefined);
  const idle = async () => ({ output: "", end: null });
  const judged = judgeReliance(one.gap, await tryAnswers(one, idle, { keys: async () => testKeys() }));
  assert.equal(judged.verdict, "inconclusive");
});

test("a question about what a client never does gets no answer from it", async () => {
  const put = (sent: { method: string }) => sent.method === "PUT";
  const [[, verdict, , message] = []] = await reliesOn(
    changing(put, (sent) => ({ ...sent, body: "[]" })),
    "reliance.put.body",
  );
  assert.equal(verdict, "inconclusive");
  assert.match(message ?? "", /never did what the question is about/);
});
