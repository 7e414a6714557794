import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import {
  type ConditionalWrite,
  differing,
  judgeRefusedPresent,
  judgeRounds,
  otherThan,
  type Round,
  type Shown,
} from "./condition-facts.ts";
import { operation } from "./testing.ts";

const one = operation({ id: "writeRules", method: "PUT", ifMatch: "optional" });
const shown = (version: number, color: string, tag = `"${version}"`): Shown => ({
  tag,
  body: { version, color },
});
const write = (status: number, before: Shown, after: Shown, color = "green"): ConditionalWrite => ({
  exchange: exchange({ status }),
  body: { color },
  before,
  after,
});
const [red, green, blue] = [shown(1, "red"), shown(2, "green"), shown(3, "blue")];
const first = write(200, red, green);
const last = write(200, green, blue, "blue");
const stale = (status: number, after = green) => write(status, green, after, "blue");
const round = (change: Partial<Round>): Round => ({ first, stale: stale(412), last, ...change });
const judged = (...rounds: readonly Partial<Round>[]) => {
  const [fact] = judgeRounds(one, rounds.map(round));
  return fact?.kind === "violated" ? fact.message.replace(/^\S+ \S+ /, "") : fact?.kind;
};

test("what differs is known by its name", () => {
  assert.deepEqual(differing({ a: 1, b: 2, c: [3] }, { a: 1, b: 3, c: [3], d: 4 }), ["b", "d"]);
  assert.deepEqual([differing([1], [1]), differing([1], [2]), differing(undefined, {})], [[], [""], [""]]);
});

test("what is written is another than what is shown, where there is such a body", () => {
  const bodies = [{ color: "red" }, { color: "green" }, { color: "red", size: 1 }];
  const [red, green, large] = bodies;
  assert.equal(otherThan(bodies, { color: "red", version: 1 }), green);
  assert.equal(otherThan(bodies, { color: "green", version: 1 }), red);
  assert.equal(otherThan([red, large], { color: "red" }), large);
  assert.equal(otherThan([red], { color: "red" }), red);
  assert.equal(otherThan(["red"], { color: "red" }), "red");
  const secret = { ...red, pin: "4711" };
  assert.equal(otherThan([secret, green], { color: "red" }), green, "what is not shown shows no change");
  assert.equal(otherThan([red, secret], { color: "red" }), secret);
});

test("writes with an earlier ETag that are refused keep the rule, as often as it takes to tell", () => {
  assert.equal(judged({}, {}), "held");
  assert.equal(judged({}), "missing");
  assert.equal(judged({ stale: stale(409) }, { stale: stale(400) }), "held");
  assert.equal(judged({ stale: null }, { stale: null }), "missing", "there is no earlier ETag");
  assert.equal(judged({ stale: stale(503) }, { stale: stale(429) }), "missing", "it asks to wait");
});

test("a write with an earlier ETag that is carried out breaks it, where others around it are accepted", () => {
  const carriedOut = { stale: stale(200, blue), last: write(200, blue, blue, "blue") };
  const message = "was carried out with an earlier ETag as If-Match.";
  assert.equal(judged(carriedOut, carriedOut), message);
  assert.equal(judged(carriedOut, {}, carriedOut), message);
  assert.equal(judged(carriedOut), "missing", "once may be somebody else's doing");
  assert.equal(judged({ stale: stale(200) }, { stale: stale(204) }), message, "it was no success");
  const refused = write(412, blue, blue, "blue");
  assert.equal(judged({ ...carriedOut, last: refused }, { ...carriedOut, last: refused }), "missing");
  assert.equal(judged({ stale: stale(202) }, { stale: stale(202) }), "missing", "it is only taken note of");
  const asBefore = { stale: stale(200), last: write(200, green, green, "blue") };
  assert.equal(judged(asBefore, asBefore), "missing", "it was so already");
});

test("so does one that is refused and carried out all the same: then something is as only it asks for", () => {
  const anyway = { stale: stale(412, blue) };
  assert.match(String(judged(anyway, anyway)), /^was carried out .*, though it was refused\.$/);
  assert.equal(judged(anyway, {}), "missing");
  const other = { stale: stale(412, shown(3, "black")) };
  assert.equal(judged(other, other), "held", "somebody else has written");
  const late = { ...anyway, first: { ...first, body: { color: "blue" } } };
  assert.equal(judged(late, late), "held", "the write before may be seen late");
});

test("a strong ETag that stays the same where a write changes something is none", () => {
  const constant = (tag: string) => ({
    first: write(200, shown(1, "red", tag), shown(2, "green", tag)),
    stale: null,
    last: write(200, shown(2, "green", tag), shown(3, "blue", tag)),
  });
  assert.match(String(judged(constant('"0"'))), /the strong ETag of that stays the same/);
  assert.equal(judged(constant('W/"0"')), "missing");
  assert.equal(judged({ ...constant('"0"'), last: write(200, green, green) }), "missing", "once");
});

test("the present ETag that is refused, while the same is accepted without it, breaks it as well", () => {
  const [no, yes] = [exchange({ status: 412 }), exchange({ status: 200 })];
  const violated = (refused: (typeof no)[], controls: (typeof no)[], ifMatch: "optional" | "required") =>
    judgeRefusedPresent(operation({ ifMatch }), { refused, controls }) !== null;
  assert.equal(violated([no, no], [yes, yes], "optional"), true);
  assert.equal(violated([no], [yes, yes], "optional"), false, "once");
  assert.equal(violated([no, no], [yes, no], "optional"), false, "for whatever other reason");
  assert.equal(violated([no, no], [], "optional"), false);
  assert.equal(violated([no, no], [], "required"), true);
  assert.equal(violated([no, exchange({ status: 422 })], [], "required"), false);
});
