/**
 * Drills: the description changes, and everything follows without a line of code. Each is judged on a server that
 * knows neither description nor sandbox, as it should be and with one flaw.
 */

import assert from "node:assert/strict";
import { describe as group, it } from "node:test";
import { api } from "../../generated/operations.ts";
import { requirement } from "../../generated/requirements.ts";
import { type CardChanges, cardApi, cardRoutes, laterOperations } from "./card-server-testing.ts";
import { type Broken, type Fixed, pageOf, type Route, refuse } from "./independent-server.ts";
import { changedCopy, conforms, judgeIndependent, judgeSandbox } from "./judge.ts";
import { describe } from "./walk-through.ts";

const description = "openapi/partner-card.yaml";

group("two operations more, a required field with an enum, and a cursor inside an object", () => {
  const copy = changedCopy((copy) => {
    describe(copy, "A new field in a card");
    describe(copy, "A new paginated operation and a new signed one");
    copy.edit(
      description,
      ["$response.body#/nextCursor", "$response.body#/meta/next"],
      [
        "                    nextCursor: b3BhcXVlLWN1cnNvcg",
        "                    meta: { next: b3BhcXVlLWN1cnNvcg }",
      ],
      [
        "        nextCursor:\n",
        "        meta:\n          type: object\n          description: About the page.\n          x-requirement: page.next-cursor\n          properties: { next: { $ref: '#/components/schemas/Cursor' } }\n    Cursor:\n",
      ],
    );
    // The holders are those of a card, so that their list is paged under a path that the first list gives.
    copy.edit(
      description,
      ["  /v1/holder:\n", "  /v1/card/{id}/holder:\n"],
      [
        "        - name: after\n",
        "        - name: id\n          in: path\n          required: true\n          description: The card id.\n          schema: { $ref: '#/components/schemas/CardId' }\n        - name: after\n",
      ],
      [
        "            block:\n",
        "            holders:\n              operationId: listHolders\n              description: A card of this page.\n              parameters: { id: $response.body#/cards/0/id }\n            block:\n",
      ],
    );
    // What stood under nextCursor is now a schema of its own, two levels further out.
    const text = copy.read(description);
    const [, inner = ""] = /\n {4}Cursor:\n((?: {10}.*\n)+)/.exec(text) ?? [];
    copy.edit(description, [inner, inner.replace(/^ {4}/gm, "")]);
  });

  const holders = Array.from({ length: 23 }, (_, index) => ({
    id: `USR${index + 1}`,
    fullName: `Holder ${index}`,
  }));
  const more: readonly Route[] = [
    {
      method: "GET",
      path: /^\/v1\/card\/CRD[0-9]+\/holder$/,
      answer: ({ query }) => {
        const { page, next } = pageOf(holders, query.get("after"), 10);
        return { status: 200, body: next === null ? { holders: page } : { holders: page, next } };
      },
    },
    {
      method: "POST",
      path: /^\/v1\/card\/([^/]+)\/block$/,
      signed: true,
      answer: ({ captured: [id = ""] }) =>
        /^CRD[0-9]+$/.test(id) ? { status: 204 } : refuse(404, "no card"),
    },
  ];
  const changes = (color: CardChanges["fields"]): CardChanges => ({
    fields: color ?? (() => ({})),
    page: (cards, next) => (next === null ? { cards } : { cards, meta: { next } }),
  });
  const judge = (
    t: Parameters<typeof judgeIndependent>[0],
    fields: CardChanges["fields"],
    broken?: Broken,
    ...flags: readonly string[]
  ) => judgeIndependent(t, copy, cardApi, [...cardRoutes(changes(fields)), ...more], broken, ...flags);
  const black = () => ({ color: "black" });

  it("keeps every rule of lint", async () => {
    await copy.run("scripts/lint-description.ts");
  });

  it("is what the sandbox serves", async () => {
    const judged = await judgeSandbox(copy);
    conforms(judged);
    for (const id of [
      "card.color",
      "list.iteration",
      "list.iteration.listHolders",
      "signature.key.blockCard",
    ])
      assert.ok(judged.passed.includes(id), `${id} of ${judged.passed.join(" ")}`);
  });

  it("is kept by a server that serves it", async (t) => conforms(await judge(t, black)));

  for (const [what, broken, id] of [
    ["lists holders without a token", { skips: ["token"], at: /holder/ }, "token.missing.listHolders"],
    [
      "shows the first holder again on each page",
      {
        at: /holder/,
        reply: ({ status, body }, { query }) => {
          const { holders: page = [] } = (body ?? {}) as { holders?: readonly unknown[] };
          return query.has("after")
            ? { status, body: { ...(body as object), holders: [...page, holders[0]] } }
            : { status, body };
        },
      },
      "list.iteration.once.listHolders",
    ],
    ["blocks without a signature", { skips: ["signature"], at: /block/ }, "signature.missing.blockCard"],
    ["blocks with an old timestamp", { skips: ["age"], at: /block/ }, "timestamp.stale.blockCard"],
    [
      "answers 200 where 204 is documented",
      { at: /block/, reply: (told) => (told.status === 204 ? { status: 200, body: {} } : told) },
      "status.blockCard",
    ],
  ] as const satisfies readonly (readonly [string, Broken, string])[]) {
    it(`is broken by a server that ${what}`, async (t) => {
      // This check and some of another operation, which has nothing to do with it.
      const flags = ["--only", id, "--only", "list.*"];
      const { status, failed } = await judge(t, black, broken, ...flags);
      assert.equal(status, 1);
      assert.deepEqual(failed, [id]);
    });
  }

  it("is broken by a colour that is none of the enum, and by a card without one", async (t) => {
    const cards = ["--only", "card.*"];
    const green = await judge(t, (index) => ({ color: index === 7 ? "green" : "white" }), {}, ...cards);
    assert.deepEqual(green.failed, ["card.color"]);
    const none = await judge(t, (index) => ({ color: index === 7 ? undefined : "white" }), {}, ...cards);
    assert.deepEqual(none.failed, ["card.complete"]);
  });
});

