import assert from "node:assert/strict";
import { test } from "node:test";
import { withDefaults } from "./defaults.ts";

test("what a body leaves out has its default, unless it is a patch", () => {
  const bodyDefaults = { "/size": 3, "/to/retries": 0 };
  const post = { method: "POST", bodyDefaults } as const;
  assert.deepEqual(withDefaults(post, {}), { size: 3 });
  assert.deepEqual(withDefaults(post, { size: 1, to: {} }), { size: 1, to: { retries: 0 } });
  assert.deepEqual(withDefaults({ ...post, method: "PATCH" }, {}), {});
  assert.equal(withDefaults(post, null), null);
  assert.deepEqual(withDefaults({ method: "POST" }, {}), {});
});
