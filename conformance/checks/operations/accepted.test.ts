import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { acceptedCheck, judgeStatus } from "./accepted.ts";
import { operation, writingRun } from "./testing.ts";

test("what can be done once is asked for once more, so that a conflict is seen", async () => {
  const create = operation({
    id: "createThing",
    method: "POST",
    path: "/v1/thing",
    responses: { "201": null },
  });
  const close = operation({
    id: "closeThing",
    method: "POST",
    path: "/v1/thing/{id}/close",
    creations: { id: { operation: "createThing", pointer: "/id" } },
    responses: { "200": null, "409": null },
    requirement: "list.request",
  });
  const description = {
    operations: { ...create.description.operations, ...close.description.operations },
    samples: { ...create.description.samples, ...close.description.samples },
  };
  const answers: string[] = [];
  const closed = new Set<string>();
  let made = 0;
  const call = async (_: string, { operation: id, path: { id: thing = "" } = {} }: Call) => {
    if (String(id) === "createThing") {
      made += 1;
      return exchange({ operation: null, status: 201, body: { id: `T${made}` } });
    }
    const status = closed.has(thing) ? 409 : 200;
    closed.add(thing);
    answers.push(`${thing} ${status}`);
    return exchange({ operation: null, status });
  };
  const run = writingRun(call);
  const [check] = acceptedCheck({ row: close.row, description });
  const facts = await check?.run(run);
  assert.deepEqual(
    facts?.map(({ kind }) => kind),
    ["held"],
  );
  const again = answers.filter((answer) => answer.includes("409"));
  assert.equal(again.length, 1, answers.join(", "));
});

test("a refusal with a status that is shown by itself has the body that is shown with it", () => {
  const row = {
    ...operations.listCards,
    responses: { "200": null, "409": "CardId", "429": "CardId" },
  } as const;
  const kindsOf = (status: number, body: unknown) =>
    judgeStatus(row, exchange({ status, body })).map(({ kind }) => kind);
  assert.deepEqual(kindsOf(409, { error: "taken" }), ["violated"]);
  assert.deepEqual(kindsOf(409, "somebody in front says no"), ["held"]);
  assert.deepEqual(kindsOf(200, { error: "taken" }), ["held"]);
  assert.deepEqual(kindsOf(429, { error: "wait" }), [], "who asks to wait may stand in front");
  assert.deepEqual(kindsOf(404, { error: "none" }), ["violated"], "a status that is not shown");
});
