import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import { requirement, requirements } from "../../generated/requirements.ts";
import { sampled } from "../../src/testing/extent.ts";
import { checks } from "../checks/index.ts";
import { questions } from "../sandbox/choices.ts";
import { faultNamed, faults } from "../sandbox/faults.ts";
import { type Matrix, makeMatrix } from "./matrix.ts";
import { isMadeForAny } from "./verdicts.ts";

/** A question that has been settled fails with every other answer, as all of them do: the tests of verdicts show it. */
const isSettled = (rule: string) =>
  requirements.some(({ id, settled }) => id === rule && settled !== undefined);

const committed = JSON.parse(readFileSync(new URL("./matrix.json", import.meta.url), "utf8")) as Matrix;
const known = new Set(committed.faults.map(({ fault }) => fault));

/** Some faults, and each that npm run proof has not judged yet; of the others, the committed rows are taken. */
const some = new Set(sampled(96, faults));
const judged = faults.filter((fault) => some.has(fault) || !known.has(fault.name));

/** All checks are run against some of these, and in some runs of choices; in npm run proof, in all. */
const whole = new Set(sampled(48, [...faults.keys()]));
const isWhole = (run: number) => whole.has(run);

describe("the proof of the suite", () => {
  let matrix: Matrix;
  before(async () => {
    matrix = await makeMatrix(undefined, isWhole, judged);
  });

  it("finds each fault with the checks that the catalogue names, and with no other where all are run", () => {
    for (const { fault, failed, hidden = [] } of matrix.faults) {
      const { caughtBy, mayFail = [] } = faultNamed(fault);
      assert.ok(!hidden.includes(caughtBy[0]), `${fault} is told by ${failed.join(" ")}`);
      // What is made for any operation judges those that are described later as well.
      const isNamed = (id: string) => caughtBy.includes(id) || !isMadeForAny(id);
      const seen = [...failed, ...hidden].sort().filter((id) => isNamed(id) && !mayFail.includes(id));
      // Which checks of an operation that was described later find a fault depends on what it can be asked.
      if (known.has(fault)) assert.deepEqual(seen, [...caughtBy].sort(), fault);
      else
        assert.ok(
          caughtBy.some((id) => failed.includes(id)),
          `${fault}: ${failed.join(" ")}`,
        );
    }
  });

  it("lets every part of every fault make a difference", () => {
    assert.deepEqual(matrix.idle, []);
  });

  it("lets every stated and derived check fail for at least one fault", () => {
    const others = new Set(faults.filter((fault) => !judged.includes(fault)).map(({ name }) => name));
    const rows = [...matrix.faults, ...committed.faults.filter(({ fault }) => others.has(fault))];
    const failed = new Set(rows.flatMap((row) => [...row.failed, ...(row.hidden ?? [])]));
    const never = checks.filter(
      ({ id, requirements: [first] }) =>
        requirement(first).basis !== "unspecified" && !isSettled(first) && !failed.has(id),
    );
    // Those that are made for any operation are shown to fail by the second API and by the Locker API.
    assert.deepEqual(
      never.map(({ id }) => id).filter((id) => !isMadeForAny(id)),
      [],
    );
  });

  it("breaks every stated and derived requirement at least once", () => {
    const broken = new Set(faults.map(({ breaks }) => breaks));
    const isOfAny = (rule: string) =>
      checks.every(({ id, requirements: own }) => !own.some((one) => one === rule) || isMadeForAny(id));
    const never = requirements.filter(
      ({ id, basis }) => basis !== "unspecified" && !isSettled(id) && !broken.has(id) && !isOfAny(id),
    );
    assert.deepEqual(
      never.map(({ id }) => id),
      [],
    );
  });

  it("gives no false positive for answers to open questions, in the runs of choices that have all checks", () => {
    assert.deepEqual(matrix.choices.failed, []);
    assert.deepEqual(matrix.choices.broken, []);
  });

  it("reports every answer to every open question as the answer it is", () => {
    for (const { gap, answers } of questions) {
      assert.deepEqual(matrix.choices.reported[gap], [...answers].sort(), gap);
    }
  });

  // What is derived from a description that has changed since stands in the file after the next npm run proof.
  it("is what is committed, as far as the committed faults go", () => {
    const ownChecks = ({ failed, ...row }: Matrix["faults"][number]) => {
      const { mayFail = [] } = faultNamed(row.fault);
      return { ...row, failed: failed.filter((id) => !isMadeForAny(id) && !mayFail.includes(id)) };
    };
    const judgedWhole = matrix.faults.filter((_, index) => isWhole(index));
    const found = new Map(judgedWhole.map((row) => [row.fault, ownChecks(row)]));
    assert.ok(committed.faults.length >= 120);
    for (const row of committed.faults.filter(({ fault }) => found.has(fault)))
      assert.deepEqual(ownChecks(row), found.get(row.fault), "npm run proof writes it anew");
  });
});
