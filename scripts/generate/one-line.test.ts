import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "./document.ts";
import { inOneLine } from "./one-line.ts";

test("words are in one line, and what is data stays as it is", () => {
  const text = "one\n  two\n\nthree\n";
  const schema = {
    description: text,
    example: { description: text },
    enum: [text],
    properties: { description: { type: "string", description: text }, default: { description: text } },
  };
  const document = { components: { schemas: { value: schema } }, info: { description: text } };
  const line = "one two. three";
  assert.deepEqual(inOneLine(document as unknown as Document), {
    info: { description: line },
    components: {
      schemas: {
        value: {
          ...schema,
          description: line,
          properties: { description: { type: "string", description: line }, default: { description: line } },
        },
      },
    },
  });
});

test("a paragraph and a point of a list end a sentence", () => {
  const lineOf = (description: string) =>
    (inOneLine({ info: { description } } as unknown as Document).info as { description?: string })
      .description;
  assert.equal(lineOf("Cards\n\nThe newest\nfirst.\n\nNot all."), "Cards. The newest first. Not all.");
  assert.equal(
    lineOf("One of:\n\n- open\n- closed,\n  for good\n1. gone"),
    "One of: - open. - closed, for good. 1. gone",
  );
});
