/** Drills of operations without a body that change a status: of two that bring back what the other has changed, and of one. */
import assert from "node:assert/strict";
import { describe as group, it, type TestContext } from "node:test";
import { cardApi, cardRoutes } from "./card-server-testing.ts";
import type { Copy } from "./copy.ts";
import { type Asked, type Broken, type Route, refuse, type Told } from "./independent-server.ts";
import { addRules, changedCopy, conforms, type Judged, judgeIndependent, judgeSandbox } from "./judge.ts";

const description = "openapi/partner-card.yaml";
const [statusRow, cardsRow] = [
  "id: card.status, operation: listCards, statement: A card has a status.",
  (name: string) => `id: card.${name}, operation: ${name}Card, statement: It does what it is called.`,
];

const pathOf = (name: string, answer: string) => `  /v1/card/{id}/${name}:
    post:
      operationId: ${name}Card
      summary: Changes a status
      description: Changes the status of a card.
      tags: [Cards]
      security:
        - oauth2: ["cards:read", "cards:write", "transfers:read", "transfers:write"]
          requestTimestamp: []
          requestSignature: []
      x-requirement: card.${name}
      parameters:
        - name: id
          in: path
          required: true
          description: The card id.
          schema: { $ref: "#/components/schemas/CardId" }
        - $ref: "#/components/parameters/IdempotencyKey"
      responses:
${answer}        "401": { $ref: "#/components/responses/TokenInvalid" }
        4XX: { $ref: "#/components/responses/Refused" }
`;
const linkOf = (name: string) => `            ${name}:
              operationId: ${name}Card
              description: A card of this page.
              parameters: { id: $response.body#/cards/0/id }
              x-changes: $response.body#/cards/0/status
`;
const nothing = '        "204": { description: Done. }\n';
const theCard = (status: string) => `        "200":
          description: The card.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Card" }
              examples:
                card:
                  value:
                    id: CRD1001
                    last4: "4242"
                    nickname: Office supplies
                    cardHolder: { id: USR501, fullName: Maria Keller }
                    limits: { daily: 5000, monthly: 40000, atm: 0, approvalBased: null }
                    availableBalance: 12750
                    status: ${status}
`;

/** Describes a status, and operations that change it, each with its answers. */
function addOperations(copy: Copy, answers: Readonly<Record<string, string>>): void {
  const names = Object.keys(answers);
  const paths = Object.entries(answers).map(([name, answer]) => pathOf(name, answer));
  copy.edit(
    description,
    ["components:\n  securitySchemes", `${paths.join("")}components:\n  securitySchemes`],
    ["            replaceLimits:\n", `${names.map(linkOf).join("")}            replaceLimits:\n`],
    [
      "                        availableBalance: 12750\n",
      "                        availableBalance: 12750\n                        status: active\n",
    ],
    [
      "        availableBalance:\n",
      "        status:\n          enum: [active, blocked]\n          description: Whether it works.\n          examples: [active]\n          x-requirement: card.status\n        availableBalance:\n",
    ],
  );
  addRules(copy, "Status", [statusRow, ...names.map(cardsRow)]);
}

/** The server of cards, which refuses to do what is done already. */
function routes(isShown: boolean, isOther = false): Route[] {
  const statuses = new Map<string, string>();
  const statusOf = (id: string) => statuses.get(id) ?? "active";
  const shown = (card: unknown) => ({ ...(card as object), status: statusOf((card as { id: string }).id) });
  const cards = cardRoutes({
    page: (items, next) => ({ cards: items.map(shown), ...(next === null ? {} : { nextCursor: next }) }),
  });
  const [list] = cards as [Route];
  const cardWith = (asked: Asked, id: string) => {
    const query = new URLSearchParams({ limit: "100" });
    const { cards: all } = list.answer({ ...asked, query }).body as { cards: readonly { id: string }[] };
    return all.find((card) => card.id === id) ?? refuse(404, "no such card");
  };
  const set =
    (status: string) =>
    (asked: Asked): Told => {
      const [id = ""] = asked.captured;
      const card = cardWith(asked, id);
      const changed = isOther && status === "blocked" ? `CRD${Number(id.slice(3)) - 1}` : id;
      if (statusOf(changed) === status && !isOther) refuse(409, "it is so already");
      statuses.set(changed, status);
      return isShown ? { status: 200, body: { ...card, status } } : { status: 204 };
    };
  const post = (name: string, status: string): Route => ({
    ...{ method: "POST", path: new RegExp(`^/v1/card/([^/]+)/${name}$`), signed: true, answer: set(status) },
  });
  return [...cards, post("block", "blocked"), post("unblock", "active")];
}

