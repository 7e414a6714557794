import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import type { Described, Row } from "./operation.ts";
import { oppositeOf, samePath, withOpposite } from "./opposite.ts";
import { operation } from "./testing.ts";

const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/status" };
const change = (id: string, more: Partial<Row> = {}): Row =>
  operation({ id, method: "POST", path: `/v1/thing/{id}/${id}`, changes, ...more }).row;
const json = { mediaType: "application/json" } as const;
const [block, unblock] = [change("block"), change("unblock")];

/** What is the opposite of the first of these operations. */
const opposite = (...rows: readonly Row[]) => {
  const operations = Object.fromEntries(rows.map((row) => [row.id, row]));
  return oppositeOf({ row: rows[0] as Row, description: { operations, samples: {} } })?.row.id ?? null;
};

test("the opposite is the only other operation without a body that changes the same", () => {
  assert.equal(opposite(block, unblock), "unblock");
  assert.equal(opposite(unblock, block), "block");
  assert.equal(opposite(block), null);
  assert.equal(opposite(block, change("rename", { changes: { ...changes, target: "/name" } })), null);
  assert.equal(opposite(block, change("activate", { changes: null })), null);
  const [hide, show] = [change("hide"), change("show")];
  assert.equal(opposite(hide, show), "show");
  assert.equal(opposite(hide, show, change("close")), null, "either of them may undo it, or end all");
  assert.equal(opposite(block, unblock, change("set", json)), "unblock");
  assert.equal(opposite(change("hide", json), show), null, "a body says it");
});

test("where the words are contrary, others do not count, nor bodies", () => {
  assert.equal(opposite(block, unblock, change("close")), "unblock");
  assert.equal(opposite(change("block", json), unblock), "unblock");
  assert.equal(opposite(unblock, change("block", json)), "block");
  assert.equal(opposite(change("suspend", json), change("resume", json), change("close")), "resume");
  assert.equal(
    opposite(block, change("unblock", { method: "PATCH", ...json })),
    null,
    "its body says what it does",
  );
  assert.equal(opposite(change("block", json), change("close")), null);
});

test("the opposite is called for the same item, whatever its path calls that", () => {
  const free = { path: "/v1/thing/{thingId}/free", changes: { ...changes, parameter: "thingId" } };
  assert.equal(opposite(block, change("free", free)), "free");
  assert.equal(opposite(block, change("free", { path: "/v1/thing/{id}/free/{why}" })), null);
  const [one, other] = [change("free", free), block].map((row) => ({ row }) as Described);
  assert.deepEqual(samePath(one as Described, other as Described, { id: "T1" }), { thingId: "T1" });
});

test("the opposite is sent with the body that it needs", async () => {
  const samples = Object.fromEntries(
    ["block", "unblock"].map((id) => [id, { path: {}, query: {}, bodies: [{ why: id }] }]),
  );
  const operations = { block: change("block", json), unblock };
  const sent: Call[] = [];
  const call = async (_: string, one: Call) => {
    sent.push(one);
    return exchange();
  };
  const run = { memoize: createMemo(), recall: createRecall(), probe: { call, session: { exchanges: [] } } };
  const renewedOf = async (row: Row) => {
    const one = { row, description: { operations, samples } } as Described;
    const args = { path: { id: "T1" }, query: {}, isLive: true } as const;
    await withOpposite(run as unknown as Run, one, args).item?.renew();
    return [String(sent.at(-1)?.operation), sent.at(-1)?.body];
  };
  assert.deepEqual(await renewedOf(operations.unblock), ["block", { why: "block" }]);
  assert.deepEqual(await renewedOf(operations.block), ["unblock", undefined]);
});
