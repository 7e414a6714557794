import assert from "node:assert/strict";
import { test } from "node:test";
import { BodyText } from "./body-text.ts";

function textOf(body: string, chunkBytes: number): string {
  const bytes = Buffer.from(body, "utf8");
  const text = new BodyText(200, bytes.byteLength);
  for (let start = 0; start < bytes.byteLength; start += chunkBytes)
    text.add(bytes.subarray(start, start + chunkBytes));
  return text.toString();
}

test("a body is put together from its parts, whatever came before it", () => {
  // A long one, a shorter one, none, one that grows the memory, one beyond what is kept; characters cut in two.
  for (const length of [50_000, 7, 0, 120_000, 700_000, 3]) {
    const body = "é€😀".repeat(length);
    for (const chunkBytes of [1 << 24, 65_537, ...(length < 10 ? [1, 2] : [])])
      assert.ok(textOf(body, chunkBytes) === body, `${length} in chunks of ${chunkBytes} bytes`);
  }
});

test("two bodies that come at the same time stay apart", () => {
  const [one, other] = [new BodyText(200, 100), new BodyText(200, 100)];
  for (const [a, b] of ["ab", "cd", "ef"]) {
    one.add(Buffer.from(a ?? ""));
    other.add(Buffer.from(b ?? ""));
  }
  assert.deepEqual([one.toString(), other.toString(), one.toString()], ["ace", "bdf", "ace"]);
});
