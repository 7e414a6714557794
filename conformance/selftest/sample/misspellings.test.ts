import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Coding, forgives, misspellings, misspelt } from "./misspellings.ts";

const values: readonly (readonly [coding: Coding, value: string])[] = [
  ["text", "a-secret-Of-16-or-more"],
  ["base64", Buffer.from("a signature of some bytes").toString("base64")],
  ["base64url", Buffer.from("a signature of some bytes").toString("base64url")],
  ["hex", Buffer.from("a signature").toString("hex")],
];

describe("a misspelt value", () => {
  for (const [coding, value] of values) {
    for (const way of misspellings) {
      it(`differs in its bytes and is forgiven by the server made for it: ${coding}, ${way}`, () => {
        const wrong = misspelt(way, value, coding);
        if (coding === "hex" && way === "case")
          return assert.equal(wrong, null, "hex is read in either case");
        assert.ok(wrong !== null && wrong !== value);
        assert.ok(forgives(way, wrong, value, coding));
        assert.ok(!forgives(way, value, value, coding), "the right value needs no forgiving");
      });
    }
  }

  it("is forgiven by one kind of server only, where it is not a repetition of itself", () => {
    const value = "a-secret-Of-16-or-more";
    for (const sent of misspellings.filter((way) => way !== "doubled")) {
      const by = misspellings.filter((way) => forgives(way, misspelt(sent, value) ?? "", value));
      assert.deepEqual(by, [sent]);
    }
  });

  it("is none where the way changes nothing", () => {
    assert.equal(misspelt("case", "12345"), null);
  });
});
