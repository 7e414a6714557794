import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { api, type Operation, type OperationId, operations } from "../../generated/operations.ts";
import { summarize } from "../base/summary.ts";
import { checkEvent } from "../report/testing.ts";
import { json } from "../sandbox/response.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith, isMadeForAny } from "../selftest/verdicts.ts";
import { isWrite } from "../wire/is-write.ts";
import { type Circumstances, hardlyExercisedOperations, whyIncomplete } from "./summary.ts";

const complete: Circumstances = {
  tokenProblem: null,
  stopped: null,
  limited: null,
  leftChanged: null,
  unseen: [],
  otherSignaturePath: null,
  hardlyExercised: [],
  unjudged: [],
  strict: false,
  inapplicable: 0,
};

describe("why a run is incomplete", () => {
  const summary = summarize([checkEvent("a", "passed"), checkEvent("b", "inconclusive")], 2);

  it("is not that a check is inconclusive, unless --strict", () => {
    assert.deepEqual(whyIncomplete(summary, complete), []);
    assert.deepEqual(whyIncomplete(summary, { ...complete, strict: true }), [
      "1 check is inconclusive (--strict)",
    ]);
  });

  it("is told with the other path that may be signed, where no signed request was accepted", () => {
    const signed = Object.values<Operation>(operations).filter((one) => one.signed !== null);
    const unseen = signed.map(({ id }) => id as OperationId);
    const hints = (circumstances: Partial<Circumstances>) =>
      whyIncomplete(summary, { ...complete, unseen, otherSignaturePath: "full", ...circumstances }).filter(
        (line) => line.includes("--signature-path full"),
      );
    assert.equal(hints({}).length, 1);
    assert.deepEqual(hints({ unseen: unseen.slice(1) }), []);
    assert.deepEqual(hints({ otherSignaturePath: null }), []);
    assert.deepEqual(hints({ tokenProblem: "the server can't be reached" }), [], "none was sent");
    assert.deepEqual(hints({ stopped: "ended by Ctrl-C" }), [], "more were to come");
  });

  it("is never that a rule cannot apply to the server", () => {
    assert.deepEqual(whyIncomplete(summary, { ...complete, strict: true, inapplicable: 1 }), []);
  });
});

describe("an operation that could hardly be exercised", () => {
  const results = (inconclusive: number, judged: number) => [
    ...Array.from({ length: inconclusive }, (_, index) => checkEvent(`p${index}`, "inconclusive")),
    ...Array.from({ length: judged }, (_, index) => checkEvent(`j${index}`, "observed")),
    checkEvent("skipped", "skipped"),
    checkEvent("both", "inconclusive"),
    checkEvent("none", "inconclusive"),
  ];
  const operationsOf = (id: string) =>
    id === "none" ? [] : id === "both" ? ["updateCardLimits", "replaceCardLimits"] : ["replaceCardLimits"];
  const hardly = (inconclusive: number, judged: number) =>
    hardlyExercisedOperations(results(inconclusive, judged), operationsOf);

  it("is one of which more checks are inconclusive than not, and at least five", () => {
    assert.deepEqual(hardly(6, 5), ["replaceCardLimits"]);
    assert.deepEqual(hardly(5, 0), ["replaceCardLimits"]);
    assert.deepEqual(hardly(6, 6), []);
    assert.deepEqual(hardly(4, 0), []);
  });

  it("is one of which what is essential is inconclusive", () => {
    const essential = (id: string, verdict: "passed" | "inconclusive") =>
      hardlyExercisedOperations(
        [checkEvent(id, verdict)],
        operationsOf,
        (one, operation) => one === "both" && operation === "replaceCardLimits",
      );
    assert.deepEqual(essential("both", "inconclusive"), ["replaceCardLimits"]);
    assert.deepEqual(essential("both", "passed"), []);
    assert.deepEqual(essential("other", "inconclusive"), []);
  });

  it("makes a run incomplete, and is named", () => {
    const summary = summarize([checkEvent("a", "passed")], 1);
    assert.deepEqual(whyIncomplete(summary, { ...complete, hardlyExercised: ["replaceCardLimits"] }), [
      "Can't say: PUT /v1/card/{id}/limits could hardly be exercised",
    ]);
  });

  it("is not called conforming: a server that refuses a signature it has seen before", async () => {
    const seen = new Set<string>();
    const single: Partial<Seams> = {
      intercept: ({ operation, request }) => {
        const signature = request.headers.get(api.headers.signature);
        if (!isWrite(operation) || signature === null) return null;
        return seen.size === seen.add(signature).size ? json(409, { message: "Seen before." }) : null;
      },
    };
    const { end } = await proofRun({ sandbox: { faults: [single] } });
    assert.equal(end.exitCode, 3);
    assert.match(end.incomplete.join(), /PATCH .* could hardly be exercised/);
  });
});

describe("an operation that no check judges", () => {
  const place = { method: "POST", path: "/v1/thing/{id}/block" } as const;
  const summary = summarize([checkEvent("a", "passed")], 1);

  it("makes every run incomplete, and is named", () => {
    const linesWith = (requirement: Operation["requirement"]) =>
      whyIncomplete(summary, { ...complete, unjudged: [{ ...place, requirement }] });
    const line = "Can't say: POST /v1/thing/{id}/block is judged by no check";
    assert.deepEqual(linesWith("list.request"), [line]);
    assert.deepEqual(linesWith(null), [`${line}; it has no x-requirement in the description`]);
  });
});

describe("--strict", () => {
  it("lets the sandbox conform, which has no path prefix", async () => {
    const select = ({ id }: { readonly id: string }) => !isMadeForAny(id);
    const result = await proofRun({ run: { strict: true }, select });
    assert.deepEqual(idsWith(result, "inconclusive"), ["gap.signature.prefix"]);
    assert.deepEqual(result.end.incomplete, []);
    assert.equal(result.end.exitCode, 0);
  });

  it("counts what a longer list would show", async () => {
    const result = await proofRun({ sandbox: { cards: 1 }, run: { strict: true } });
    const inconclusive = idsWith(result, "inconclusive").length;
    assert.deepEqual(result.end.incomplete, [`${inconclusive - 1} checks are inconclusive (--strict)`]);
    assert.equal(result.end.exitCode, 3);
  });
});
