import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fields } from "../../generated/fields.ts";
import { requirement, requirements } from "../../generated/requirements.ts";
import { fieldCheckId } from "../base/field-check-id.ts";
import { isMadeForAny } from "../selftest/verdicts.ts";
import { checks } from "./index.ts";

const ids = checks.map(({ id }) => id);
const published = readFileSync(new URL("ids.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

test("every check has an id of its own, in words", () => {
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  for (const id of ids) assert.match(id, /^[a-z0-9]+([.-][a-zA-Z0-9]+)+$/);
});

test("no published id is gone: profiles and reports of others name it", () => {
  assert.deepEqual(
    published.filter((id) => !ids.includes(id)),
    [],
  );
});

test("every id is in ids.txt, sorted; add a new one there", () => {
  // Those of a new field, and of an operation without checks of its own, follow from the description.
  const derived = (id: string) =>
    fields.some(({ requirement: rule }) => fieldCheckId(rule) === id) || isMadeForAny(id);
  const own = ids.filter((id) => published.includes(id) || !derived(id));
  assert.deepEqual(published, own.sort());
});

for (const row of requirements) {
  const own = checks.filter((check) => check.requirements.some((id) => id === row.id));
  test(`${row.id} has a check, or a reason why nothing can tell`, () => {
    assert.notEqual(own.length > 0, row.unobservable !== undefined);
  });
}

test("all requirements of a check have one basis, so that one word can stand for its verdict", () => {
  for (const { id, requirements: own } of checks) {
    assert.equal(new Set(own.map((one) => requirement(one).basis)).size, 1, id);
    assert.equal(new Set(own).size, own.length, id);
  }
});

test("a check of a question, open or settled, has the question's id and asks nothing else", () => {
  for (const { id, requirements: own } of checks) {
    const { basis, settled } = requirement(own[0]);
    if (basis === "unspecified" || settled !== undefined) assert.deepEqual(own, [id]);
    else assert.ok(!id.startsWith("gap."), id);
  }
});

test("every check says in its title what is asked, each in words of its own", () => {
  const titles = checks.map(({ title }) => title);
  assert.deepEqual(
    titles.filter((title, index) => title === "" || titles.indexOf(title) !== index),
    [],
  );
});
