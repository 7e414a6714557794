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

test("the value of a header fits its schema, as a text, or as the number or boolean that it shows", () => {
  const known = {
    "getThing.200.etag": (value: unknown) => typeof value === "string" && value.startsWith('"'),
    "getThing.429.retry-after": (value: unknown) => typeof value === "number" && value > 0,
  };
  const judged = (status: number, name: string, value: string) =>
    judgeHeaders(one, required, exchange({ status, body: error, headers: [[name, value]] }), known)[0];
  assert.equal(judged(200, "ETag", '"7"')?.kind, "held");
  assert.equal(judged(429, "Retry-After", "7")?.kind, "held");
  const flag = (value: string) =>
    judgeHeaders(one, { "200": { a: "true" } }, exchange({ headers: [["a", value]] }), {
      "getThing.200.a": (one: unknown) => typeof one === "boolean",
    })[0]?.kind;
  assert.deepEqual([flag("true"), flag("false"), flag("yes")], ["held", "held", "violated"]);
  const wrong = judged(200, "ETag", "7");
  assert.ok(wrong?.kind === "violated" && /etag, whose value does not fit/.test(wrong.message));
  for (const value of ["soon", "", "-1"]) assert.equal(judged(429, "Retry-After", value)?.kind, "violated");
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
