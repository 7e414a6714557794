import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeKept, keptAnswerCheck } from "./kept-answer.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const listing = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/state" };
const move: Partial<Row> = {
  ...{ id: "moveThing", method: "POST", path: "/v1/thing/{id}/move", mediaType: "application/json", changes },
};
const described = (write: Partial<Row> = move) => {
  const all = [
    operation({ id: "listThings", path: "/v1/thing", listing, requirement: "list.request" }),
    operation(write),
  ];
  const description = {
    operations: Object.assign({}, ...all.map((one) => one.description.operations)),
    samples: Object.assign({}, ...all.map((one) => one.description.samples)),
  };
  return { row: all[0]?.row ?? assert.fail(), description };
};

/** What is judged where each of these notes is asked for, answered, and then read like this. */
function judged(
  shown: (note: string) => { answer?: unknown; read?: unknown },
  notes: readonly string[] = ["n1", "n2", "n3"],
  write: Partial<Row> = move,
  name = "note",
): string {
  const read = (at: number, state: string, note: unknown): Exchange => {
    const body = { things: [{ id: "T1", state, ...(note !== undefined && { [name]: note }) }] };
    return {
      ...exchange({ id: `r${at}`, body }),
      startedAt: at,
      endedAt: at + 5,
      operation: "listThings" as never,
    };
  };
  const log = notes.flatMap((note, index) => {
    const at = index * 100;
    const { answer, read: then } = shown(note);
    const url = "http://server.invalid/v1/thing/T1/move";
    const request = wireRequest({ method: "POST", url, body: JSON.stringify({ [name]: note }) });
    const body = answer ?? { id: "T1", state: `s${index}`, [name]: note };
    const sent = { ...exchange({ id: `w${index}`, body, request }), startedAt: at + 10, endedAt: at + 15 };
    return [
      read(at, "old", null),
      { ...sent, operation: "moveThing" as never },
      read(at + 20, `s${index}`, then),
    ];
  });
  return judgeKept(described(write), log).kind;
}

test("what an answer has shown of what was asked for, and no read shows, is lost", () => {
  assert.equal(
    judged(() => ({ read: null })),
    "violated",
  );
  assert.equal(
    judged(() => ({ read: "" })),
    "violated",
  );
});

test("what is shown as it was asked for is kept, and so it is where that is seen once", () => {
  assert.equal(
    judged((note) => ({ read: note })),
    "held",
  );
  assert.equal(
    judged((note) => ({ read: note === "n2" ? note : null })),
    "held",
  );
  assert.equal(
    judged(() => ({ read: null }), ["n1", "n2"]),
    "missing",
    "too seldom",
  );
});

test("what a read shows otherwise, or not at all, and what is no such item, tells nothing", () => {
  for (const read of ["n…", undefined])
    assert.equal(
      judged(() => ({ read })),
      "missing",
    );
  const other = (note: string) => ({ answer: { id: "M7", state: "s0", note }, read: null });
  assert.equal(judged(other), "missing");
});

test("what a PATCH sets is read back elsewhere, and tells nothing here", () => {
  const lost = () => ({ read: null });
  assert.equal(judged(lost, undefined, { ...move, method: "PATCH" }), "missing");
});

test("only where a POST with a body changes something of the item", () => {
  assert.equal(keptAnswerCheck(described())[0]?.id, "kept-answer.listThings");
  assert.deepEqual(keptAnswerCheck(described({ ...move, method: "PUT" })), []);
  assert.deepEqual(keptAnswerCheck(described({ ...move, mediaType: null })), []);
});

test("what its name says is shown once is not missed later", () => {
  const lost = () => ({ read: null });
  assert.equal(judged(lost, ["n1", "n2", "n3"], move, "word"), "violated");
  assert.notEqual(judged(lost, ["n1", "n2", "n3"], move, "passwordHint"), "violated");
});
