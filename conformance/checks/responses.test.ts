import assert from "node:assert/strict";
import { test } from "node:test";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";
import { receive } from "../wire/exchange.ts";

test("bytes that are no UTF-8 are told from those that are", () => {
  assert.ok(receive(200, [], Buffer.from('{"fullName":"Zoë"}')).isText);
  assert.ok(receive(200, [], Buffer.alloc(0)).isText);
  assert.ok(!receive(200, [], Buffer.from('{"fullName":"Zoë"}', "latin1")).isText);
});

test("JSON in another encoding than UTF-8 is none, though a parser takes it", async () => {
  const result = await proofRun({
    select: ({ id }) => /^(?:service\.json|card\.holder)/.test(id),
    wrap: async (request, next) => {
      const answer = await next(request);
      const text = await answer.text();
      const bytes = Buffer.from(text.replace(/"fullName":"\w/g, '"fullName":"Ü'), "latin1");
      return new Response(new Uint8Array(bytes), { status: answer.status, headers: answer.headers });
    },
  });
  const [line = "", ...others] = linesWith(result, "failed");
  assert.match(
    line,
    /^service\.json: A body that has to be JSON is not\. .*\d+ bytes that are not UTF-8 \(RFC 8259/,
  );
  assert.deepEqual(others, []);
});
