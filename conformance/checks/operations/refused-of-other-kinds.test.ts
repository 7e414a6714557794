import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { DefectRow, RefusedRow } from "./defect.ts";
import { acceptedOfOtherKinds } from "./refused-of-other-kinds.ts";
import { operation, writingRun } from "./testing.ts";

const things = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: `T${index}`, size: index },
  state: index % 2 === 0 ? "open" : "held",
}));
const listing = { items: "/things", id: { pointer: "/id", schema: null } };
const list = operation({ id: "listThings", path: "/v1/thing", listing });
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/size" };
const size = operation({
  ...{ id: "sizeThing", method: "PUT", path: "/v1/thing/{id}/size", mediaType: "application/json", changes },
});
const one = {
  row: size.row,
  description: {
    operations: { ...list.description.operations, ...size.description.operations },
    samples: { ...list.description.samples, ...size.description.samples },
  },
};
const row: DefectRow = {
  ...{ family: "signature.key", title: "a", requirements: [], needsClock: false },
  defects: [
    {
      check: "signature.key.sizeThing",
      alteration: { description: "signed by another key" },
      rule: { expected: "a refusal" },
    },
  ],
};
const held: RefusedRow = {
  exchanges: [],
  facts: [{ kind: "held", seen: "refused", exchange: "x1" }],
  effect: null,
};

/** What is told of a server that answers so to a request with a defect for an item, and how many it got. */
async function told(statusOf: (id: string) => number, found: RefusedRow = held, family = row.family) {
  let sent = 0;
  const run = writingRun(async (_: string, { operation: id, path = {}, alteration }: Call) => {
    if (String(id) === "listThings") return exchange({ operation: null, body: { things } });
    sent += 1;
    const answer = exchange({ operation: null, status: statusOf(path.id ?? "") });
    return { ...answer, alteration: alteration?.description ?? null };
  });
  const args = { path: { id: "T0" }, query: {}, isLive: true };
  const control = exchange({ operation: null, status: 204 });
  const results = new Map([[{ ...row, family }, found]]);
  const accepted = await acceptedOfOtherKinds(run, one, args, control, results);
  const facts = accepted.flatMap(([, { facts }]) => facts.slice(found.facts.length));
  return { sent, messages: facts.map((fact) => (fact.kind === "violated" ? fact.message : fact.kind)) };
}

test("a defect that is accepted where the item is of another kind is told, and of which", async () => {
  const { sent, messages } = await told((id) => (id === "T1" ? 204 : 403));
  assert.equal(sent, 1);
  assert.deepEqual(messages, ["A request signed by another key, of an item with state held, was accepted."]);
});

test("what else it is refused for is left open, and what is accepted anyway is not asked again", async () => {
  assert.deepEqual(await told(() => 409), { sent: 1, messages: [] });
  const violated: RefusedRow = { ...held, facts: [{ kind: "missing", what: "not accepted before" }] };
  assert.deepEqual(await told(() => 204, violated), { sent: 0, messages: [] });
  assert.deepEqual(await told(() => 204, held, "demanded.size"), { sent: 0, messages: [] });
});
