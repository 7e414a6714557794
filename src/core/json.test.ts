import assert from "node:assert/strict";
import { test } from "node:test";
import { markChangedNumbers } from "./json.ts";

/** Numbers that JavaScript changes, the first with as few digits as any. */
const changed = ["9007199254740993", "123456789012345678901", "0.12345678901234567890", "1e400", "1E-400"];
const kept = ["900719925474099", "9007199254740992", "123456789.123456", "1e99", "0.1"];

test("a number that changes is found wherever it stands, and no other is touched", () => {
  for (const before of Array.from({ length: 40 }, (_, length) => " ".repeat(length))) {
    for (const number of changed) {
      const marked = markChangedNumbers(`[${before}${number},"${number}"]`, "mark ");
      assert.equal(marked, `[${before}"mark ${number}","${number}"]`);
    }
    for (const number of kept) {
      const text = `[${before}${number},"${changed[0]}"]`;
      assert.equal(markChangedNumbers(text, "mark "), text);
    }
  }
});
