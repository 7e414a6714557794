import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ProofResult, proofRun } from "../../selftest/in-memory.ts";
import { idsWith } from "../../selftest/verdicts.ts";
import { checks } from "../index.ts";
import { isWriteOperation } from "./write-form.ts";

/** What was altered in the writes of a run, each once. */
function alterationsOf({ events }: ProofResult): string[] {
  const altered = events.flatMap((event) =>
    event.event === "exchange" && isWriteOperation(event.operation) && event.alteration !== null
      ? [`${event.purpose}: ${event.alteration}`]
      : [],
  );
  return [...new Set(altered)];
}

const runOnly = (id: string) => proofRun({ select: (check) => check.id === id });

describe("the defective writes of a run", () => {
  it("belong to checks of the suite, by their ids", () => {
    const ids = new Set(checks.map(({ id }) => id));
    const declared = checks.flatMap(({ defects = [] }) => defects);
    assert.ok(declared.length > 100);
    assert.deepEqual(
      declared.filter(({ check }) => !ids.has(check)),
      [],
    );
  });

  const few: readonly [id: string, altered: readonly string[]][] = [
    ["signature.key.put", ["signature.key.put: signed by a key that is not the partner's"]],
    [
      "gap.timestamp.missing-status",
      [
        "timestamp.missing.patch: without X-Service-Request-Timestamp",
        "timestamp.missing.patch: without X-Service-Request-Timestamp, and signed without one",
      ],
    ],
    [
      "gap.signature.query",
      [
        "gap.signature.query: with a query, signed without it",
        "gap.signature.query: with a query, signed with it",
      ],
    ],
    ["error.message", []],
  ];
  for (const [id, altered] of few) {
    it(`are those that ${id} looks at, where nothing else is asked`, async () => {
      const result = await runOnly(id);
      assert.deepEqual(alterationsOf(result), altered);
      assert.equal(idsWith(result, "inconclusive").length, 0);
    });
  }

  it("are all of an operation where a check looks at all of them", async () => {
    const result = await runOnly("refused.no-effect.patch");
    assert.ok(alterationsOf(result).length > 30);
    assert.deepEqual(idsWith(result, "passed"), ["refused.no-effect.patch"]);
  });
});
