import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { judgeHeaders, responseHeadersCheck } from "./response-headers.ts";
import { operation } from "./testing.ts";

const one = operation({ responses: { "200": null, "429": "ErrorBody", "4XX": "ErrorBody" } });
const required = { "200": { etag: "1" }, "429": { "retry-after": "1" }, "4XX": { "x-why": "1" } };
const kinds = (response: Parameters<typeof exchange>[0]) =>
  judgeHeaders(one, required, exchange(response)).map(({ kind }) => kind);
const error = { message: "No.", type: "InvalidRequest" };

test("a response has the headers of its status, in whatever case", () => {
  assert.deepEqual(kinds({ headers: [["ETag", "7"]] }), ["held"]);
  assert.deepEqual(kinds({ headers: [["X-Why", "7"]] }), ["violated"]);
  assert.deepEqual(kinds({ status: 429, body: error, headers: [["Retry-After", "7"]] }), ["held"]);
  assert.deepEqual(kinds({ status: 429, body: error }), ["violated"]);
});

test("of a range that is no success, and of what another wrote, no header is demanded", () => {
  assert.deepEqual(kinds({ status: 400, body: error }), [], "a gateway may refuse, too");
  assert.deepEqual(kinds({ status: 429, body: "<p>Slow down.</p>" }), [], "not the refusal that is shown");
});

test("a token request is not made of samples, whose secret is wrong: what others send is looked at", async () => {
  const { row, description } = operation({
    ...{ id: "requestToken", method: "POST", requirement: "token.request", scopes: null },
    responses: { "200": null },
  });
  const samples = { requestToken: { path: {}, query: {}, bodies: [{}], headers: { "200": { etag: "1" } } } };
  const [check] = responseHeadersCheck({ row, description: { ...description, samples } });
  const sent = exchange({ operation: "requestToken", headers: [["ETag", "7"]] });
  // Whatever else it used of the run would throw.
  const run = { probe: { session: { exchanges: [sent] } } } as unknown as Run;
  assert.deepEqual(
    (await check?.run(run))?.map(({ kind }) => kind),
    ["held"],
  );
});
