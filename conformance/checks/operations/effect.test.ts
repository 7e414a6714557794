import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { effectCheck, writeByTurns } from "./effect.ts";
import type { Seen } from "./effect-facts.ts";
import { operation, writingRun } from "./testing.ts";

const { row } = operation({ method: "PATCH", mediaType: "application/merge-patch+json" });
const [long, other, third] = [
  { note: "a", due: 1, to: "x" },
  { note: "b", due: 2 },
  { note: "c", due: 3 },
];

/** Writes by turns to a service that refuses some bodies; what was sent. */
async function sent(bodies: readonly unknown[], refused: readonly unknown[], isScarce?: boolean, of = row) {
  const all = await writeByTurns(of, bodies, {
    isContradicted: () => false,
    isScarce,
    write: async (body): Promise<Seen> => {
      const status = refused.some((one) => isDeepStrictEqual(one, body)) ? 422 : 200;
      return { exchange: exchange({ status }), body, expected: {}, asked: {}, before: {}, after: {} };
    },
  });
  return all.map(({ body }) => body);
}

test("a body that the turns need and that is refused is replaced by another one, from the beginning", async () => {
  const turns = [other, { note: "c" }, { due: 3 }, other, { due: 3 }, { note: "c" }];
  const parts = [{ note: "a" }, { due: 1 }, { to: "x" }];
  assert.deepEqual(await sent([long, other, third], [long]), [long, ...parts, ...turns, third]);
});

test("of a body that is refused for a part of it, the others are sent together", async () => {
  const parts = [{ note: "a" }, { due: 1 }, { to: "x" }];
  const rest = { note: "a", due: 1 };
  const turns = [rest, { note: "a" }, { due: 1 }, rest, { due: 1 }, { note: "a" }];
  assert.deepEqual(await sent([long], [long, { to: "x" }]), [long, ...parts, ...turns]);
});

test("what comes after the turns may be refused without any of them being sent again", async () => {
  const turns = [long, { note: "b" }, { due: 2 }, long, { due: 2 }, { note: "b" }];
  const bodies = [long, other, third];
  assert.deepEqual(await sent(bodies, [third]), [...turns, other, third]);
  assert.deepEqual(await sent(bodies, [], true), turns, "others are not worth one of a few items");
});

test("it ends where everything is refused", async () => {
  const bodies = [long, other, third];
  const parts = bodies.flatMap((body) => Object.entries(body).map(([name, value]) => ({ [name]: value })));
  const attempts = await sent(bodies, [...bodies, ...parts]);
  assert.deepEqual(attempts[0], long);
  assert.ok(attempts.length < 20, `${attempts.length} were sent`);
  assert.deepEqual(await sent([{ note: "a" }], [{ note: "a" }]), Array(4).fill({ note: "a" }));
});

test("where a body of a PUT that was made of others is refused, it is sent once, and the turns go on", async () => {
  const put = operation({ method: "PUT" }).row;
  const [full, least, made] = [{ name: "a", map: "b" }, { name: "a" }, { name: "a", map: "bx" }];
  const all = await sent([full, least], [made], false, put);
  assert.deepEqual(all.slice(0, 4), [full, least, made, least]);
  assert.equal(all.filter((body) => isDeepStrictEqual(body, made)).length, 1);
});

test("a PUT is read from the list of its item where no read of its path shows it, and replaces what stood in a list", async () => {
  const listing = { items: "/things", id: { pointer: "/id", schema: null } };
  const list = operation({ id: "listThings", path: "/v1/thing", listing });
  const put = operation(
    {
      ...{ id: "putThing", method: "PUT", path: "/v1/thing/{id}", requirement: "list.request" },
      ...{ mediaType: "application/json", bodyFields: ["parts"], responses: { "204": null } },
      bindings: { id: { operation: "listThings", pointer: "/things/0/id" } },
    },
    ["day", "week", "month", "year"].map((of) => ({ parts: [{ of }] })),
  );
  const description = {
    operations: { ...list.description.operations, ...put.description.operations },
    samples: { ...list.description.samples, ...put.description.samples },
  };
  type Parts = readonly { readonly of: string }[];
  const judged = async (next: (sent: Parts, was: Parts) => Parts) => {
    let parts: Parts = [];
    const run = writingRun(async (_: string, { operation: id, body }: Call) => {
      if (String(id) === "putThing") parts = next((body as { parts: Parts }).parts, parts);
      return String(id) === "putThing"
        ? exchange({ operation: null, status: 204 })
        : exchange({ operation: null, body: { things: [{ id: "T1", parts }] } });
    });
    Object.assign(run.probe.session, { sleep: async () => undefined });
    const [check] = effectCheck({ row: put.row, description });
    return (await check?.run(run))?.map((fact) => (fact.kind === "violated" ? fact.message : fact.kind));
  };
  assert.deepEqual(new Set(await judged((sent) => sent)), new Set(["held"]));
  assert.ok(
    (await judged((_, was) => was))?.some((told) => told !== "held"),
    "it is lost",
  );
  const merged = await judged((sent, was) => [...was.filter(({ of }) => of !== sent[0]?.of), ...sent]);
  assert.ok(merged?.includes("PUT /v1/thing/{id} keeps what its parts leaves out."), merged?.join());
});