const longer = api.timestampWindowSeconds;
const shorter = longer - 60;

group(
  "another prefix, window, page size, names of headers and in a path, fewer scopes, and a closed question",
  () => {
    const fixed: Fixed = {
      ...cardApi,
      tokenPath: "/v9/oauth/token",
      headers: { key: "x-once", timestamp: "x-sent-at", signature: "x-proof" },
      windowSeconds: shorter,
    };
    const copy = changedCopy((copy) => {
      copy.edit(
        description,
        ["/v1", "/v9"],
        ["X-Service-Signature", "X-Proof"],
        ["X-Service-Request-Timestamp", "X-Sent-At"],
        ["name: Idempotency-Key", "name: X-Once"],
        [`x-window-seconds: ${longer}`, `x-window-seconds: ${shorter}`],
        ["default: 10\n", "default: 7\n"],
        ["/card/{id}/limits:", "/card/{card}/limits:"],
        ["      - name: id\n        in: path", "      - name: card\n        in: path"],
        [
          "                id: $response.body#/cards/0/id\n",
          "                card: $response.body#/cards/0/id\n",
        ],
        [', "transfers:read", "transfers:write"]\n          request', "]\n          request"],
      );
      const isSettled = requirement("gap.idempotency.missing-status").settled !== undefined;
      if (!isSettled) copy.edit(description, ["        - gap.idempotency.missing-status\n", ""]);
      describe(copy, "An open question that is closed");
    });
    const scopes = ["cards:read", "cards:write"];
    const routes = (pageSize = 7) =>
      cardRoutes({ prefix: "/v9", pageSize }).map((route) =>
        route.signed === true ? { ...route, scopes } : route,
      );
    // Recordings were made under the old names.
    const skip = ["--skip", "exchange.*", ...laterOperations.flatMap(({ id }) => ["--skip", `*.${id}`])];

    it("is what the sandbox serves", async () => conforms(await judgeSandbox(copy, ...skip)));

    it("is kept by a server with the new values, and no signature is shown", async (t) => {
      const judged = await judgeIndependent(t, copy, fixed, routes(), {}, ...skip);
      conforms(judged);
      assert.doesNotMatch(copy.read("drill.ndjson"), /\["X-Proof","[\w+/=]{100,}"\]/);
    });

    it("is broken by a server with the old window or page size", async (t) => {
      const window = await judgeIndependent(
        t,
        copy,
        { ...fixed, windowSeconds: longer },
        routes(),
        {},
        ...skip,
      );
      assert.ok(window.failed.includes("timestamp.stale.patch"), window.failed.join(" "));
      const size = await judgeIndependent(t, copy, fixed, routes(10), {}, ...skip);
      assert.deepEqual(size.failed, ["list.limit.default"]);
    });

    it("is broken by a server with another answer than the settled one", async (t) => {
      const question = "gap.idempotency.missing-status";
      const only = ["--only", question];
      const kept = await judgeIndependent(t, copy, fixed, routes(), {}, ...only);
      assert.deepEqual([kept.status, kept.checks.map(({ verdict }) => verdict)], [0, ["passed"]]);
      const reply: Broken["reply"] = (told, { headers }) =>
        told.status === 400 && !headers["x-once"] ? { ...told, status: 422 } : told;
      const other = await judgeIndependent(t, copy, fixed, routes(), { at: /limits/, reply }, ...only);
      assert.deepEqual(other.failed, [question]);
    });
  },
);
