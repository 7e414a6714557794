import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../../generated/operations.ts";
import { partnerOf, start } from "../testing.ts";
import { cardsOf } from "./state.ts";
import { writeLimits } from "./write.ts";

/** A partner of a sandbox in which a PATCH of limits is one of these changed operations. */
const writingAs = (change: Partial<Operation>) => {
  const operation = { ...operations.updateCardLimits, ...change };
  return partnerOf({
    faults: [
      {
        intercept: (context) => (context.operation === operation.id ? writeLimits(context, operation) : null),
      },
    ],
  });
};

test("limits of a card in a state of which the description says so are refused, and stay", async () => {
  const { id } = operations.updateCardLimits.bindings;
  for (const [value, status] of [
    ["CRD100001", 409],
    ["CRD100002", 200],
  ] as const) {
    const refused = { list: "listCards", pointer: "/id", values: [value] };
    const { token, write, limits } = writingAs({ bindings: { id: { ...id, refused } } });
    assert.equal((await write(await token(), { body: { daily: 77 } })).status, status);
    assert.equal(limits()?.daily === 77, status === 200);
  }
});

test("a card says when its limits were changed last, where the list shows that", async (t) => {
  const list: { -readonly [name in "lastChanged"]?: string } & Pick<Operation, "id"> = operations.listCards;
  t.after(() => delete list.lastChanged);
  const nicknameAfter = async (lastChanged?: string) => {
    if (lastChanged !== undefined) list.lastChanged = lastChanged;
    const { token, write, sandbox } = writingAs({});
    await write(await token(), { body: { daily: 77 } });
    return cardsOf(sandbox.state)[0]?.nickname;
  };
  assert.equal(await nicknameAfter(), "Team events");
  assert.equal(await nicknameAfter("/nickname"), new Date(start).toISOString());
});
