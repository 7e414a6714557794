import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "./operation.ts";
import { saidOf, waysBack } from "./put-back.ts";
import { operation } from "./testing.ts";

const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/limits" };
const change = (method: "PUT" | "PATCH" | "POST", mediaType: string | null, more: Partial<Row> = {}): Row =>
  operation({
    id: `${method} ${mediaType}`,
    method,
    path: "/v1/thing/{id}/limits",
    mediaType,
    changes,
    ...more,
  }).row;
const put = change("PUT", "application/json");
const merge = change("PATCH", "application/merge-patch+json");
const jsonPatch = change("PATCH", "application/json-patch+json");

/** By which operations what the first one changes is put back. */
const ways = (...rows: readonly Row[]) => {
  const operations = Object.fromEntries(rows.map((row) => [row.id, row]));
  const samples = Object.fromEntries(rows.map(({ id }) => [id, { bodies: [] }])) as never;
  const all = waysBack({ row: rows[0] as Row, description: { operations, samples } });
  return all.map(({ row }) => row.id);
};

test("an operation puts back what it has changed, or another one of the same part does, whose body can say it", () => {
  assert.deepEqual(ways(put), [put.id]);
  assert.deepEqual(ways(jsonPatch), [], "its body says what is to be done");
  assert.deepEqual(ways(jsonPatch, put), [put.id]);
  assert.deepEqual(ways(merge, put), [merge.id, put.id], "the other one where the first is refused");
  const elsewhere = change("PUT", "application/json", { changes: { ...changes, target: "/holder" } });
  assert.deepEqual(ways(jsonPatch, elsewhere), []);
  const [block, unblock] = ["block", "unblock"].map((id) => change("POST", null, { id })) as [Row, Row];
  assert.deepEqual(ways(block, unblock), ["block", "unblock"]);
  assert.deepEqual(ways(block), []);
});

test("what comes back of an item is what a body can say of it, and all of what no body names", () => {
  const item = { name: "a", note: null, changedAt: "2026-01-01T00:00:00Z" };
  const way = operation({ method: "PUT", bodyFields: ["name", "note"] });
  assert.deepEqual(saidOf([way], item), { name: "a", note: null });
  assert.deepEqual(saidOf([operation({ method: "POST" })], item), item);
  assert.deepEqual([saidOf([way], { flag: true }), saidOf([way], 5)], [{ flag: true }, 5]);
});
