import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { choose } from "./choices.ts";
import { servePage } from "./page.ts";
import type { RequestContext } from "./seams.ts";
import { partnerOf } from "./testing.ts";

test("an answer to a question about one list says nothing of another one", async () => {
  const seen: RequestContext[] = [];
  const intercept = (context: RequestContext) => {
    seen.push(context);
    return null;
  };
  const choices = choose(["gap.limit.invalid", "default"]);
  const { list, token } = partnerOf({ choices, faults: [{ intercept }] });
  assert.equal((await list({ limit: "0" }, await token())).status, 200);
  const context = seen.at(-1) ?? assert.fail();
  assert.equal(servePage(context, operations.listCards).status, 200);
  const other = { ...operations.listCards, id: "listOthers" as typeof operations.listCards.id };
  assert.equal(servePage(context, other).status, 400);
});
