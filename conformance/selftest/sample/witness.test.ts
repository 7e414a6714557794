import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { api, type Operation, operations } from "../../../generated/operations.ts";
import { json } from "../../sandbox/response.ts";
import type { Matrix } from "../matrix.ts";
import { mutantNamed, mutantOf } from "./draw.ts";
import { mirrors } from "./mirrors.ts";
import { pool } from "./pool.ts";
import { probes } from "./probes.ts";
import { witnessed } from "./sample.ts";
import { meets, type Named, reasons } from "./witness.ts";

const all = Object.values<Operation>(operations);
const matrix = JSON.parse(readFileSync(new URL("../matrix.json", import.meta.url), "utf8")) as Matrix;
const committed = new Set(matrix.faults.map(({ fault }) => fault));

describe("a circumstance is met by the request made for it, and not by a plain one", () => {
  for (const circumstance of pool.circumstances.filter(({ isFor }) => all.some(isFor))) {
    it(circumstance.name, async () => {
      const fitting = probes.filter(({ operation }) => circumstance.isFor(operations[operation]));
      for (const probe of fitting) {
        const isPlainly = await meets(probe, [circumstance], true);
        if (!isPlainly && (await meets(probe, [circumstance]))) return;
      }
      assert.fail(`none of ${fitting.length} probes`);
    });
  }
});

const nothing = { name: "nothing", breaks: "", summary: "does nothing else", seams: {} };
const fails = {
  ...nothing,
  name: "fails",
  seams: {
    intercept: ({ operation }: { operation: string | null }) =>
      operation !== api.token ? json(500, {}) : null,
  },
};
const never: Named = { ...pool.circumstances[0], isFor: () => true, holds: () => false } as Named;
const elsewhere: Named = { ...never, isFor: ({ id }) => id === api.token };

describe("a witness", () => {
  for (const circumstances of [[], pool.circumstances.slice(0, 1), pool.circumstances.slice(1, 3)]) {
    it(`is none of a server that equals the conforming one, under ${circumstances.length} circumstances`, async () => {
      assert.deepEqual(await witnessed(mutantOf(nothing, circumstances)), { reason: reasons.equal });
    });
  }

  it("is none where the circumstances are never met", async () => {
    assert.deepEqual(await witnessed(mutantOf(fails, [never])), { reason: reasons.notMet });
  });

  it("is none where the fault acts on operations that cannot meet them", async () => {
    assert.deepEqual(await witnessed(mutantOf(fails, [elsewhere])), { reason: reasons.noOperation });
  });

  for (const [name, reason, why] of [
    [
      "idempotency-key.optional.patch × one-item-in-twenty",
      reasons.beyond,
      "a run must not change that card",
    ],
    ["write.never-415.patch × content-type-case", reasons.equal, "a conforming server may refuse that"],
  ] as const) {
    it(`is none of ${name}: ${why}`, async () => {
      assert.deepEqual(await witnessed(mutantNamed(name, pool)), { reason });
    });
  }

  it("is there for a server that fails, always or under circumstances", async () => {
    const everyFifth = pool.circumstances.filter(({ kind }) => kind === "repetition");
    assert.ok(everyFifth.length > 0);
    for (const circumstances of [[], everyFifth]) {
      assert.ok("probe" in (await witnessed(mutantOf(fails, circumstances))));
    }
  });

  it("is there for every 44th fault and mirror, which stand for all", async () => {
    // A list that was described later need not have a page on which its faults show.
    const known = pool.candidates.filter(
      ({ name }) => committed.has(name) || mirrors.some((one) => one.name === name),
    );
    for (const candidate of known.filter((_, index) => index % 44 === 0)) {
      assert.ok("probe" in (await witnessed(mutantOf(candidate, []))), candidate.name);
    }
  });
});
