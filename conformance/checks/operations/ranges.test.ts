import assert from "node:assert/strict";
import { test } from "node:test";
import { operations, type Range } from "../../../generated/operations.ts";
import { judgeRange, rangeChecks } from "./ranges.ts";
import { operation, runOver } from "./testing.ts";

const one = operation({ paginated: operations.listCards.paginated });
const [a, b, c] = [1, 2, 3].map((day) => ({ id: `CRD${day}`, day: `2026-01-0${day}` }));
const judged = (side: "lower" | "upper", shown: readonly unknown[], more: object = {}) => {
  const seen = { before: [a, b, c], shown, after: [a, b, c], pages: ["1"], ...more };
  const fact = judgeRange(one, { name: "from", pointer: "/day", side, value: "2026-01-02" }, seen);
  return fact.kind === "violated" ? fact.received : fact.kind;
};

test("a bound leaves what lies on its side: that alone, and all of it; its own value is left or not", () => {
  assert.equal(judged("lower", [b, c]), "held");
  assert.equal(judged("lower", [c]), "held");
  assert.equal(judged("lower", [a, b, c]), "an item with 2026-01-01");
  assert.equal(judged("lower", [b]), "no CRD3");
  assert.equal(judged("upper", [a, b]), "held");
  assert.equal(judged("upper", [a, b, c]), "an item with 2026-01-03");
  assert.equal(judged("upper", []), "no CRD1");
});

test("a walk with a bound meets no item twice, where the list stays as it is", () => {
  assert.equal(judged("lower", [b, c, c]), "CRD3, twice");
  assert.equal(
    judged("lower", [b, c, c], { after: [b, c, a] }),
    "held",
    "another order moves what a page shows",
  );
});

test("what has gone meanwhile, or stands on a page that was not read, is missed by nobody", () => {
  assert.equal(judged("lower", [b], { after: [a, b] }), "held");
  assert.equal(judged("lower", [b], { pages: Array.from({ length: 10 }, String) }), "held");
});

test("a time may be compared by its second", () => {
  const at = (time: string) => ({ id: "CRD1", day: time });
  const bound = { name: "from", pointer: "/day", side: "lower", value: "2026-01-02T10:00:00.500Z" } as const;
  const judgedWith = (time: string) =>
    judgeRange(one, bound, { before: [], shown: [at(time)], after: [], pages: ["1"] }).kind;
  assert.equal(judgedWith("2026-01-02T10:00:00Z"), "held");
  assert.equal(judgedWith("2026-01-02T09:59:58Z"), "violated");
});

/** What the check of a bound says of a list that leaves items by it in this way. */
async function kinds<T>(
  of: readonly T[],
  bound: object,
  isLeft: (own: T, asked: string) => boolean,
  range: Partial<Range> = {},
) {
  const ranges = { from: { pointer: "/of", side: "lower" as const, ...range } };
  const listed = operation({
    ...{ requirement: "list.request", ...bound },
    listing: { items: "/things", id: { pointer: "/id", schema: null }, ranges },
  });
  const things = of.map((own, index) => ({ id: `T${index}`, of: own }));
  const run = runOver(({ from }) => things.filter((one) => from === undefined || isLeft(one.of, from)));
  return ((await rangeChecks(listed)[0]?.run(run)) ?? []).map(({ kind }) => kind);
}

test("bounds just past an item show that something else is compared", async () => {
  const number = { query: { from: "number" } };
  const right = (own: number, asked: string) => own >= Number(asked);
  assert.deepEqual(new Set(await kinds([10, 20, 30], number, right)), new Set(["held"]));
  // As where 0.05 of it is reserved.
  const other = (own: number, asked: string) => own + 0.05 >= Number(asked);
  assert.ok((await kinds([10, 20, 30], number, other)).includes("violated"));
});

