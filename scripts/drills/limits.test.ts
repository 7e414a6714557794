/** Drills of the limits that writes name: the suite takes them from the description. */
import assert from "node:assert/strict";
import { describe as group, it } from "node:test";
import { cardApi, cardRoutes } from "./card-server-testing.ts";
import { objectIn, type Route, refuse } from "./independent-server.ts";
import { changedCopy, conforms, judgeIndependent, judgeSandbox } from "./judge.ts";

const description = "openapi/partner-card.yaml";

/** What a patch of the daily limit is described by. */
const dailyOfPatch = `        daily:
          type: integer
          description: New daily limit.
          examples: [5000]
          x-requirement: patch.daily
`;
const shownPatch = "                value:\n                  daily: 5000\n      responses:";
const monthlyShown = shownPatch.replace("daily", "monthly");

/** The server of cards, of which a PATCH takes only some limits. */
const patching = (names: readonly string[], limits: (index: number) => Readonly<Record<string, unknown>>) =>
  cardRoutes({ fields: (index) => ({ limits: limits(index) }) }).map((route): Route => {
    const answer: Route["answer"] = (asked) => {
      const other = Object.keys(objectIn(asked)).find((name) => !names.includes(name));
      return other === undefined ? route.answer(asked) : refuse(400, `${other} is no limit of a patch`);
    };
    return route.method === "PATCH" ? { ...route, answer } : route;
  });

/** The limits of a card that are the same in each drill. */
const others = { monthly: 90_000, atm: 0, approvalBased: null };

const drills: readonly {
  readonly what: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
  readonly routes: () => readonly Route[];
  /** A check of what a write changes. */
  readonly check: string;
  /** The limit that it names; undefined where that is not looked at. */
  readonly limit?: string;
}[] = [
  {
    what: "a limit that has another name",
    changes: [
      ["daily:", "perDay:"],
      ["[daily, ", "[perDay, "],
    ],
    routes: () => patching(["perDay", "monthly", "atm"], (index) => ({ perDay: 4000 + index, ...others })),
    check: "write.effect.patch",
    limit: "perDay",
  },
  {
    what: "a limit that a patch does not change any more, while it does change another",
    changes: [
      [dailyOfPatch, ""],
      [shownPatch, monthlyShown],
      ["x-unspecified: [gap.patch.monthly]", "x-requirement: patch.daily"],
    ],
    routes: () => patching(["monthly", "atm"], (index) => ({ daily: 4000 + index, ...others })),
    check: "write.effect.put",
    limit: "monthly",
  },
  {
    what: "a patch of which it is open what it changes",
    changes: [
      [dailyOfPatch, ""],
      [shownPatch, monthlyShown],
    ],
    routes: () => patching(["monthly", "atm"], (index) => ({ daily: 4000 + index, ...others })),
    check: "effect.replaceCardLimits",
  },
  {
    what: "limits that are texts",
    changes: [
      [
        "type: number\n          description: Daily limit.",
        "type: string\n          description: Daily limit.",
      ],
      [
        "type: number\n          description: Monthly limit.",
        "type: string\n          description: Monthly limit.",
      ],
      ["type: number\n          description: ATM limit.", "type: string\n          description: ATM limit."],
      ["type: integer\n          description: New daily", "type: string\n          description: New daily"],
      ["type: number\n          description: New", "type: string\n          description: New"],
      ["[5000]", '["5000.00"]'],
      ["[40000]", '["40000.00"]'],
      ["[0]", '["0.00"]'],
      ["daily: 5000", 'daily: "5000.00"'],
      ["monthly: 40000", 'monthly: "40000.00"'],
      ["atm: 0", 'atm: "0.00"'],
    ],
    routes: () => {
      const limits = { monthly: "90000.00", atm: "0.00", approvalBased: null };
      return patching(["daily", "monthly", "atm"], (index) => ({ daily: `${4000 + index}.00`, ...limits }));
    },
    check: "effect.updateCardLimits",
  },
];

for (const { what, changes, routes, check, limit } of drills) {
  group(what, () => {
    const copy = changedCopy((copy) => copy.edit(description, ...changes));

    it("is kept by the sandbox", async () => conforms(await judgeSandbox(copy)));

    it("is kept by a server that takes what the description shows", async (t) => {
      const judged = await judgeIndependent(t, copy, cardApi, routes());
      conforms(judged);
      assert.ok(judged.passed.includes(check));
    });

    if (limit === undefined) return;
    it("is broken by a server on which a write of it changes nothing", async (t) => {
      const lost = routes().map((route) =>
        route.signed === true ? { ...route, answer: () => ({ status: 204 }) } : route,
      );
      const judged = await judgeIndependent(t, copy, cardApi, lost, undefined, "--only", check);
      assert.deepEqual(judged.failed, [check], judged.output);
      assert.match(judged.output, new RegExp(`limits\\.${limit}`));
    });
  });
}
