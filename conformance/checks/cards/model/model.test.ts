import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Contradiction, contradiction } from "./blame.ts";
import { answered, type Pass, read } from "./narrow.ts";
import { step } from "./step.ts";
import { answersIn } from "./strict.ts";
import { type AnswerClass, type World, type WriteRequest, worldWith } from "./world.ts";

const mapOf = (limits: Readonly<Record<string, string>>) => new Map(Object.entries(limits));
const start = worldWith(mapOf({ daily: "1", monthly: "9" }));

/** A write of the daily limit; the same value is the same body. */
function write(key: string, daily: number, changes: Partial<WriteRequest> = {}): WriteRequest {
  const sets = new Map([["daily", { text: String(daily), mayStay: false }]]);
  return { key, write: `PATCH ${daily}`, sets, defect: null, ...changes };
}
const unsigned = { defect: "without a signature" };

/** A request, its answer, and the daily limit that is read afterwards; with the monthly one where that matters. */
type Seen = readonly [WriteRequest, AnswerClass, daily?: number, monthly?: number];

/** What the model says of a history: nothing, or what its first impossible step contradicts. */
function judged(history: readonly Seen[], pass: Pass = "lenient"): Contradiction | null {
  let worlds: readonly World[] = [start];
  for (const [request, answer, daily, monthly = 9] of history) {
    const before = worlds;
    const after = answered(worlds, request, answer, pass);
    const limits = daily === undefined ? null : mapOf({ daily: `${daily}`, monthly: `${monthly}` });
    worlds = limits === null ? after : read(after, limits);
    if (worlds.length === 0) {
      const seen = after.length === 0 ? null : limits;
      const changes = { changed: "daily", namedBeside: new Set<string>() };
      return contradiction({ request, before, answer, limits: seen, after, ...changes });
    }
  }
  return null;
}

const [a, b] = [write("key 1", 2), write("key 2", 3)];
const done: readonly Seen[] = [
  [a, "done", 2],
  [b, "done", 3],
];

describe("a history that the specification allows", () => {
  const put = write("key 1", 4, { write: "PUT 4" });
  const cases: [name: string, ...history: Seen[]][] = [
    ["a repetition answered as the first time", ...done, [a, "done", 3]],
    ["a repetition that is refused", ...done, [a, "refused", 3]],
    ["a repetition answered in two ways", ...done, [a, "refused", 3], [a, "done", 3]],
    ["a key used for another write, which is refused", ...done, [{ ...b, key: "key 1" }, "refused", 3]],
    ["a key used for another write, which is carried out", ...done, [put, "done", 4], [a, "done", 2]],
    ["a key used for another write, which changes nothing", ...done, [put, "done", 3], [a, "done", 3]],
    ["a write that the server refuses for its own reasons", [a, "refused", 1], [a, "done", 2]],
    ["a refused key that stays refused", [{ ...a, ...unsigned }, "refused", 1], [a, "refused", 1]],
    ["a refused key that is free again", [{ ...a, ...unsigned }, "refused", 1], [a, "done", 2]],
    ["a lost answer of a write that was carried out", [a, "unknown", 2], [b, "done", 3], [a, "done", 3]],
    ["a lost answer of a write that was not", [a, "unknown", 1], [a, "done", 2]],
    ["a lost write that comes after a later one", [a, "unknown", 1], [b, "done", 3], [b, "done", 2]],
    ["a write that waits for ever", [a, "waiting", 1], [b, "waiting", 1], [a, "refused", 1]],
    ["two writes that come late, in the other order", [a, "waiting", 1], [b, "waiting", 3], [b, "done", 2]],
    ["a lost answer that nobody looked after", [a, "unknown"], [b, "unknown"], [a, "done", 3]],
  ];
  for (const [name, ...history] of cases) {
    it(name, () => assert.equal(judged(history), null));
  }
});

