import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeElsewhere, listedCheck } from "./created-listed.ts";
import { operation, signedWrite } from "./testing.ts";

const write = operation({ ...signedWrite, requirement: "card.identity" });

test("what was created below one item, and appears below another one, is held against a server", () => {
  const judged = (before: readonly string[], after: readonly string[], status = 201) =>
    judgeElsewhere(write, exchange({ status }), "P2", [
      { path: { id: "T1" }, before: new Set(), after: new Set() },
      { path: { id: "T2" }, before: new Set(before), after: new Set(after) },
    ]).kind;
  assert.equal(judged(["P1"], ["P1", "P2"]), "violated");
  assert.equal(judged(["P1"], ["P1", "P3"]), "missing", "somebody else has created something");
  assert.equal(judged(["P2"], ["P2"]), "missing", "the second of each item");
  assert.equal(judged([], [], 201), "missing", "a draft, which no list shows");
  assert.equal(judged([], ["P2"], 409), "missing", "what was refused");
});

test("it is looked for in the list of the same path, where no read shows it by itself", () => {
  const { path } = write.row;
  const paginated = { items: "/items", parameter: "cursor", cursor: "/next", pageSize: null };
  const list = { path, paginated: { ...paginated, id: { pointer: "/id", schema: null } } };
  const checks = (method: "GET" | "DELETE", listed: object = list) => {
    const creations = { partId: { operation: write.row.id, pointer: "/id" } };
    const others = [
      operation({ id: "listParts", ...listed }),
      operation({ id: "ofPart", method, path: `${path}/{partId}`, creations }),
    ];
    const rows = [write, ...others].map(({ row }) => [row.id, row]);
    const description = { operations: Object.fromEntries(rows), samples: {} };
    return listedCheck({ row: write.row, description }).map(({ id }) => id);
  };
  assert.deepEqual(checks("DELETE"), ["created.changeThing"]);
  assert.deepEqual(checks("GET"), [], "which has a check of its own");
  assert.deepEqual(checks("DELETE", { path: "/v1/thing" }), [], "the list of something else");
});
