import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createRecall } from "../kit/sharing.ts";
import type { Description, Row } from "./operation.ts";
import { leftBehind, removeCreated } from "./remove-created.ts";
import { operation } from "./testing.ts";

const creations = { number: { operation: "addNote", pointer: "/number" } };
const add = operation({ id: "addNote", method: "POST", path: "/v1/card/{id}/note" }).row;
const remove = operation({
  id: "removeNote",
  method: "DELETE",
  path: "/v1/card/{card}/note/{number}",
  creations,
}).row;

const describing = (...rows: readonly Row[]): Description => ({
  operations: Object.fromEntries(rows.map((row) => [row.id, row])),
  samples: {},
});
const sent = (one: Row, path: string, status: number, json: unknown = {}): Exchange =>
  ({
    operation: one.id,
    request: { url: `https://partner.example/base/v1/card/${path}` },
    response: { status, json },
  }) as unknown as Exchange;
const pathsOf = (description: Description, ...log: readonly Exchange[]) =>
  leftBehind(description, log).map(({ path }) => path);

test("what was created, and not removed, is left behind, the latest first", () => {
  const log = [
    sent(add, "C%201/note", 201, { number: 7 }),
    sent(add, "C2/note", 201, { number: 8 }),
    sent(add, "C2/note", 201, { number: 9 }),
    sent(remove, "C2/note/8", 204),
    sent(remove, "C2/note/9", 409),
    sent(add, "C2/note", 201, { number: 9 }),
  ];
  assert.deepEqual(pathsOf(describing(add, remove), ...log), [
    { card: "C2", number: "9" },
    { card: "C 1", number: "7" },
  ]);
});

test("nothing is removed that may have been there before, or that shows no id", () => {
  const log = [
    sent(add, "C1/note", 200, { number: 7 }),
    sent(add, "C1/note", 201, {}),
    sent(add, "C1/note", 422, { number: 8 }),
  ];
  assert.deepEqual(pathsOf(describing(add, remove), ...log), []);
});

test("nothing is removed by a DELETE of something else", () => {
  const made = sent(add, "C1/note", 201, { number: 7 });
  assert.deepEqual(pathsOf(describing(add), made), []);
  const elsewhere = operation({
    id: "removeNote",
    method: "DELETE",
    path: "/v1/note/{number}",
    creations,
  }).row;
  assert.deepEqual(pathsOf(describing(add, elsewhere), made), []);
});

/** What is asked for, and said, at the end of a run that has created two notes: each removal has this outcome. */
async function removing(outcome: Parameters<typeof exchange>[0]) {
  const notices: string[] = [];
  let asked = 0;
  const exchanges = [7, 8].map((number) => sent(add, "C1/note", 201, { number }));
  const call = async () => {
    asked += 1;
    return exchange({ operation: null, ...outcome });
  };
  const run = {
    notify: (text: string) => notices.push(text),
    recall: createRecall(),
    probe: { session: { exchanges }, call },
  };
  const samples = { removeNote: { path: {}, query: {}, bodies: [] } };
  await removeCreated(run as unknown as Run, { ...describing(add, remove), samples });
  return { asked, notices };
}

test("what is gone already is removed, and what is refused is told", async () => {
  assert.deepEqual(await removing({ status: 204 }), { asked: 2, notices: [] });
  assert.deepEqual(await removing({ status: 404 }), { asked: 2, notices: [] });
  const notices = ["2 items that POST /v1/card/{id}/note has created could not be removed"];
  assert.deepEqual(await removing({ status: 409 }), { asked: 2, notices });
});

test("who does not answer at all is not asked for each of them", async () => {
  const { asked, notices } = await removing({ failure: { kind: "timeout", message: "" } });
  assert.equal(asked, 1);
  assert.match(notices.join(), /^2 items/);
});
