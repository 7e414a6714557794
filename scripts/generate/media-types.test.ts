import assert from "node:assert/strict";
import { test } from "node:test";
import { type Content, operationsOf } from "./document.ts";
import { mediaTypesOf } from "./media-types.ts";
import { smallDocument } from "./testing.ts";

/** The media types of an operation with these responses. */
function mediaTypesWith(responses: Record<string, Content>) {
  const document = smallDocument();
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  return mediaTypesOf(document, { ...one, operation: { ...one.operation, responses } });
}

const plain: Content = { content: { "application/json": {} } };
const problem: Content = { content: { "application/Problem+JSON; charset=utf-8": {} } };

test("each response has its media type where one of them is a JSON of its own", () => {
  const types = { "200": "application/json", "401": "application/problem+json" };
  assert.deepEqual(mediaTypesWith({ "200": plain, "401": problem }), types);
  assert.deepEqual(mediaTypesWith({ "200": plain, "401": plain }), {}, "that it is JSON is known");
});

test("what is open, several or no JSON is left out", () => {
  const open = { ...plain, "x-unspecified": ["gap.error.other-bodies"] };
  const several = { content: { ...plain.content, "text/csv": {} } };
  const text = { content: { "text/csv": {} } };
  const types = { "401": "application/problem+json" };
  assert.deepEqual(
    mediaTypesWith({ "200": several, "202": {}, "204": text, "401": problem, "4XX": open }),
    types,
  );
});
