import assert from "node:assert/strict";
import { test } from "node:test";
import { rulesOf } from "./defects.ts";

const lacking = (scopes: readonly string[] | undefined) => ({
  requirements: ["scope.none", "scope.other"] as const,
  alterations: [{ description: "", ...(scopes && { scopes }) }],
});

test("where no row speaks of the scopes of an operation, its own stands for its security", () => {
  assert.deepEqual(rulesOf(lacking(["a"]), "list.request"), ["list.request"]);
  assert.deepEqual(rulesOf(lacking(["a"]), null), ["scope.none", "scope.other"]);
  assert.deepEqual(
    rulesOf(lacking(undefined), "list.request"),
    ["scope.none", "scope.other"],
    "of another part",
  );
  const known = { ...lacking(["a"]), requirements: ["scope.all-four"] as const };
  assert.deepEqual(rulesOf(known, "list.request"), ["scope.all-four"]);
});
