import assert from "node:assert/strict";
import { test } from "node:test";
import { cardIn } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { faultNamed } from "../../sandbox/faults.ts";
import type { RequestContext, Seams } from "../../sandbox/seams.ts";
import { proofRun } from "../../selftest/in-memory.ts";
import { idsWith } from "../../selftest/verdicts.ts";

const judged = (...faults: readonly Partial<Seams>[]) =>
  proofRun({
    sandbox: { faults },
    select: ({ id }) => /^(?:write\.types|card\.limits)\b/.test(id),
  });

test("a server that keeps what is no number is found, by what was written", async () => {
  const result = await judged(faultNamed("write.any-type.patch").seams);
  assert.deepEqual(idsWith(result, "failed"), ["write.types.patch"]);
  const found = result.checks.find(({ id }) => id === "write.types.patch");
  assert.match(
    found?.message ?? "",
    /^A PATCH \S+ of daily to "\d+" is accepted, and the limit is no number then\./,
  );
});

test("a server that makes numbers of what it takes is not accused", async () => {
  const apply: Seams["apply"] = (change) => {
    applyChange(change);
    const { limits } = cardIn(change);
    limits.daily = Number(limits.daily) || 0;
  };
  const result = await judged(faultNamed("write.any-type.patch").seams, { apply });
  assert.deepEqual(idsWith(result, "failed"), []);
  assert.ok(idsWith(result, "passed").includes("write.types.patch"));
});

test("a PUT of null that is kept is found, and no PATCH asks for it", async () => {
  const isNull = ({ request }: RequestContext) => /"daily":null/.test(request.body);
  const skipsCheck: Seams["skipsCheck"] = (condition, context) => condition === "body" && isNull(context);
  const result = await judged({ skipsCheck });
  assert.deepEqual(idsWith(result, "failed"), ["write.types.put"]);
  assert.ok(idsWith(result, "passed").includes("write.types.patch"));
  assert.equal(result.end.writes.leftChanged, null);
});
