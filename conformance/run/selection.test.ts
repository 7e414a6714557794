import assert from "node:assert/strict";
import { test } from "node:test";
import { requirement } from "../../generated/requirements.ts";
import { checks } from "../checks/index.ts";
import type { Check } from "../checks/kit/check.ts";
import { type Selection, selector } from "./selection.ts";

const check = (id: string, ...requirements: Check["requirements"]): Check => ({
  id,
  title: id,
  requirements,
  access: "read",
  stage: "request",
  run: async () => [],
});

const some = [
  check("card.id", "card.id"),
  check("cardxid", "error.401.status"),
  check("list.limit", "list.limit"),
  check("list.limit.exact", "list.limit.exact"),
  check("gap.cursor.invalid", "gap.cursor.invalid"),
];

function ids(selection: Partial<Selection>, from: readonly Check[] = some): string[] {
  const select = selector({ only: [], skip: [], basis: "derived", ...selection }, from);
  return from.filter(select).map(({ id }) => id);
}

const all = some.map(({ id }) => id);
const rows: readonly [what: string, selection: Partial<Selection>, expected: readonly string[]][] = [
  ["nothing given selects all", {}, all],
  ["an id selects that check, not those that begin with it", { only: ["list.limit"] }, ["list.limit"]],
  ["* stands for anything", { only: ["list.*"] }, ["list.limit", "list.limit.exact"]],
  ["* may stand anywhere", { only: ["*.limit*"] }, ["list.limit", "list.limit.exact"]],
  ["a dot is a dot", { only: ["card.id"] }, ["card.id"]],
  ["case does not matter", { only: ["LIST.LIMIT"] }, ["list.limit"]],
  ["several patterns add up", { only: ["card.id", "gap.*"] }, ["card.id", "gap.cursor.invalid"]],
  ["a section selects its checks", { only: [requirement("card.id").section] }, ["card.id"]],
  ["what is skipped is left out", { skip: ["list.*", "gap.*", "cardx*"] }, ["card.id"]],
  ["skip wins over only", { only: ["list.*"], skip: ["list.limit"] }, ["list.limit.exact"]],
];

for (const [what, selection, expected] of rows) {
  test(what, () => assert.deepEqual(ids(selection), expected));
}

test("stated leaves out derived rules, and asks open questions all the same", () => {
  const left = new Set(ids({ basis: "stated" }, checks));
  for (const { id, requirements } of checks) {
    assert.equal(left.has(id), requirement(requirements[0]).basis !== "derived", id);
  }
});

test("a requirement selects every check that belongs to it", () => {
  const found = ids({ only: ["auth.signature.required"] }, checks);
  assert.ok(found.includes("signature.missing.patch"));
  assert.ok(found.includes("exchange.update-card-limits.4xx"));
});

const wrong: readonly [selection: Partial<Selection>, message: RegExp][] = [
  [{ only: ["list.limt"] }, /no check matches "list\.limt"; did you mean list\.limit\?/],
  [{ skip: ["nothing-like-it-at-all"] }, /no check matches .*; partner-card requirements lists them/],
  [{ only: ["listxlimit"] }, /no check matches/],
  [{ only: [""] }, /no check matches ""/],
];
for (const [selection, message] of wrong) {
  test(`${JSON.stringify(selection)} is a mistake, not an empty run`, () => {
    assert.throws(() => ids(selection), { name: "UsageError", message });
  });
}
