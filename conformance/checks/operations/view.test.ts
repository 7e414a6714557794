import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo } from "../kit/sharing.ts";
import { bodyTo } from "./put-back.ts";
import { operation, signedWrite } from "./testing.ts";
import { differences, readView, sourcesOf, type View } from "./view.ts";
import { startWatch } from "./watch.ts";

const view = (items: Readonly<Record<string, string>>): View =>
  new Map([["listThings", new Map(Object.entries(items))]]);

test("views differ where an item is new, gone or another", () => {
  const found = differences(view({ a: "1", b: "2", c: "3" }), view({ a: "1", b: "4", d: "5" }));
  assert.deepEqual(found, [
    { place: "listThings b", seen: "was 2, is 4", was: "2", is: "4" },
    { place: "listThings c", seen: "was 3, is not there", was: "3", is: undefined },
    { place: "listThings d", seen: "was not there, is 5", was: undefined, is: "5" },
  ]);
  assert.deepEqual(differences(view({ a: "1" }), new Map()), [], "what could not be read says nothing");
});

test("a body is the same whatever the order of its members, its white space, and the clock of its moments", async () => {
  const [read, write] = [
    operation({ id: "getThing", scopes: [] }),
    operation({ ...signedWrite, path: "/v1/other" }),
  ];
  const operations = { ...read.description.operations, ...write.description.operations };
  const samples = { ...read.description.samples, ...write.description.samples };
  const [at, there] = ["2026-12-01T00:40:23+14:00", "2026-11-30T02:40:23-08:00"];
  const texts = [`{"a":1,"at":"${at}"}`, `{ "at": "${there}",\n"a": 1 }`, `{"a":2,"at":"${there}"}`];
  const call = async () => exchange({ body: texts.shift() ?? "" });
  const run = { memoize: createMemo(), probe: { call, session: { exchanges: [] } } } as unknown as Run;
  const look = () =>
    readView(
      run,
      { row: write.row, description: { operations, samples } },
      { path: {}, query: {}, isLive: true },
    );
  const [first, second, third] = [await look(), await look(), await look()];
  assert.equal(differences(first, second).length, 0);
  assert.equal(differences(second, third).length, 1);
});

/** A watch of views that come one after the other, the last one again and again; and the pauses it makes. */
async function watching(...views: readonly View[]) {
  const slept: number[] = [];
  const run = {
    samples: 2,
    memoize: createMemo(),
    probe: {
      session: { exchanges: [], sleep: async (milliseconds: number) => void slept.push(milliseconds) },
    },
  } as unknown as Run;
  let looks = 0;
  const read = async () => views[Math.min(looks++, views.length - 1)] as View;
  return { watch: await startWatch(run, "changeThing", read), slept };
}

const [one, two, three] = [view({ a: "1" }), view({ a: "2" }), view({ a: "3" })];

test("an effect is seen at once, or after a while that is then known", async () => {
  const { watch, slept } = await watching(one, one, two, two, two, three);
  assert.equal((await watch.expectChange()).length, 1);
  assert.deepEqual(slept, []);
  assert.equal((await watch.expectChange()).length, 1);
  assert.deepEqual(slept, [200, 800]);
  await watch.expectNone();
  assert.deepEqual(slept, [200, 800, 1000]);
});

test("where the first effect can't be seen, the others are not waited for", async () => {
  const { watch, slept } = await watching(one);
  assert.deepEqual(await watch.expectChange(), []);
  assert.deepEqual(await watch.expectChange(), []);
  assert.deepEqual(slept, [200, 800, 2000, 4000]);
});

test("what changes while nothing is written is not watched, or shows that nothing can be told", async () => {
  const restless = await watching(one, two, three);
  assert.deepEqual(await restless.watch.expectNone(), []);
  const later = await watching(one, one, one, two, three);
  assert.ok(!(await later.watch.isCalm()));
  assert.ok(await (await watching(one)).watch.isCalm());
});

test("a merge patch puts back what differs, and names what its samples name", () => {
  const patch = operation({ ...signedWrite, mediaType: "application/merge-patch+json" }, [{ channel: "x" }]);
  const [from, to] = [
    { channel: "a", deep: { b: 1, c: 2 }, added: true, same: 1 },
    { channel: "a", deep: { b: 1, c: 3 }, same: 1 },
  ];
  assert.deepEqual(bodyTo(patch, from, to), { channel: "a", deep: { c: 3 }, added: null });
});

test("what is a property of a body is put back as that", () => {
  const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/name", member: "name" };
  const put = operation({ method: "PUT", mediaType: "application/json", changes });
  assert.deepEqual(bodyTo(put, "Rex", "Max"), { name: "Max" });
  const patch = operation({ ...signedWrite, mediaType: "application/merge-patch+json", changes }, [
    { name: "x" },
  ]);
  assert.deepEqual(bodyTo(patch, "Rex", "Max"), { name: "Max" });
});

test("a PUT puts back all of it, and anything else nothing", () => {
  assert.deepEqual(bodyTo(operation({ method: "PUT", mediaType: "application/json" }), { a: 1 }, { a: 2 }), {
    a: 2,
  });
  assert.equal(bodyTo(operation(signedWrite), { a: 1 }, { a: 2 }), undefined);
});

test("beside what needs no argument, what is on the way of a path is read", () => {
  const paginated = { items: "/items", id: null, parameter: "cursor", cursor: "/next", pageSize: null };
  const reads = [
    { id: "listThings", path: "/v1/thing", paginated },
    { id: "getThing", path: "/v1/thing/{id}" },
    { id: "listParts", path: "/v1/thing/{id}/part", paginated },
    { id: "listParties", path: "/v1/thing/{id}/party", paginated },
  ].map((change) => operation(change).row);
  const sources = (path: string) => {
    const { row, description } = operation({ ...signedWrite, path });
    const rows = [...reads, row];
    const samples = Object.fromEntries(rows.map(({ id }) => [id, { path: {}, query: {}, bodies: [] }]));
    const operations = { ...description.operations, ...Object.fromEntries(rows.map((one) => [one.id, one])) };
    return sourcesOf({ row, description: { operations, samples } }).map(({ row: { id } }) => id);
  };
  assert.deepEqual(sources("/v1/thing/{id}/part"), ["listThings", "getThing", "listParts"]);
  assert.deepEqual(sources("/v1/thing/{id}/part/{partId}"), ["listThings", "getThing", "listParts"]);
  assert.deepEqual(sources("/v1/thing/{id}"), ["listThings"]);
});
