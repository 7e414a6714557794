import assert from "node:assert/strict";
import { test } from "node:test";
import { requirement } from "../../generated/requirements.ts";
import { checks } from "../checks/index.ts";
import { faultNamed, faults } from "./faults.ts";
import { specified } from "./seams.ts";

const ids = new Set(checks.map(({ id }) => id));

test("there are at least 120 faults, each with a name of its own", () => {
  const names = faults.map(({ name }) => name);
  assert.ok(names.length >= 120, String(names.length));
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  for (const name of names) assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-zA-Z0-9]+(-[a-z0-9]+)*)+$/);
});

test("no two faults say the same of themselves", () => {
  const summaries = faults.map(({ summary }) => summary);
  assert.deepEqual(
    summaries.filter((summary, index) => summaries.indexOf(summary) !== index),
    [],
  );
});

for (const { name, breaks, caughtBy, seams } of faults) {
  test(`${name} breaks a rule that can be broken, by a seam that there is, and is caught by checks that there are`, () => {
    assert.notEqual(requirement(breaks).basis, "unspecified");
    for (const id of caughtBy) assert.ok(ids.has(id), id);
    assert.equal(new Set(caughtBy).size, caughtBy.length);
    assert.ok(Object.keys(seams).length > 0);
    for (const seam of Object.keys(seams)) assert.ok(Object.hasOwn(specified, seam), seam);
  });
}

test("the check that is meant for a fault belongs to the rule that it breaks", () => {
  const strangers = faults.filter(({ breaks, caughtBy }) => {
    const [meant] = checks.filter(({ id }) => id === caughtBy[0]);
    return meant?.requirements.includes(breaks) !== true;
  });
  assert.deepEqual(
    strangers.map(({ name }) => name),
    [],
  );
});

test("a fault is found by its name; a wrong name gets the nearest one", () => {
  for (const fault of faults) assert.equal(faultNamed(fault.name), fault);
  const [{ name } = { name: "" }] = faults;
  assert.throws(() => faultNamed(`${name}x`), {
    name: "RangeError",
    message: new RegExp(`did you mean ${name}\\?`),
  });
  assert.throws(() => faultNamed("nothing-like-it-whatsoever"), {
    name: "RangeError",
    message: /--list faults shows them/,
  });
});
