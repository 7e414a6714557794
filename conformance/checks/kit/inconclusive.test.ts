import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Inconclusive, ifConclusive, onInconclusive } from "./inconclusive.ts";

const noCard = () => Promise.reject(new Inconclusive("no card", ["x1"]));

describe("work that a check can go on without", () => {
  it("is what it comes to", async () => {
    assert.equal(await ifConclusive(Promise.resolve(7)), 7);
    assert.equal(await onInconclusive(Promise.resolve(7), () => 0), 7);
  });

  it("is null, or what is made of the reason, where it can't go on", async () => {
    assert.equal(await ifConclusive(noCard()), null);
    const fact = await onInconclusive(noCard(), (reason) => reason.fact);
    assert.deepEqual(fact, { kind: "missing", what: "no card", exchanges: ["x1"] });
  });

  it("throws every other error", async () => {
    const broken = () => Promise.reject(new TypeError("x is undefined"));
    await assert.rejects(ifConclusive(broken()), TypeError);
    await assert.rejects(
      onInconclusive(broken(), () => null),
      TypeError,
    );
  });
});
