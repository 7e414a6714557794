/** Conforming servers that would be accused if what is drawn were judged less carefully. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneIn, someCases } from "../../../src/testing/extent.ts";
import { runDefaults } from "../../run/options.ts";
import { variations } from "../cards/index.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith } from "../verdicts.ts";
import { composed } from "./compose.ts";
import { noises } from "./noise.ts";
import { randomAt } from "./random.ts";

const limits = "a refusal of more items than there are on a page by default";
const renames = "somebody else who renames the card, every 5 requests";
const reorders = "the card changed last comes first";
const takesTime = "up to 200 ms a request";

describe("a conforming server is not accused for what is drawn", () => {
  for (const [names, seed] of oneIn(2, [
    [[renames, reorders, takesTime], 113],
    [[limits], 1],
  ] as const))
    it(names.join(" × "), async () => {
      const random = randomAt("1", names.join());
      const [first, ...others] = names.map((name) => {
        const made =
          variations.find((one) => one.name === name)?.server() ??
          noises.find((one) => one.name === name)?.server(random);
        assert.ok(made !== undefined, name);
        return made;
      });
      const server = others.reduce<ReturnType<typeof composed>>(
        (all, one) => (all === null ? null : composed(all, one)),
        first ?? null,
      );
      assert.ok(server !== null);
      const run = { cases: someCases(runDefaults.cases), seed, ...server.run };
      const result = await proofRun({ ...server, run });
      assert.deepEqual(idsWith(result, "failed"), []);
    });
});
