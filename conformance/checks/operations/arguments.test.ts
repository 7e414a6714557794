import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { argumentsOf } from "./arguments.ts";
import { operation } from "./testing.ts";

/** A run that sends nothing, and has sent this. */
const runAfter = (...exchanges: readonly Exchange[]) =>
  ({
    memoize: (_: string, find: () => Promise<unknown>) => find(),
    probe: { session: { exchanges } },
  }) as unknown as Run;

test("what only a write shows is taken from the last one that was accepted, and is an example without one", async () => {
  const bindings = { id: { operation: "updateCardLimits", pointer: "/id" } };
  const { row, description } = operation({
    id: "closeThing",
    method: "DELETE",
    path: "/v1/thing/{id}",
    bindings,
  });
  const create = operation({ id: "updateCardLimits", method: "POST", path: "/v1/thing" }).row;
  const described = {
    row,
    description: {
      operations: { ...description.operations, updateCardLimits: create },
      samples: { closeThing: { path: { id: "THG1" }, query: {}, bodies: [] } },
    },
  };
  const shown = (status: number, id: string) =>
    exchange({ operation: "updateCardLimits", status, body: { id } });
  const found = await argumentsOf(runAfter(shown(422, "THG4")), described);
  assert.deepEqual(found, { path: { id: "THG1" }, query: {}, isLive: false });
  const log = [shown(201, "THG2"), shown(201, "THG3"), shown(422, "THG4")];
  const after = await argumentsOf(runAfter(...log), described);
  assert.deepEqual(after, { path: { id: "THG3" }, query: {}, isLive: true });
});
