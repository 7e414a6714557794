/** Pages whose items and cursor stand deep inside, of an operation that is made up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import type { CallResult } from "../pipeline/result.ts";
import { paginateWith } from "./operation-calls.ts";

/** An operation whose page has everything deep inside. */
const nested: Operation = {
  ...operations.listCards,
  id: "listThings",
  path: "/v1/thing",
  paginated: {
    items: "/data/things",
    id: null,
    parameter: "after",
    cursor: "/data/page/next",
    pageSize: null,
  },
};

/** Walks the made-up operation over these bodies by their cursor; the first one has the cursor "first". */
function walkNested(bodies: Record<string, unknown>) {
  const asked: unknown[] = [];
  const paginate = paginateWith(async (_, { params }) => {
    const cursor = String(params?.query?.after ?? "first");
    asked.push(params?.query);
    return { status: 200, data: bodies[cursor] } as CallResult<unknown>;
  });
  const input = { params: { query: { size: 2 } } };
  return { asked, things: paginate(nested, input, {}).toArray({ max: 9 }) };
}

test("items and cursor are read wherever the description says that they are", async () => {
  const { asked, things } = walkNested({
    first: { data: { things: [1, 2], page: { next: "b" } } },
    b: { data: { things: [3], page: { next: "c" } } },
    c: { data: { things: [4], page: null } },
  });
  assert.deepEqual(await things, [1, 2, 3, 4]);
  assert.deepEqual(asked, [{ size: 2 }, { size: 2, after: "b" }, { size: 2, after: "c" }]);
});

for (const [what, body, problem] of [
  [
    "no items at their place",
    { things: [1], data: {} },
    /listThings: a page without an array at \/data\/things/,
  ],
  ["a cursor that is no text", { data: { things: [], page: { next: 5 } } }, /value at \/data\/page\/next/],
] as const) {
  test(`deep inside, too, a page with ${what} is an error, not the end`, async () => {
    await assert.rejects(walkNested({ first: body }).things, { code: "response-shape", message: problem });
  });
}
