import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { judgeBelow, operationsBelow, servedBelow } from "./below-removed.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const responses = { "200": null, "404": null };
const other = (method: Row["method"], path: string, more: Partial<Row> = {}) =>
  operation({ id: `${method} ${path}`, method, path, responses, ...more }).row;
const remove = operation({ id: "removeThing", method: "DELETE", path: "/v1/thing/{id}" }).row;
const rows = [
  remove,
  other("GET", "/v1/thing/{id}"),
  other("GET", "/v1/thing/{id}/part"),
  other("PATCH", "/v1/thing/{id}/limits"),
  other("POST", "/v1/thing/{id}/part"),
  other("GET", "/v1/thing/{id}/part/{partId}"),
  other("GET", "/v1/thing/{id}/history", { responses: { "200": null } }),
];
const description = {
  operations: Object.fromEntries(rows.map((row) => [row.id, row])),
  samples: Object.fromEntries(rows.map(({ id }) => [id, { path: {}, query: {}, bodies: [{}] }])),
};
const one = { row: remove, description };

test("below an item stands what needs its id alone, reads or replaces, and can be answered with 404", () => {
  const paths = operationsBelow(one).map(({ row }) => `${row.method} ${row.path}`);
  assert.deepEqual(paths, ["GET /v1/thing/{id}/part", "PATCH /v1/thing/{id}/limits"]);
});

/** What is told where the server answers operations with these statuses, before and after the item is removed. */
async function told(statusOf: (operation: string, isRemoved: boolean) => number) {
  let isRemoved = false;
  const call = async (purpose: string, { operation: id }: Call) =>
    exchange({ purpose, status: statusOf(id, isRemoved) });
  const run = {
    ...{
      memoize: createMemo(),
      recall: createRecall(),
      probe: { call, session: { exchanges: [], sleep: async () => {} } },
    },
  } as unknown as Run;
  const args = { path: { id: "T1" }, query: {}, isLive: true };
  const served = await servedBelow(run, one, args);
  isRemoved = true;
  const facts = await judgeBelow(run, one, args, served, exchange());
  return facts.flatMap((fact) => (fact.kind === "violated" ? [/and (\w+ \S+)/.exec(fact.message)?.[1]] : []));
}

test("what is carried out below an item that is gone is told, if it was carried out before", async () => {
  assert.deepEqual(await told((_, isRemoved) => (isRemoved ? 404 : 200)), []);
  assert.deepEqual(await told(() => 200), ["GET /v1/thing/{id}/part", "PATCH /v1/thing/{id}/limits"]);
  assert.deepEqual(await told((id, isRemoved) => (id.startsWith("GET") === isRemoved ? 404 : 200)), []);
});
