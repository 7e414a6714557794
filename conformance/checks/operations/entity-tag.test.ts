import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { entityTagOf, isStrong } from "./entity-tag.ts";

test("an ETag is one by its form alone, and only a strong one is compared by If-Match", () => {
  const shown = ['"a-1"', ' W/"a-1" ', '""', "a-1", 'w/"a"', '"a"b"', ""].map((value) =>
    entityTagOf(exchange({ headers: [["etag", value]] })),
  );
  assert.deepEqual(shown, ['"a-1"', 'W/"a-1"', '""', null, null, null, null]);
  assert.equal(entityTagOf(exchange()), null);
  assert.deepEqual(['"a"', 'W/"a"', null].map(isStrong), [true, false, false]);
});
