import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeKept, keptMembersCheck } from "./kept-members.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const listing = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/state" };
const described = (keepsRest?: readonly string[]) => {
  const close: Partial<Row> = { id: "closeThing", method: "POST", path: "/v1/thing/{id}/close", changes };
  const all = [
    operation({ id: "listThings", path: "/v1/thing", listing, requirement: "list.request" }),
    operation({ ...close, ...(keepsRest !== undefined && { keepsRest }) }),
  ];
  const description = {
    operations: Object.assign({}, ...all.map((one) => one.description.operations)),
    samples: Object.assign({}, ...all.map((one) => one.description.samples)),
  };
  return { row: all[0]?.row ?? assert.fail(), description };
};
const words = ["closes", "it", "the", "state", "and", "owner", "holderof", "nothing", "else", "changes"];

/** What is judged of things that are closed one after the other, by what each shows before and then. */
function judged(...rounds: readonly (readonly [was: object, is: object])[]): string {
  const log = rounds.flatMap(([was, is], index) => {
    const [at, id] = [index * 100, `T${index}`];
    const read = (when: number, item: object) => ({
      ...exchange({ id: `r${when}`, body: { things: [{ id, ...item }] } }),
      ...{ startedAt: when, endedAt: when + 5, operation: "listThings" as never },
    });
    const request = wireRequest({ method: "POST", url: `http://server.invalid/v1/thing/${id}/close` });
    const write = {
      ...exchange({ id: `w${index}`, body: { id, state: "closed" }, request }),
      ...{ startedAt: at + 10, endedAt: at + 20, operation: "closeThing" as never },
    };
    return [read(at, { state: "open", ...was }), write, read(at + 30, { state: "closed", ...is })];
  });
  const fact = judgeKept(described(words), log);
  return fact.kind === "violated" ? fact.message.replace(/^POST \S+ /, "") : fact.kind;
}

test("what the words do not name has to stay, of each item that has it", () => {
  const lost = [{ note: "n" }, { note: null }] as const;
  const told = "changes note, though it is said to change nothing else (2 times).";
  assert.equal(judged(lost, lost), told);
  assert.equal(judged(lost, [{}, {}], lost), told, "one without it tells nothing");
  assert.equal(judged([{ price: 7 }, {}], [{ price: 9 }, {}]).startsWith("changes price"), true);
  assert.equal(judged([{ note: "n" }, { note: "m" }], lost), told);
});

test("what stays once, is named, or follows from the state is not held against it", () => {
  const lost = [{ note: "n" }, { note: null }] as const;
  assert.equal(judged(lost), "held", "somebody else may have done it");
  assert.equal(judged(lost, lost, [{ note: "n" }, { note: "n" }]), "held");
  const twice = (was: object, is: object) => judged([was, is], [was, is]);
  assert.equal(twice({ owner: "a" }, { owner: null }), "held");
  assert.equal(twice({ holderOf: "a" }, { holderOf: null }), "held", "it is named as it is written");
  assert.equal(twice({ pausedAt: "2026-11-30T12:00:00Z" }, { pausedAt: null }), "held");
  assert.equal(twice({ isOpen: true, actions: ["close"] }, { isOpen: false, actions: [] }), "held");
  assert.equal(twice({ reads: 7, updatedAt: "a", stateText: "Open" }, { reads: 8, updatedAt: "b" }), "held");
  assert.equal(judged(), "missing");
});

test("only an action that is said to change nothing else is judged", () => {
  assert.deepEqual(keptMembersCheck(described()), []);
  assert.equal(keptMembersCheck(described(words)).length, 1);
});
