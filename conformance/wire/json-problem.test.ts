import assert from "node:assert/strict";
import { test } from "node:test";
import { receive } from "./exchange.ts";
import { jsonProblem } from "./json-problem.ts";

const problem = (body: string | Buffer) => jsonProblem(receive(200, [], Buffer.from(body)));

test("what is JSON has no problem", () => {
  for (const body of ['{"cards":[]}', " [1] ", "null", '"é"']) assert.equal(problem(body), null);
});

test("what is none is told with the place, and without the text", () => {
  assert.equal(problem(""), "an empty body");
  assert.match(problem('\uFEFF{"cards":[]}') ?? "", /byte order mark/);
  assert.match(problem(Buffer.from([0x22, 0xe9, 0x22])) ?? "", /not UTF-8/);
  const cut = problem('{"access_token":"s3cret-s3cret-s3cret-s3cret",}') ?? "";
  assert.equal(cut, "47 bytes that are no JSON, from character 47 on");
  assert.doesNotMatch(problem("s3cret") ?? "", /s3c/);
});
