import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { makerOfRemoved, repeatAfterMaking } from "./repeated-removal.ts";
import { operation, writingRun } from "./testing.ts";

const path = "/v1/thing/{id}";
const listing = { items: "/things", id: { pointer: "/id", schema: null } };
const bindings = { id: { operation: "listThings", pointer: "/things/0/id" } };
const all = [
  operation({ id: "listThings", path: "/v1/thing", listing }),
  operation({ id: "putThing", method: "PUT", path, bindings, mediaType: "application/json" }),
  operation({ id: "removeThing", method: "DELETE", path, bindings }),
];
const description = {
  operations: Object.assign({}, ...all.map((one) => one.description.operations)),
  samples: Object.assign({}, ...all.map((one) => one.description.samples)),
};
const [list, put, remove] = all.map(({ row }) => ({ row, description }));
assert.ok(list !== undefined && put !== undefined && remove !== undefined);

/** What comes of a server that carries a repeated removal out, or does so for so many of them. */
async function judged(isCarriedOutAgain: (time: number) => boolean) {
  const things = new Set<string>();
  const keys = new Set<string>();
  let [times, made] = [0, 0];
  const run = writingRun(
    async (_: string, { operation: id, path: { id: thing = "" } = {}, ...call }: Call) => {
      if (String(id) === "listThings")
        return exchange({ operation: null, body: { things: [...things].map((one) => ({ id: one })) } });
      const key = call.idempotencyKey ?? "";
      if (String(id) === "putThing") things.add(thing);
      else if (!keys.has(key) || isCarriedOutAgain(++times)) things.delete(thing);
      keys.add(key);
      return exchange({ operation: null, status: 204 });
    },
  );
  Object.assign(run.probe.session, { sleep: async () => undefined });
  const renew = async () => {
    made += 1;
    things.add(`T${made}`);
  };
  await renew();
  const args = {
    ...{ query: {}, isLive: true, isCreated: true as const },
    get path() {
      return { id: `T${made}` };
    },
    item: { isUsedUp: false, note: () => (args.item.isUsedUp = true), renew },
  };
  const facts = await repeatAfterMaking(run, remove as NonNullable<typeof remove>, args);
  return { kinds: facts.map(({ kind }) => kind), left: [...things] };
}

test("what was made since under the same id stays, and is removed in the end", async () => {
  assert.deepEqual(await judged(() => false), { kinds: ["held"], left: [] });
});

test("a repeated removal that removes it is found, where it does so each time", async () => {
  assert.deepEqual((await judged(() => true)).kinds, ["violated"]);
  assert.deepEqual((await judged((time) => time === 1)).kinds, ["held"], "that may be somebody else's doing");
});

test("it is asked where a PUT of the same path makes what is removed", () => {
  assert.equal(makerOfRemoved(remove)?.row.id, "putThing");
  assert.equal(makerOfRemoved(put), null);
  const { putThing: _, ...others } = description.operations;
  assert.equal(
    makerOfRemoved({ row: remove.row, description: { ...description, operations: others } }),
    null,
  );
});