const families = ["effect", "idempotency.retry", "idempotency.distinct", "refused.no-effect"];
const own = families.flatMap((family) => [`${family}.blockCard`, `${family}.unblockCard`]);

const verdictsOf = ({ checks }: Judged) =>
  checks.flatMap(({ id, verdict }) => (own.includes(id) && verdict !== "passed" ? [`${id} ${verdict}`] : []));

for (const isShown of [false, true]) {
  group(
    `to block and to unblock a card, ${isShown ? "answered with the card" : "answered with nothing"}`,
    () => {
      const copy = changedCopy((copy) => {
        const answers = isShown ? [theCard("blocked"), theCard("active")] : [nothing, nothing];
        addOperations(copy, { block: answers[0] ?? "", unblock: answers[1] ?? "" });
      });

      it("is kept by the sandbox", async () => {
        const judged = await judgeSandbox(copy);
        conforms(judged);
        // What it does not show, the sandbox can't know.
        if (isShown) assert.deepEqual(verdictsOf(judged), []);
      });

      it("is seen on a server that refuses what is so already, and left as it was", async (t) => {
        const judged = await judgeIndependent(t, copy, cardApi, routes(isShown));
        conforms(judged);
        assert.deepEqual(verdictsOf(judged), []);
        assert.doesNotMatch(judged.output, /could not be put back/);
      });

      it("is broken by a server that blocks the card beside", async (t) => {
        const only = own.flatMap((id) => ["--only", id]);
        const judged = await judgeIndependent(t, copy, cardApi, routes(isShown, true), undefined, ...only);
        assert.deepEqual(judged.failed, ["effect.blockCard"], judged.output);
      });
    },
  );
}

group("to block a card for good", () => {
  const conflict = '        "409": { $ref: "#/components/responses/Refused" }\n';
  const copy = changedCopy((copy) => addOperations(copy, { block: theCard("blocked") + conflict }));
  const block = ({ path }: Route) => !path.test("/v1/card/CRD2001/unblock");

  it("is asked of some cards, once each, and all that is seen of it is judged", async (t) => {
    const judged = await judgeIndependent(t, copy, cardApi, routes(true).filter(block));
    conforms(judged);
    assert.match(
      judged.output,
      /calls POST \S+block on CRD\d+ and on up to 15 others; nothing puts that back/,
    );
    const open = judged.checks.filter(
      ({ id, verdict }) => /\.blockCard$/.test(id) && verdict !== "passed" && verdict !== "skipped",
    );
    assert.deepEqual(
      open.map(({ id, message }) => `${id}: ${message}`),
      [],
    );
  });

  /** Judges the server with this flaw, as these flags say. */
  const judgeSome = (t: TestContext, broken: Broken, ...flags: readonly string[]) =>
    judgeIndependent(t, copy, cardApi, routes(true).filter(block), broken, ...flags);

  it("is broken by a server that takes old requests for it", async (t) => {
    const families = ["timestamp.stale", "signature.missing", "token.missing", "refused.no-effect"];
    const only = families.flatMap((family) => ["--only", `${family}.blockCard`]);
    const judged = await judgeSome(t, { skips: ["age"], at: /block$/ }, ...only);
    assert.deepEqual(judged.failed, ["timestamp.stale.blockCard"], judged.output);
    assert.equal(judged.passed.length, 3, judged.output);
  });

  it("is asked of that card alone which is named", async (t) => {
    const judged = await judgeSome(t, {}, "--card", "CRD2004", "--only", "accepted.blockCard");
    assert.match(judged.output, /calls POST \S+block on CRD2004; nothing puts that back/);
  });
});
