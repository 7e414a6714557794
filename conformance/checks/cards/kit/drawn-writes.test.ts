import assert from "node:assert/strict";
import { test } from "node:test";
import { afterWrite, repetition } from "../../../plan/situations.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import type { Run } from "../../kit/check.ts";
import { fitting } from "./drawn-writes.ts";

test("a defect of the key, and another body, are not sent as the repetition of a write", () => {
  const run = { draw: {} } as unknown as Run;
  const left = (more: Partial<Alteration>) =>
    fitting(run, { check: "a.check", alteration: { description: "with a defect", ...more }, rule: null }, [
      afterWrite,
      repetition,
    ]);
  assert.deepEqual(left({}), [repetition]);
  assert.deepEqual(left({ idempotencyKey: null }), [afterWrite]);
  assert.deepEqual(left({ asksOther: true }), [afterWrite]);
});
