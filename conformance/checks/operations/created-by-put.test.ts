import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeReplacements, judgeStatus } from "./created-by-put.ts";
import { operation } from "./testing.ts";

test("what a PUT creates is answered 201 where the description shows that", () => {
  const judged = (status: number, responses: Readonly<Record<string, null>> = { "200": null, "201": null }) =>
    judgeStatus(operation({ method: "PUT", responses }), exchange({ status })).map(({ kind }) => kind);
  assert.deepEqual(judged(201), ["held"]);
  assert.deepEqual(judged(200), ["violated"]);
  assert.deepEqual(judged(202), [], "it is created later");
  assert.deepEqual(judged(200, { "200": null }), [], "nothing else is shown");
  const again = { ...exchange({ status: 200 }), sentBefore: 1 };
  assert.deepEqual(judgeStatus(operation({ method: "PUT", responses: { "201": null } }), again), []);
});

test("what it has created before is replaced, unless somebody else may have removed it", () => {
  const one = operation({ method: "PUT", responses: { "200": null, "201": null } });
  const judged = (...statuses: readonly number[]) =>
    judgeReplacements(
      one,
      exchange({ status: 201 }),
      statuses.map((status) => exchange({ status })),
    ).length;
  assert.equal(judged(201, 201), 1);
  assert.equal(judged(201, 200), 0);
  assert.equal(judged(200, 200), 0);
  assert.equal(judged(), 0);
});
