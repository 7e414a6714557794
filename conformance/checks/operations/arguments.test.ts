import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run } from "../kit/check.ts";
import { argumentsOf } from "./arguments.ts";
import { operation } from "./testing.ts";

/** A run that sends nothing. */
const run = { memoize: (_: string, find: () => Promise<unknown>) => find() } as unknown as Run;

test("nothing is created for a value that an operation needs: its example is sent", async () => {
  const bindings = { id: { operation: "createThing", pointer: "/id" } };
  const { row, description } = operation({
    id: "closeThing",
    method: "DELETE",
    path: "/v1/thing/{id}",
    bindings,
  });
  const create = operation({ id: "createThing", method: "POST", path: "/v1/thing" }).row;
  const found = await argumentsOf(run, {
    row,
    description: {
      operations: { ...description.operations, createThing: create },
      samples: { closeThing: { path: { id: "THG1" }, query: {}, bodies: [] } },
    },
  });
  assert.deepEqual(found, { path: { id: "THG1" }, query: {}, isLive: false });
});
