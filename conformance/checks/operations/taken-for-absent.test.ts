import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeGiven, onceIn } from "./given-values.ts";
import { operation } from "./testing.ts";

const one = operation({ method: "PUT" });
/** What was asked for and shown, each as the value of one part within another one. */
type Pair = readonly [asked: unknown, shown: unknown];
const given = (...all: readonly Pair[]) =>
  all.map(([asked, shown], index) => ({
    asked: asked === undefined ? { name: "x" } : { name: "x", limits: { atm: asked } },
    shown: { name: "x", limits: { atm: shown } },
    exchange: `x${index}`,
  }));
const judged = (...all: readonly Pair[]) => {
  const [fact] = judgeGiven(one.row, given(...all));
  return fact?.kind === "violated" ? fact.received : null;
};

test("a value that is shown as where nothing is asked for, while others are kept, was taken for none", () => {
  const zero = [0, 300] as const;
  assert.equal(judged([undefined, 300], [5, 5], zero, zero), "limits/atm 300, as where it is left out");
  assert.equal(judged([undefined, 300], [5, 5], zero), null, "once may be chance");
  assert.deepEqual(onceIn(one.row, given([undefined, 300], [5, 5], zero)), [
    { name: "x", limits: { atm: 0 } },
  ]);
  assert.deepEqual(onceIn(one.row, given([undefined, 300], [5, 5], zero, zero)), []);
});

test("false that is shown as true each time, which is the default, was taken for none", () => {
  const off = [false, true] as const;
  const judgedOf = (...all: readonly Pair[]) => {
    const bodies = given(...all).map((one, index) => ({ ...one, asked: { ...one.asked, note: index } }));
    return judgeGiven({ ...one.row, bodyDefaults: { "/limits/atm": true } }, bodies).map(({ kind }) => kind);
  };
  assert.deepEqual(judgedOf([undefined, true], off, off), ["violated"]);
  assert.deepEqual(judgedOf([undefined, true], off), [], "once may be chance");
  assert.deepEqual(judgedOf([undefined, true], off, off, [false, false]), [], "it is kept elsewhere");
  assert.equal(judged([undefined, true], off, off), null, "nothing says that it may be chosen");
  const same = given([undefined, true], off, off);
  const row = { ...one.row, bodyDefaults: { "/limits/atm": true } };
  assert.deepEqual(judgeGiven(row, same), [], "something else in this body may decide it");
});

test("what a service makes of a value, or decides itself, was not", () => {
  const zero = [0, 300] as const;
  assert.equal(judged([undefined, 300], zero, zero), null, "no value is kept");
  assert.equal(judged([5, 5], zero, zero), null, "nobody knows what is there where nothing is asked for");
  assert.equal(judged([undefined, 300], [undefined, 200], [5, 5], zero, zero), null, "that is not one value");
  assert.equal(judged([undefined, 300], [5, 5], [0, 1], [0, 1]), null);
  assert.equal(judged([undefined, 300], [5, 5], [300, 300], [300, 300]), null, "it is what was asked for");
  assert.equal(judged([undefined, 300], [5, 5], [null, 300], [null, 300]), null, "null asks for nothing");
  assert.equal(judged([undefined, 300], [5, 5], [900, 300], [800, 300]), null, "different values, each once");
  assert.equal(
    judged([undefined, 300], [5, 5], [900, 300], [900, 300]),
    null,
    "it may be the most that there is",
  );
  assert.deepEqual(
    onceIn(one.row, given([undefined, 300], [5, 5], [900, 300])),
    [600, 900].map((atm) => ({ name: "x", limits: { atm } })),
    "one between the two tells whether it is",
  );
  assert.deepEqual(onceIn(one.row, given([undefined, 300], [5, 5], [301, 300])), [], "nothing is between");
  assert.equal(
    judged([undefined, 300], [600, 600], [900, 300], [900, 300]),
    "limits/atm 300, as where it is left out",
  );
  assert.equal(
    judged([undefined, 300], [400, 400], [900, 300], [900, 300]),
    "limits/atm 300, as where it is left out",
  );
});
