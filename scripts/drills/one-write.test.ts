/** Drills of a description that has only one of the two operations that change limits. */
import assert from "node:assert/strict";
import { describe as group, it } from "node:test";
import { cardApi, cardRoutes } from "./card-server-testing.ts";
import { changedCopy, conforms, type Judged, judgeIndependent, judgeSandbox } from "./judge.ts";

const description = "openapi/partner-card.yaml";
const requirements = "openapi/requirements.yaml";

/** Each operation, the one that stays, and the texts between which it and its link stand. */
const drills = [
  {
    method: "PATCH",
    gone: "updateCardLimits",
    kept: "replaceCardLimits",
    operation: /\n {4}patch:\n[\s\S]*?(?=\ncomponents:)/,
    link: /\n {12}updateLimits:\n[\s\S]*?(?=\n {8}"401")/,
  },
  {
    method: "PUT",
    gone: "replaceCardLimits",
    kept: "updateCardLimits",
    operation: /\n {4}put:\n[\s\S]*?(?=\n {4}patch:)/,
    link: /\n {12}replaceLimits:\n[\s\S]*?(?=\n {12}updateLimits:)/,
  },
] as const;

for (const { method, gone, kept, operation, link } of drills) {
  group(`limits that no ${method} changes`, () => {
    const copy = changedCopy((copy) => {
      copy.write(description, copy.read(description).replace(operation, "").replace(link, ""));
      assert.ok(!copy.read(description).includes(gone));
      // The rows of it alone go as well, and those that are named elsewhere, or of both, are about the other one, as
      // generation asks for.
      const named: readonly string[] = copy.read(description).match(/[\w.-]+/g) ?? [];
      const isNamed = (row: string) => named.includes(/ id: (\S+)/.exec(row)?.[1] ?? "");
      const rows = copy.read(requirements).split(/(?=\n {2}- id:)/);
      const left = rows
        .filter((row) => !row.includes(`operation: ${gone}\n`) || isNamed(row))
        .map((row) => row.replace(`operation: ${gone}\n`, `operation: ${kept}\n`));
      copy.write(requirements, left.join("").replaceAll(new RegExp(`, ${gone}|${gone}, `, "g"), ""));
    });

    const isJudged = ({ passed }: Judged) => {
      for (const family of ["accepted", "effect", "idempotency.retry", "signature.key"])
        assert.ok(passed.includes(`${family}.${kept}`), family);
    };

    it("are judged in the sandbox", async () => {
      const judged = await judgeSandbox(copy);
      conforms(judged);
      isJudged(judged);
    });

    it("are judged on a server", async (t) => {
      const routes = cardRoutes().filter((route) => route.method !== method);
      const judged = await judgeIndependent(t, copy, cardApi, routes);
      conforms(judged);
      isJudged(judged);
    });

    it("are not taken unsigned", async (t) => {
      const routes = cardRoutes().filter((route) => route.method !== method);
      const broken = { skips: ["signature"] } as const;
      const judged = await judgeIndependent(t, copy, cardApi, routes, broken, "--only", "signature.key.*");
      assert.deepEqual(judged.failed, [`signature.key.${kept}`], judged.output);
    });
  });
}