describe("a history that the specification does not allow", () => {
  const cases: [name: string, contradicts: Contradiction, ...history: Seen[]][] = [
    ["a repetition over a later write", "applied again", ...done, [a, "done", 2]],
    ["a repetition that is refused and carried out", "applied again", ...done, [a, "refused", 2]],
    ["a repetition the second time", "applied again", ...done, [a, "done", 3], [a, "done", 2]],
    ["a repetition that brings back what was there first", "applied again", ...done, [a, "done", 1]],
    ["an unsigned write that is accepted", "defect accepted", [{ ...a, ...unsigned }, "done", 2]],
    [
      "an unsigned repetition that is answered",
      "defect accepted",
      ...done,
      [{ ...a, ...unsigned }, "done", 3],
    ],
    [
      "another body under the key of a refused write, said to be carried out",
      "other value",
      [a, "refused", 1],
      [{ ...b, key: a.key }, "done", 1],
    ],
    ["a refused write with an effect", "refusal with an effect", [{ ...a, ...unsigned }, "refused", 2]],
    [
      "a refused write that brings an old value back",
      "refusal with an effect",
      ...done,
      [write("key 3", 4, unsigned), "refused", 2],
    ],
    ["a refused write that changes another limit", "refusal with an effect", [a, "refused", 1, 8]],
    [
      "a reused key that is refused and carried out",
      "refusal with an effect",
      ...done,
      [write("key 1", 4), "refused", 4],
    ],
    ["a write that is lost", "other value", [a, "done", 1]],
    ["a write after which an old value is read", "other value", ...done, [write("key 3", 4), "done", 2]],
    ["a body that was sent before and is held back", "held back", ...done, [write("key 3", 2), "done", 3]],
    ["another limit that changes with the second write", "other limit", [a, "done", 2], [b, "done", 3, 8]],
    [
      "the usual limit, which changes with a write of another one",
      "other limit",
      ...done,
      [write("key 3", 0, { sets: new Map([["monthly", { text: "8", mayStay: false }]]) }), "done", 2, 8],
    ],
    ["another limit that changes with a repetition", "other limit", ...done, [a, "done", 3, 8]],
  ];
  for (const [name, contradicts, ...history] of cases) {
    it(`${name}: ${contradicts}`, () => assert.equal(judged(history), contradicts));
  }
});

describe("the strict pass", () => {
  const ofLog = (history: readonly Seen[]) =>
    answersIn(
      start,
      history.map(([request, answer, daily]) => {
        return { request, answer, limits: mapOf({ daily: `${daily}`, monthly: "9" }) };
      }),
    );
  it("tells which question a server answers in two ways, although that is allowed", () => {
    const twoWays: readonly Seen[] = [...done, [a, "refused", 3], [a, "done", 3]];
    assert.equal(judged(twoWays), null);
    assert.notEqual(judged(twoWays, "strict"), null);
    assert.deepEqual([...ofLog(twoWays).varying], ["repetition"]);
  });
  it("learns the one answer to each question that was asked", () => {
    const other = write("key 1", 4);
    const { given, varying } = ofLog([...done, [a, "refused", 3], [a, "refused", 3], [other, "done", 3]]);
    assert.deepEqual([...varying], []);
    assert.deepEqual([...given].sort(), [
      ["repetition", "refused"],
      ["reuse", "replayed"],
    ]);
  });
});

describe("a body that has to be whole", () => {
  const sets = new Map([
    ["daily", { text: "2", mayStay: false }],
    ["monthly", { text: "7", mayStay: true }],
    ["approval", { text: null, mayStay: true }],
  ]);
  const put = write("key 1", 2, { write: "PUT", sets });
  const after = answered([start], put, "done");
  for (const monthly of ["7", "9"]) {
    it(`sets the other limit, or leaves it: ${monthly}`, () => {
      const seen = mapOf({ daily: "2", monthly, approval: '"anything"' });
      const [world] = read(after, seen);
      assert.deepEqual(world?.limits.get("monthly"), [monthly]);
      assert.deepEqual(world?.limits.get("approval"), ['"anything"']);
    });
  }
  it("does not set it to anything else", () => {
    assert.deepEqual(read(after, mapOf({ daily: "2", monthly: "8" })), []);
  });
});

it("every world has an outcome for every answer but an accepted defect", () => {
  const all: readonly AnswerClass[] = ["done", "waiting", "refused", "unknown"];
  const worlds = done.reduce<readonly World[]>(
    (left, [request, answer]) => answered(left, request, answer),
    [start],
  );
  const given = (request: WriteRequest) =>
    all.filter((answer) => worlds.some((world) => step(world, request).some((one) => one.answer === answer)));
  for (const request of [a, b, write("key 1", 4), write("key 3", 4)]) assert.deepEqual(given(request), all);
  assert.deepEqual(given({ ...a, ...unsigned }), ["refused", "unknown"]);
});
