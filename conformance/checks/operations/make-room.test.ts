import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createRecall } from "../kit/sharing.ts";
import { makeRoom } from "./make-room.ts";
import { operation } from "./testing.ts";

const creations = { id: { operation: "addNote", pointer: "/id" } };
const add = operation({ id: "addNote", method: "POST", path: "/v1/note", responses: { "201": null } }).row;
const remove = operation({ id: "removeNote", method: "DELETE", path: "/v1/note/{id}", creations }).row;
const description = {
  operations: { addNote: add, removeNote: remove },
  samples: { removeNote: { path: {}, query: {}, bodies: [] } },
};

const sent = (path: string, status: number, id?: string, alteration: string | null = null) => ({
  ...exchange({ operation: null, status, body: { id } }),
  operation: add.id,
  alteration,
  request: wireRequest({ url: `http://server.invalid${path}`, method: "POST" }),
});

/** The ids of the notes that are removed after these requests. */
async function removedAfter(exchanges: readonly ReturnType<typeof sent>[], of: object = description) {
  const removed: unknown[] = [];
  const call = async (_: string, { path }: Call) => {
    removed.push(path?.id);
    return exchange({ operation: null, status: 204 });
  };
  const run = {
    notify: () => undefined,
    recall: createRecall(),
    probe: { session: { exchanges }, call },
  } as unknown as Run;
  await makeRoom(run, { row: add, description: of } as unknown as Parameters<typeof makeRoom>[1]);
  return removed;
}

const [first, second] = [sent("/v1/note", 201, "N1"), sent("/v1/note", 201, "N2")];

test("what the run has created is removed once no more is taken", async () => {
  assert.deepEqual(await removedAfter([first, second, sent("/v1/note", 409)]), ["N2", "N1"]);
});

test("nothing is removed as long as more is taken, or none ever was", async () => {
  assert.deepEqual(await removedAfter([first, second]), []);
  assert.deepEqual(await removedAfter([first, sent("/v1/note", 409, undefined, "with an empty body")]), []);
  assert.deepEqual(await removedAfter([sent("/v1/note", 409)]), []);
});

test("what a path has named stays, since that may go on", async () => {
  const named = { ...sent("/v1/note/N2", 200), operation: "getNote" as never };
  assert.deepEqual(await removedAfter([first, second, named, sent("/v1/note", 409)]), ["N1"]);
});

test("what nothing removes is ended instead, though it was read, and not what a write has named", async () => {
  const withdraw = operation({
    id: "withdrawNote",
    method: "POST",
    path: "/v1/note/{id}/withdraw",
    creations,
  });
  const ending = {
    operations: { addNote: add, withdrawNote: withdraw.row },
    samples: { withdrawNote: { path: {}, query: {}, bodies: [] } },
  };
  const read = {
    ...sent("/v1/note/N2", 200),
    request: wireRequest({ url: "http://server.invalid/v1/note/N2" }),
  };
  const full = sent("/v1/note", 409);
  assert.deepEqual(await removedAfter([first, second, read, full], ending), ["N2", "N1"]);
  const changed = sent("/v1/note/N2", 200);
  assert.deepEqual(await removedAfter([first, second, changed, full], ending), ["N1"]);
});
