import assert from "node:assert/strict";
import { test } from "node:test";
import type { Described, Row } from "./operation.ts";
import { naming, namingAs, referencesOf } from "./references.ts";
import { operation } from "./testing.ts";

const list: Row = {
  ...operation({ id: "listCards", path: "/v1/card" }).row,
  paginated: {
    items: "/cards",
    id: { pointer: "/id", schema: null },
    parameter: "cursor",
    cursor: "/nextCursor",
    pageSize: null,
  } as Row["paginated"],
};
const item: Row = {
  ...operation({ id: "getCard", path: "/v1/card/{id}" }).row,
  bindings: { id: { operation: "listCards", pointer: "/cards/0/id" } },
};
const within = (row: Row): Described => ({
  row,
  description: { operations: { listCards: list, getCard: item, [row.id]: row }, samples: {} },
});
const transfer = within(operation({ id: "transfer", method: "POST", path: "/v1/transfer" }).row);
const ids = () => ["C1", "C2"];

test("a body names what is there, at each place another one, and keeps what is something else", () => {
  const references = referencesOf(transfer);
  assert.deepEqual([...references.keys()], ["cardid", "card_id"]);
  const body = {
    fromCardId: "made-up",
    to_card_id: "made-up",
    id: "own",
    discardId: "D",
    note: "cardId",
    parts: [{ cardId: "made-up", amount: 5 }, { cardId: "other" }],
    cardIds: ["x", "y"],
  };
  assert.deepEqual(naming(body, references, ids), {
    ...{ fromCardId: "C1", to_card_id: "C2", id: "own", discardId: "D", note: "cardId" },
    ...{ parts: [{ cardId: "C1", amount: 5 }, { cardId: "C1" }], cardIds: ["C2", "C1"] },
  });
});

test("a body stays as it is shown where nothing is there, and where its id is that of a new item", () => {
  assert.deepEqual(
    naming({ cardId: "made-up" }, referencesOf(transfer), () => []),
    { cardId: "made-up" },
  );
  const creation = within(operation({ id: "addCard", method: "POST", path: "/v1/card" }).row);
  assert.equal(referencesOf(creation).size, 0);
});

test("a body of another kind names what the accepted one names, where it has a property for that", () => {
  const accepted = { kind: "once", cardId: "C1", fromCardId: "C2", note: "here" };
  const named = namingAs(transfer, { kind: "monthly", cardId: "made-up", note: "shown" }, accepted);
  assert.deepEqual(named, { kind: "monthly", cardId: "C1", note: "shown" });
  assert.equal(namingAs(transfer, "text", accepted), "text");
});
