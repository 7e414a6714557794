import assert from "node:assert/strict";
import { test } from "node:test";
import { filled } from "./placeholders.ts";

const filling = {
  base: "http://127.0.0.1:1",
  "client-id": "a-client",
  "signing-key": "/tmp/key.pem",
  scenario: "calm-list",
  task: '{"do":"list","scenario":"{base}"}',
};

test("placeholders are replaced wherever they stand, and what they become is not looked at again", () => {
  assert.equal(filled("--url={base}/v1?id={client-id}", filling), "--url=http://127.0.0.1:1/v1?id=a-client");
  assert.equal(filled("{task}", filling), filling.task);
});

test("other braces stay as they are", () => {
  for (const text of ['{"base":1}', "{secret}", "{ base }", "{toString}", "awk {print}"]) {
    assert.equal(filled(text, filling), text);
  }
});
