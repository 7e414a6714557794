import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonLines } from "./json-body.ts";

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

function show(text: string, pointer: string | null = null): string[] | null {
  return jsonLines(text, pointer)?.map((line) => `${line.marked ? ">" : " "}${line.text}`) ?? null;
}

test("indents without changing a number, a member or an escape", () => {
  assert.deepEqual(show('{"a":1.0,"a":[ 1e2,{} , []],"b\\u0022":"x"}'), [
    " {",
    '   "a": 1.0,',
    '   "a": [',
    "     1e2,",
    "     {},",
    "     []",
    "   ],",
    '   "b\\u0022": "x"',
    " }",
  ]);
});

test("marks what a pointer points at, with all that is in it", () => {
  const text = '{"cards":[{"id":1},{"id":2,"l/m":{"d":[3]}}]}';
  assert.deepEqual(
    show(text, "/cards/1/id")?.filter((line) => line.startsWith(">")),
    ['>      "id": 2,'],
  );
  assert.deepEqual(
    show(text, "/cards/1/l~1m")?.filter((line) => line.startsWith(">")),
    ['>      "l/m": {', '>        "d": [', ">          3", ">        ]", ">      }"],
  );
  assert.deepEqual(
    show(text, "")?.filter((line) => line.startsWith(">")),
    [],
  );
});

test("leaves alone what is not JSON, cut off or nested very deep", () => {
  for (const text of ["", "<html>", "{}{", '{"a":1} x', '{"a":', "]", nested(100_000)])
    assert.equal(show(text), null, text);
  assert.deepEqual(show("true"), [" true"]);
  assert.equal(show(nested(40))?.length, 79);
});

test("indents the start of a body that was cut, and leaves what it can't read at its end", () => {
  const lines = jsonLines('{"cards":[{"id":"CRD1","last', "/cards/0/id", true);
  assert.deepEqual(
    lines?.map(({ text }) => text.trim()),
    ["{", '"cards": [', "{", '"id": "CRD1",', '"last'],
  );
  assert.deepEqual(
    lines?.map(({ marked }) => marked),
    [false, false, false, true, false],
  );
  assert.equal(jsonLines("<html>", null, true), null);
});
