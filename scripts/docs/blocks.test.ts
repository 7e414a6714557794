import assert from "node:assert/strict";
import { test } from "node:test";
import { codeBlocks } from "./blocks.ts";

test("a block has its language, its words, its text and its line", () => {
  assert.deepEqual(
    codeBlocks("Text\n\n- a\n- b\n\n```ts no-run\nlet a;\n\nlet b;\n```\n\n```\nplain\n```\n"),
    [
      { language: "ts", words: ["no-run"], code: "let a;\n\nlet b;\n", line: 7 },
      { language: "", words: [], code: "plain\n", line: 13 },
    ],
  );
});
