import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf } from "./document.ts";
import { pageSizeOf } from "./page-size.ts";
import { smallDocument } from "./testing.ts";

function sizeWith(description: string, ofOperation = "") {
  const document = smallDocument();
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  const size = {
    name: "count",
    in: "query" as const,
    fragment: "",
    schema: { type: "integer", default: 25 },
    description,
  };
  return pageSizeOf(document, {
    ...one,
    operation: { ...one.operation, description: ofOperation },
    parameters: [{ name: "after", in: "query", fragment: "", schema: { type: "string" } }, size],
  });
}

const exact = { parameter: "count", default: 25 };

test("the parameter with a number for its default takes the size of a page", () => {
  assert.deepEqual(sizeWith("Items per page."), exact);
  assert.deepEqual(sizeWith("Items per page. A larger one than the maximum is refused."), exact);
  assert.deepEqual(
    sizeWith("Items per page.", "Lists at most what a token may see. A page has a cursor."),
    exact,
  );
});

test("a page may be shorter where that is said", () => {
  const most = { ...exact, isMost: true };
  assert.deepEqual(sizeWith("The most parcels that a page may hold."), most);
  assert.deepEqual(sizeWith("Up to so many items are shown."), most);
  assert.deepEqual(sizeWith("Items per page.", "A page holds at most as many, and may hold fewer."), most);
});
