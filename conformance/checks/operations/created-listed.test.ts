import assert from "node:assert/strict";
import { test } from "node:test";
import { listedCheck } from "./created-listed.ts";
import { operation, signedWrite } from "./testing.ts";

const write = operation({ ...signedWrite, requirement: "card.identity" });

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
