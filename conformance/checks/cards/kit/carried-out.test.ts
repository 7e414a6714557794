import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../../generated/operations.ts";
import { exchange } from "../../../wire/testing.ts";
import { judgeCarriedOut } from "./carried-out.ts";

/**
 * A log in words: `5` is a read of 5, `w5` an accepted write of 5, `r5` one under the key of the write before; what
 * begins with `~` comes four seconds later.
 */
function logOf(words: string, status = 200) {
  let [key, later] = [0, 0];
  return words.split(" ").map((word, index) => {
    const [, pause = "", kind = "", daily = ""] = /^(~?)([a-z]?)(\d+)$/.exec(word) ?? [];
    if (kind === "w") key += 1;
    later += 4000 * pause.length;
    const startedAt = index * 10 + later;
    const times = { id: `x${index}`, startedAt, endedAt: startedAt + (kind === "o" ? 15 : 5) };
    const card = { id: "CRD1", limits: { daily: Number(daily) } };
    if (kind === "") return { ...exchange({ body: { cards: [card] } }), ...times };
    const written = {
      method: "PATCH",
      url: "https://api.example.com/v1/card/CRD1/limits",
      headers: [[api.headers.idempotencyKey, `key-${key}`]] as const,
      body: JSON.stringify({ daily: Number(daily) }),
    };
    return { ...exchange({ operation: "updateCardLimits", request: written, status }), ...times };
  });
}
const isLost = (words: string, status?: number) =>
  judgeCarriedOut(logOf(words, status), "updateCardLimits")[0]?.kind === "violated";

test("two accepted writes after which each of three reads shows what was there before are lost", () => {
  const [fact] = judgeCarriedOut(logOf("9 w8 8 w7 8 8 8 w6 6 w5 6 6 6 w4 4"), "updateCardLimits");
  assert.ok(fact?.kind === "violated");
  assert.deepEqual(fact.exchanges, ["x3", "x9"]);
  assert.equal(fact.received, "limits.daily 8, as before, after 2 of 5 writes");
});

test("a write right after another one is lost where what the other has set stays", () => {
  assert.equal(isLost("0 w9 9 w8 w7 8 8 8 w6 w5 6 6 6 w4 4"), true);
  assert.equal(isLost("0 w9 9 w8 w7 9 9 9 w6 w5 9 9 9 w4 4 w3 3"), true, "or what an earlier one has");
  assert.equal(isLost("0 w9 9 w8 w7 8 7 7 w6 w5 6 5 5 w4 4"), false, "it came later");
  assert.equal(isLost("0 w9 9 w8 w7 1 1 1 w6 w5 2 2 2 w4 4"), false, "somebody else's");
});

test("one is not enough, nor are two reads, another value, or one that comes late", () => {
  assert.equal(isLost("9 w8 8 w7 8 8 8 w6 6"), false);
  assert.equal(isLost("9 w8 9 9 w7 9 9 w6 6"), false);
  assert.equal(isLost("9 w8 7 7 7 w6 5 5 5"), false);
  assert.equal(isLost("0 w9 9 w8 9 9 9 w7 9 9 9 w6 9 6 w5 5"), false);
  assert.equal(isLost("0 w9 9 w8 9 9 9 w7 9 9 9 w6 6 w5 5"), true);
  assert.equal(isLost("0 w9 9 w8 9 9 9 w7 9 9 9 w6 9 9 9 w5 5"), false, "most are lost");
});

test("where writes come late, one is lost after several times as long, and after some seconds", () => {
  const late = "0 w9 0 9 w8 9 8 w3 8 3";
  assert.equal(isLost(`${late} w7 3 3 ~3 w6 3 3 ~3`), true);
  assert.equal(isLost(`${late} w7 3 3 3 w6 3 3 3`), false, "too soon");
  assert.equal(isLost(`${late} w7 3 ~7 w6 7 7 ~7 w5 7 7 ~7`), false, "another one was as late");
});

test("what somebody else had set, they may set again", () => {
  assert.equal(isLost("9 w8 9 9 9 w7 9 9 9 w6 6 w5 5"), false);
  assert.equal(isLost("9 w9 9 w8 9 9 9 w7 9 9 9 w6 6 w5 5"), false, "also where it was written since");
});

test("a repetition, a write that waits for an approval and one beside another show nothing", () => {
  assert.equal(isLost("9 w8 8 w7 7 r8 7 7 7 r9 7 7 7"), false);
  assert.equal(isLost("0 w9 9 w8 9 9 9 w7 9 9 9 w6 6 w5 5", 202), false);
  assert.equal(isLost("9 o8 w7 9 9 9 o6 w5 9 9 9"), false);
});

test("what was sent twice, since no answer came, shows nothing", () => {
  const log = logOf("0 w9 9 w8 9 9 9 w7 9 9 9 w6 6 w5 5");
  const isTwice = ({ id }: { id: string }) => id === "x3";
  assert.equal(judgeCarriedOut(log, "updateCardLimits")[0]?.kind, "violated");
  const resent = log.map((one) => (isTwice(one) ? { ...one, sentBefore: 1 } : one));
  assert.equal(judgeCarriedOut(resent, "updateCardLimits")[0]?.kind, "missing");
});

test("what was carried out is shown by the writes that were read afterwards, if there are any", () => {
  assert.deepEqual(
    judgeCarriedOut(logOf("9 w8 8 w7 w6 6"), "updateCardLimits").map((fact) =>
      fact.kind === "held" ? fact.exchange : fact.kind,
    ),
    ["x1", "x4"],
  );
  assert.equal(judgeCarriedOut(logOf("9 w8"), "updateCardLimits")[0]?.kind, "missing");
});
