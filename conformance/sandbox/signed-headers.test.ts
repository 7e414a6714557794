import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { type RequestContext, specified } from "./seams.ts";
import { headerProblem } from "./signed-headers.ts";

test("a request without a key is refused, unless the description says that it may be left out", () => {
  const context = { request: { headers: new Headers() }, seams: specified } as unknown as RequestContext;
  const write: Operation = { ...operations.updateCardLimits, signed: null, mediaType: null };
  assert.equal(headerProblem(context, write)?.condition, "idempotency-key.missing");
  assert.equal(headerProblem(context, { ...write, keyIsOptional: true }), null);
});
