/** A drill of a PUT whose body has the limits beside a reason, and whose answer is neither a card nor limits. */
import assert from "node:assert/strict";
import { describe as group, it } from "node:test";
import { cardApi, cardRoutes } from "./card-server-testing.ts";
import { objectIn, type Route, refuse } from "./independent-server.ts";
import { addRules, changedCopy, conforms, judgeIndependent, judgeSandbox } from "./judge.ts";

const limits = "daily: 5000, monthly: 40000, atm: 0, approvalBased: null";
const said = (indent: string) =>
  ["daily: 5000", "monthly: 40000", "atm: 0", "approvalBased: null"]
    .map((one) => `${indent}${one}\n`)
    .join("");

group("a replacement with a reason, answered by what it has become", () => {
  const copy = changedCopy((copy) => {
    copy.edit(
      "openapi/partner-card.yaml",
      [
        "      description: The new limits. The specification does not show the body of PUT, so any object is allowed here.\n      additionalProperties: true\n      x-unspecified: [gap.put.body]\n",
        `      description: The new limits, and why.
      required: [reason, limits]
      properties:
        reason:
          type: string
          minLength: 3
          description: Why.
          examples: [A fair]
          x-requirement: put.reason
        limits:
          $ref: "#/components/schemas/CardLimits"
`,
      ],
      [
        `                summary: The limits object as a card carries it (an assumption)\n                value:\n${said("                  ")}`,
        `                summary: Limits and a reason\n                value:\n                  reason: A fair\n                  limits: { ${limits} }\n`,
      ],
      [
        `            description: Not shown by the specification.\n            x-unspecified: [gap.put.response]\n          examples:\n            limits:\n              summary: One possible body\n              value:\n${said("                ")}`,
        `            type: object
            description: What the limits have become.
            required: [cardId, reason, limits]
            x-requirement-required: put.answered
            properties:
              cardId: { type: string, description: Of which card., x-requirement: put.answered }
              reason: { type: string, description: Why., x-requirement: put.reason }
              limits: { $ref: "#/components/schemas/CardLimits", x-requirement: put.answered }
          examples:
            limits:
              summary: Of one card
              value: { cardId: CRD123456, reason: A fair, limits: { ${limits} } }
`,
      ],
    );
    addRules(copy, "Limits", [
      "id: put.reason, operation: replaceCardLimits, statement: A PUT has a reason.",
      "id: put.answered, operation: replaceCardLimits, statement: A PUT is answered by what it has made.",
    ]);
  });

  /** A server that takes the limits out of the body, as the flaw has it. */
  const routes = (limitsIn: (body: Record<string, unknown>) => unknown) =>
    cardRoutes().map((route): Route => {
      if (route.method !== "PUT") return route;
      const answer: Route["answer"] = (asked) => {
        const body = objectIn(asked);
        const { reason } = body;
        if (typeof reason !== "string" || reason.length < 3) refuse(422, "no reason");
        const isWhole = ["daily", "monthly", "atm", "approvalBased"].every(
          (name) => name in Object(body.limits),
        );
        if (!isWhole) refuse(422, "a limit is left out");
        const changed = route.answer({ ...asked, body: JSON.stringify(limitsIn(body)) });
        const card = changed.body as { readonly id: string; readonly limits: unknown };
        return { status: 200, body: { cardId: card.id, reason, limits: card.limits } };
      };
      return { ...route, answer };
    });

  it("is kept by the sandbox", async () => {
    const judged = await judgeSandbox(copy, "--only", "*.put");
    assert.deepEqual(judged.failed, [], judged.output);
    for (const id of ["write.effect.put", "demanded.reason.put", "write.accepted.put"])
      assert.ok(judged.passed.includes(id), id);
  });

  it("is kept by a server of somebody else", async (t) => {
    const judged = await judgeIndependent(
      t,
      copy,
      cardApi,
      routes(({ limits }) => limits),
    );
    conforms(judged);
    assert.ok(judged.passed.includes("write.effect.put"));
  });

  it("is broken where a limit is lost", async (t) => {
    const losing = routes(({ limits }) => ({ ...(limits as object), monthly: 1 }));
    const judged = await judgeIndependent(
      t,
      copy,
      cardApi,
      losing,
      undefined,
      "--only",
      "write.other-fields.put",
    );
    assert.deepEqual(judged.failed, ["write.other-fields.put"], judged.output);
  });
});