test("a bound in another zone shows that zones are not looked at", async () => {
  // A schema of this description that any text fits.
  const bound = { query: { from: "string" }, queryBounds: { from: "Refused" } };
  const times = ["2026-01-01T10:00:00Z", "2026-01-01T12:00:00Z", "2026-01-09T10:00:00Z"];
  const inUtc = (text: string) => Date.parse(text.replace(/[+-]\d\d:\d\d$/, "Z"));
  assert.deepEqual(
    new Set(await kinds(times, bound, (own, asked) => Date.parse(own) >= Date.parse(asked))),
    new Set(["held"]),
  );
  assert.ok(
    (await kinds(times, bound, (own, asked) => Date.parse(own) >= inUtc(asked))).includes("violated"),
  );
});

test("days are those of the clock that the description names, and where it names none, of any", async () => {
  const moments = ["01T12:00", "02T23:10", "03T09:00", "04T12:00"].map((time) => `2026-01-${time}:00Z`);
  const bound = { query: { from: "string" } };
  const inZone = (hours: number) => (own: string, asked: string) =>
    new Date(Date.parse(own) + hours * 3_600_000).toISOString().slice(0, 10) >= asked;
  const ofUtc = { zone: "UTC", isInclusive: true } as const;
  assert.deepEqual(new Set(await kinds(moments, bound, inZone(0), ofUtc)), new Set(["held"]));
  assert.ok((await kinds(moments, bound, inZone(2), ofUtc)).includes("violated"));
  const ofRome = { zone: "Europe/Rome", isInclusive: true } as const;
  assert.deepEqual(new Set(await kinds(moments, bound, inZone(1), ofRome)), new Set(["held"]));
  assert.ok((await kinds(moments, bound, inZone(0), ofRome)).includes("violated"));
  const ofSome = { zone: null } as const;
  assert.deepEqual(new Set(await kinds(moments, bound, inZone(2), ofSome)), new Set(["held"]));
  assert.ok((await kinds(moments, bound, () => true, ofSome)).includes("violated"), "it is not looked at");
});

test("what is just the value is on its side where the description says so", async () => {
  const isAbove = (own: number, asked: string) => own > Number(asked);
  const number = { query: { from: "number" } };
  assert.deepEqual(new Set(await kinds([10, 20, 30], number, isAbove)), new Set(["held"]));
  assert.ok((await kinds([10, 20, 30], number, isAbove, { isInclusive: true })).includes("violated"));
  const isFrom = (own: number, asked: string) => own >= Number(asked);
  assert.deepEqual(
    new Set(await kinds([10, 20, 30], number, isAbove, { isExclusive: true })),
    new Set(["held"]),
  );
  assert.ok((await kinds([10, 20, 30], number, isFrom, { isExclusive: true })).includes("violated"));
});

test("a bound is kept beside the one on the other side of the same property", async () => {
  const ranges = {
    from: { pointer: "/of", side: "lower" as const },
    to: { pointer: "/of", side: "upper" as const },
  };
  const listed = operation({
    ...{ requirement: "list.request", query: { from: "number", to: "number" } },
    listing: { items: "/things", id: { pointer: "/id", schema: null }, ranges },
  });
  const things = [10, 20, 30, 40].map((of, index) => ({ id: `T${index}`, of }));
  const kindsOver = async (isForgotten: boolean, isExclusive = false) => {
    const run = runOver(({ from, to }) =>
      things.filter(({ of }) => {
        const isAbove = from === undefined || of > Number(from) || (!isExclusive && of === Number(from));
        const isOpen = to === undefined || (isForgotten && from !== undefined);
        return isAbove && (isOpen || of < Number(to) || (!isExclusive && of === Number(to)));
      }),
    );
    const all = await Promise.all(rangeChecks(listed).map((check) => check.run(run)));
    return new Set(all.flat().map(({ kind }) => kind));
  };
  assert.deepEqual(await kindsOver(false), new Set(["held"]));
  assert.deepEqual(await kindsOver(false, true), new Set(["held"]));
  assert.ok((await kindsOver(true)).has("violated"));
});
