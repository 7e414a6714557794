/** Drills of what a description demands of a body, of limits and of the query of a list. */
import assert from "node:assert/strict";
import { describe as group, it } from "node:test";
import { cardApi, cardRoutes } from "./card-server-testing.ts";
import { objectIn, type Route } from "./independent-server.ts";
import { addRules, changedCopy, judgeIndependent, judgeSandbox } from "./judge.ts";

const description = "openapi/partner-card.yaml";

group("a patch with a reason, a limit that is a word, and a list of one account", () => {
  const copy = changedCopy((copy) => {
    copy.edit(
      description,
      [
        "      x-unspecified: [gap.patch.null]\n      properties:\n",
        "      x-unspecified: [gap.patch.null]\n      required: [reason]\n      properties:\n        reason:\n          type: string\n          description: Why.\n          examples: [A fair]\n          x-requirement: patch.reason\n        currency:\n          enum: [EUR, USD, GBP]\n          description: New currency.\n          x-requirement: patch.currency\n",
      ],
      [
        "          examples: [0]\n          x-requirement: card.limits.atm\n",
        "          examples: [0]\n          x-requirement: card.limits.atm\n        currency:\n          enum: [EUR, USD, GBP]\n          description: Of the amounts.\n          x-requirement: card.limits.currency\n",
      ],
      [
        "                  daily: 5000\n      responses:",
        "                  daily: 5000\n                  reason: A fair\n      responses:",
      ],
      [
        "      parameters:\n        - name: cursor\n",
        "      parameters:\n        - name: account\n          in: query\n          required: true\n          description: Of which account.\n          x-requirement: list.account\n          schema: { type: string }\n          example: ACC1\n        - name: cursor\n",
      ],
      [
        "    LimitsPatch:\n",
        "        has_more:\n          type: boolean\n          description: Whether there is more.\n          examples: [true]\n          x-requirement: page.has-more\n    LimitsPatch:\n",
      ],
    );
    addRules(copy, "Limits", [
      "id: patch.reason, operation: updateCardLimits, statement: A patch has a reason.",
      "id: patch.currency, operation: updateCardLimits, statement: A patch changes the currency.",
      "id: card.limits.currency, operation: listCards, statement: Limits have a currency.",
      "id: list.account, operation: listCards, statement: A list is that of an account.",
      "id: page.has-more, operation: listCards, statement: A page says whether there is more.",
    ]);
  });

  it("is taken and asked for by the sandbox, and sent by the suite", async () => {
    const judged = await judgeSandbox(copy, "--only", "*.patch");
    assert.deepEqual(judged.failed, []);
    for (const id of [
      "demanded.reason.patch",
      "limit.currency.patch",
      "write.accepted.patch",
      "write.effect.patch",
    ])
      assert.ok(judged.passed.includes(id), id);
  });

  it("is broken by a server that changes amounts alone", async (t) => {
    const fields = (index: number) => ({
      limits: { daily: 4000 + index, monthly: 90_000, atm: 0, approvalBased: null, currency: "EUR" },
    });
    const routes = cardRoutes({ fields }).map((route): Route => {
      const answer: Route["answer"] = (asked) => {
        const { currency: _, reason: __, ...amounts } = objectIn(asked);
        return route.answer({ ...asked, body: JSON.stringify(amounts) });
      };
      return route.method === "PATCH" ? { ...route, answer } : route;
    });
    const judged = await judgeIndependent(t, copy, cardApi, routes, undefined, "--only", "limit.*");
    assert.deepEqual(judged.failed, ["limit.currency.patch"], judged.output);
  });

  it("is read with its account by every check, and its pages say of more what their cursors say", async () => {
    const judged = await judgeSandbox(copy, "--only", "page.*", "--only", "token.*", "--only", "list.*");
    assert.deepEqual(judged.failed, []);
    for (const id of ["page.has-more", "token.fresh", "list.iteration.once"])
      assert.ok(judged.passed.includes(id), id);
    const without = await judgeSandbox(copy, "--only", "demanded.*.listCards");
    assert.deepEqual(
      without.checks.map(({ id, verdict }) => `${id} ${verdict}`),
      ["demanded.account.listCards passed"],
    );
  });
});
