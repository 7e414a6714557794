import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { judgeBelonging, judgeOwners, judgeStrangers } from "./belonging.ts";
import { operation } from "./testing.ts";

const { id, paginated } = operations.listCards;
const { row, description } = operation({
  path: "/v1/card/{cardId}/events",
  bindings: { cardId: { operation: id, pointer: `${paginated.items}/0/id` } },
});
const events = {
  row,
  description: { ...description, operations: { ...description.operations, [id]: operations.listCards } },
};
const [own, other, third] = ["CRD1002", "CRD1001", "CRD1003"].map((cardId) => ({ cardId }));

test("what belongs to an item is that of the item in the path", () => {
  const found = (body: unknown) =>
    judgeOwners(events, "cardId", "CRD1002", exchange({ body })).map(({ kind }) => kind);
  assert.deepEqual(found([own, own]), ["held"]);
  assert.deepEqual(found([own, other]), ["violated"]);
  assert.deepEqual(found([other, other]), [], "it may be what replaces it");
  assert.deepEqual(found([{ id: "E1" }]), [], "it is not shown");
  assert.deepEqual(found([{ cardId: "the second" }]), [], "something else by that name");
  const paged = { ...events, row: { ...row, paginated: { ...paginated, items: "/events" } } };
  assert.equal(
    judgeOwners(paged, "cardId", "CRD1002", exchange({ body: { events: [own, other] } }))[0]?.kind,
    "violated",
  );
});

test("nothing is compared that need not be there, or that a write may make", async () => {
  const args = { path: { cardId: "CRD1002" }, query: {}, isLive: true };
  const answer = exchange({ body: [own, other] });
  const found = async (one: typeof events, isLive: boolean, accepted: typeof answer | null = answer) =>
    (await judgeBelonging({} as Run, one, { ...args, isLive }, accepted)).map(({ kind }) => kind);
  assert.deepEqual(await found(events, true), ["violated"]);
  assert.deepEqual(await found(events, false), [], "a path that was made up");
  assert.deepEqual(await found(events, true, null), [], "nothing that was accepted");
  assert.deepEqual(await found({ ...events, row: { ...row, method: "POST" } }, true), []);
});

test("what belongs to one item is not shown for every item", () => {
  const judged = (theirs: readonly unknown[], ...others: readonly (readonly unknown[])[]) =>
    judgeStrangers(events, "cardId", {
      ...{ own: "CRD1002", other: "CRD1001", accepted: exchange({ body: [other] }) },
      theirs: exchange({ body: theirs }),
      others: others.map((body) => exchange({ body })),
    }).map(({ kind }) => kind);
  assert.deepEqual(judged([other], [], [other]), ["violated"]);
  assert.deepEqual(judged([own], [other]), [], "each shows the other one");
  assert.deepEqual(judged([other], [third]), [], "one may have what came with another");
  assert.deepEqual(judged([other], []), [], "nothing is shown of a third one");
});
