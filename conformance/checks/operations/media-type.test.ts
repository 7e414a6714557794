import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeMediaType, mediaTypeCheck } from "./media-type.ts";
import { operation } from "./testing.ts";

const [json, problem] = ["application/json", "application/problem+json"];
const mediaTypes = { "200": json, "401": problem, "4XX": problem };
const one = operation({
  ...{ requirement: "list.request", mediaTypes },
  responses: { "200": null, "401": "ErrorBody", "4XX": "ErrorBody" },
});
const error = { message: "No.", type: "InvalidRequest" };
const judged = (status: number, type: string, body: unknown = error) =>
  judgeMediaType(one.row, exchange({ status, body, headers: [["Content-Type", type]] })).map((fact) =>
    fact.kind === "violated" ? fact.received : fact.kind,
  );

test("a response has the media type of its status, whatever its case and parameters", () => {
  assert.deepEqual(judged(401, problem), ["held"]);
  assert.deepEqual(judged(401, "Application/Problem+JSON; charset=utf-8"), ["held"]);
  assert.deepEqual(judged(401, json), [json]);
  assert.deepEqual(judged(200, problem, {}), [problem]);
  assert.deepEqual(judged(200, json, {}), ["held"]);
  assert.deepEqual(judged(200, "", {}), ["no content type"]);
});

test("of another refusal than the one that is shown, nothing is judged", () => {
  assert.deepEqual(judged(401, json, { other: 1 }), [], "of a gateway");
  assert.deepEqual(judged(401, "text/html", "<p>No.</p>"), []);
  assert.deepEqual(judged(403, json), [], "of a range");
});

test("there is a check only where the description tells media types apart", () => {
  assert.deepEqual(
    mediaTypeCheck(one).map(({ id }) => id),
    ["media-type.getThing"],
  );
  assert.deepEqual(mediaTypeCheck(operation({ requirement: "list.request" })), []);
});
