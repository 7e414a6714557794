import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { matches, names, onCondition } from "./entity-tags.ts";
import { empty, json } from "./response.ts";
import type { RequestContext } from "./seams.ts";
import { contextOf } from "./testing.ts";

const { updateCardLimits } = operations;
const read: Operation = {
  ...{ ...updateCardLimits, id: "readRules", method: "GET", mediaType: null, changes: null },
  ...{ showsETag: true, ifNoneMatch: true, responses: { "200": null } },
};
const write: Operation = { ...read, id: "writeRules", method: "PUT", ifMatch: "optional" };

/** A server of one text, which a PUT replaces. */
async function server() {
  const context = await contextOf({});
  let text = "old";
  const handler = ({ request }: RequestContext, { method }: Operation) => {
    if (method === "GET") return text === "" ? json(404, {}) : json(200, { text });
    text = request.body;
    return empty(204);
  };
  return (operation: Operation, headers: Record<string, string> = {}, body = "") => {
    const request = { ...context.request, method: operation.method, headers: new Headers(headers), body };
    return onCondition({ ...context, request }, operation, handler, [read, operation]);
  };
}

test("the ETag of what a path shows is another one after a write, and the answer to that has it", async () => {
  const asked = await server();
  const { etag: first = "" } = asked(read).headers;
  assert.match(first, /^"[0-9a-f]{16}"$/);
  assert.equal(asked(read).headers.etag, first);
  const { etag: second } = asked(write, {}, "new").headers;
  assert.notEqual(second, first);
  assert.equal(asked(read).headers.etag, second);
  assert.deepEqual(asked({ ...write, showsETag: undefined } as unknown as Operation).headers, {});
});

test("a write is refused where If-Match holds an earlier ETag, or is missing and required", async () => {
  const asked = await server();
  const { etag = "" } = asked(read).headers;
  assert.equal(asked(write, { "if-match": `"a", ${etag}` }, "new").status, 204);
  assert.equal(asked(write, { "if-match": etag }, "newer").status, 412);
  assert.deepEqual(asked(read).body, { text: "new" });
  assert.equal(asked(write, { "if-match": "*" }, "newer").status, 204);
  assert.equal(asked({ ...write, ifMatch: "required" }, {}, "newest").status, 428);
  assert.equal(asked(write, {}, "").status, 204);
  assert.equal(asked(write, { "if-match": etag }, "again").status, 204, "there is nothing to compare");
});

test("what is known already is not shown again", async () => {
  const asked = await server();
  const { etag = "" } = asked(read).headers;
  assert.deepEqual(asked(read, { "if-none-match": etag }), { ...empty(304), headers: { etag } });
  assert.equal(asked(read, { "if-none-match": '"another"' }).status, 200);
  assert.equal(asked({ ...read, ifNoneMatch: undefined } as unknown as Operation).status, 200);
});

test("If-Match compares strong ETags alone, and If-None-Match all of them", () => {
  assert.deepEqual(
    ['"1"', 'W/"1"', '"2", "1"', "*", '"11"', ""].map((condition) => matches(condition, '"1"')),
    [true, false, true, true, false, false],
  );
  assert.equal(matches('W/"1"', 'W/"1"'), false);
  assert.deepEqual(
    ['"1"', 'W/"1"', "*", '"11"'].map((condition) => names(condition, 'W/"1"')),
    [true, true, true, false],
  );
});
