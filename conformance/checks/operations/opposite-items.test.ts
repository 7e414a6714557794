import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { itemArguments } from "./own-items.ts";
import { operation, writingRun } from "./testing.ts";

const listed = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};

test("what undoes something is asked of what that was accepted for: what is so already may be for others to undo", async () => {
  const responses = { "200": null, "409": null };
  const list = operation({ id: "listThings", path: "/v1/things", listing: listed });
  const change = (word: string, usable: string) =>
    operation({
      ...{ id: `${word}Thing`, method: "POST", path: `/v1/thing/{id}/${word}`, responses },
      bindings: {
        id: {
          operation: "listThings",
          pointer: "/things/0/id",
          usable: { pointer: "/is", values: [usable] },
        },
      },
      changes: { operation: "listThings", target: "/things/0/is", parameter: "id", id: "/id" },
    });
  const [freeze, unfreeze] = [change("freeze", "active"), change("unfreeze", "frozen")];
  const description = {
    operations: Object.assign(
      {},
      ...[list, freeze, unfreeze].map(({ description }) => description.operations),
    ),
    samples: Object.assign({}, ...[list, freeze, unfreeze].map(({ description }) => description.samples)),
  };
  const things = [
    { id: "T1", is: "active" },
    { id: "T2", is: "frozen" },
  ];
  const asked = async (accepted: readonly Exchange[]) => {
    const run = writingRun(async () => exchange({ body: { things, next: null } }));
    const probe = { ...run.probe, session: { exchanges: accepted } };
    const args = await itemArguments({ ...run, probe } as unknown as Run, {
      row: unfreeze.row,
      description,
    });
    return args.path;
  };
  assert.deepEqual(await asked([]), { id: "T2" });
  const request = wireRequest({ method: "POST", url: "http://server.invalid/v1/thing/T1/freeze" });
  const sent = { ...exchange({ status: 200, request }), operation: freeze.row.id as Exchange["operation"] };
  assert.deepEqual(await asked([sent]), { id: "T1" });
  assert.deepEqual(await asked([{ ...sent, response: null }]), { id: "T2" });
});
