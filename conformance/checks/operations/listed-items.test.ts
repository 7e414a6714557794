import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { listedItems, mostListed, nextOf } from "./listed-items.ts";
import type { Described } from "./operation.ts";
import { operation } from "./testing.ts";

const open = (id: number) => ({ id: `CRD${id}`, state: "open", note: null });
const closed = (id: number) => ({ id: `CRD${id}`, state: "closed", note: "Done" });

test("what comes next is as the last one was before it was used", () => {
  const items = [open(1), closed(2), open(3), closed(4)];
  assert.deepEqual(nextOf(items, [[open(5), closed(5)]], 1), open(3));
  assert.equal(nextOf([closed(2)], [[open(5), closed(5)]], 1), null, "none is left");
  assert.deepEqual(
    nextOf([closed(2)], [[open(5), open(5)]], 1),
    closed(2),
    "nothing is seen to have changed",
  );
  assert.equal(nextOf([], [], 1), null);
  const [dated, other] = [
    { ...open(8), at: "09:00" },
    { ...open(9), at: "10:00" },
  ];
  const change = [dated, { ...dated, state: "closed", at: "11:00" }] as const;
  assert.equal(nextOf([other], [change], 1, [dated, other]), other, "a time of its own tells nothing");
  const [big, small] = [
    { ...open(6), kind: "big" },
    { ...open(7), kind: "small" },
  ];
  const used = { ...open(5), kind: "big" };
  assert.equal(nextOf([big, small], [[used, { ...used, state: "closed" }]], 1), big, "of the same kind");
});

const list = operation({
  id: "listThings",
  path: "/v1/thing",
  paginated: {
    items: "/things",
    cursor: "/next",
    parameter: "cursor",
    id: { pointer: "/id", schema: "CardId" },
    pageSize: null,
  },
}).row;
const close = operation({
  id: "closeThing",
  method: "POST",
  path: "/v1/thing/{id}/close",
  bindings: { id: { operation: "listThings", pointer: "/things/0/id" } },
});
const one = {
  ...close,
  description: {
    operations: { listThings: list, closeThing: close.row },
    samples: { ...close.description.samples, listThings: { path: {}, query: {}, bodies: [] } },
  },
};

/** A run that reads a list of so many things, of which it knows what was closed. */
function runOn(count: number, card: string | null = null, again = 409) {
  const done = new Set<string>();
  const things = () =>
    Array.from({ length: count }, (_, index) => (done.has(`CRD${index}`) ? closed(index) : open(index)));
  const known = new Map<string, unknown>();
  const run = {
    card,
    notify: () => undefined,
    memoize: (key: string, find: () => unknown) => known.get(key) ?? known.set(key, find()).get(key),
    recall: (key: string, value: unknown) => known.get(key) ?? known.set(key, value).get(key),
    probe: {
      session: { exchanges: [] },
      call: async (_: string, { operation }: Call) =>
        String(operation) === "listThings"
          ? exchange({ operation: null, body: { things: things() } })
          : exchange({ operation: null, status: again }),
    },
  } as unknown as Run;
  return { run, done };
}

test("each accepted request uses up one of them, and so does a conflict, up to a number", async () => {
  const { run, done } = runOn(40);
  const args = await listedItems(run, one);
  const ask = async (status: number) => {
    if (args.item?.isUsedUp === true) await args.item.renew();
    const id = args.path.id ?? "";
    if (status < 300) done.add(id);
    args.item?.note(exchange({ operation: null, status }));
    return id;
  };
  assert.equal(await ask(409), "CRD39", "the last one first, as everywhere");
  const first = await ask(200);
  assert.notEqual(first, "CRD39");
  assert.equal(await ask(400), await ask(200), "what was refused otherwise is still there");
  for (let left = mostListed - 2; left > 0; left -= 1) await ask(204);
  assert.equal(done.size, mostListed);
  await assert.rejects(ask(200), /is carried out on 16 of what is there, and no more/);
});

test("what may be asked again and again uses up nothing", async () => {
  const args = await listedItems(runOn(9, null, 200).run, one);
  assert.ok(args.item?.isScarce, "as long as nobody knows");
  args.item.note(exchange({ operation: null }));
  await args.item.renew();
  args.item.note(exchange({ operation: null }));
  assert.deepEqual([args.item.isUsedUp, args.item.isScarce, args.path.id], [false, false, "CRD8"]);
});

test("nothing else is touched where one is named, and there is an end where none is left", async () => {
  const named = await listedItems(runOn(4, "CRD1").run, one);
  assert.equal(named.item, undefined);
  const { item } = await listedItems(runOn(1).run, one);
  item?.note(exchange({ operation: null }));
  await assert.rejects(async () => item?.renew(), /there is nothing left on which POST .* can be called/);
});

test("an item that another operation makes as it was is used again, and no other is touched", async () => {
  const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/state" };
  const [row, reopen, scrap] = [
    { ...close.row, changes },
    {
      ...close.row,
      id: "reopenThing",
      path: "/v1/thing/{id}/reopen",
      mediaType: "application/json",
      changes,
    },
    { ...close.row, id: "scrapThing", path: "/v1/thing/{id}/scrap", changes },
  ] as unknown as [typeof close.row, typeof close.row, typeof close.row];
  const judged = async (others: readonly (typeof close.row)[]) => {
    const named = Object.fromEntries(others.map((other) => [other.id, other]));
    const operations = { ...one.description.operations, closeThing: row, ...named };
    const samples = {
      ...one.description.samples,
      reopenThing: { path: {}, query: {}, bodies: [{ why: "" }] },
    };
    const { run, done } = runOn(40);
    const asked: string[] = [];
    const inner = run.probe.call.bind(run.probe);
    const call = async (purpose: string, request: Call) => {
      const id = String(request.operation);
      if (id !== "listThings") asked.push(`${id} ${JSON.stringify(request.body ?? null)}`);
      if (id === "reopenThing") done.delete(request.path?.id ?? "");
      return id === "reopenThing" || id === "scrapThing"
        ? exchange({ operation: null })
        : inner(purpose, request);
    };
    const described = {
      row,
      description: { operations, samples: { ...samples, scrapThing: samples.listThings } },
    };
    const args = await listedItems({ ...run, probe: { ...run.probe, call } } as Run, described);
    const close = async () => {
      if (args.item?.isUsedUp === true) await args.item.renew();
      done.add(args.path.id ?? "");
      args.item?.note(exchange({ operation: null }));
      return args.path.id;
    };
    const ids = [await close(), await close(), await close()];
    await args.item?.leave?.();
    return { ids, asked, args, left: [...done] };
  };
  const { ids, args, left } = await judged([reopen]);
  assert.deepEqual(ids, ["CRD39", "CRD39", "CRD39"]);
  assert.deepEqual([left, args.item?.isUsedUp], [[], false], "in the end it is as it was");
  assert.equal(args.item?.isScarce, false);
  const both = await judged([reopen, scrap]);
  assert.deepEqual(both.ids, ["CRD39", "CRD39", "CRD39"]);
  assert.equal(
    both.asked.filter((line) => line.startsWith("scrap")).length,
    1,
    "one that does not is tried once",
  );
  assert.ok(both.asked.includes('reopenThing {"why":""}'));
  const scrapped = await judged([scrap]);
  assert.equal(new Set(scrapped.ids).size, 3);
  assert.deepEqual(new Set(scrapped.left), new Set(scrapped.ids), "nothing more is asked of them");
});

test("where each takes one and none is left, what the run has created on the first one is removed", async () => {
  const creations = { partId: { operation: "addPart", pointer: "/id" } };
  const path = "/v1/thing/{id}/part";
  const add = { ...close.row, id: "addPart", path, responses: { "201": null } };
  const row = { ...add, id: "removePart", method: "DELETE" as const, path: `${path}/{partId}`, creations };
  const operations = { ...one.description.operations, addPart: add, removePart: row };
  const samples = {
    ...one.description.samples,
    addPart: { path: {}, query: {}, bodies: [] },
    removePart: { path: {}, query: {}, bodies: [] },
  };
  const { run } = runOn(2);
  const exchanges: Exchange[] = [];
  const { call } = run.probe;
  const probe = {
    session: { exchanges },
    call: async (purpose: string, made: Call) => {
      if (String(made.operation) !== "removePart") return call(purpose, made);
      const url = `http://server.invalid/v1/thing/${made.path?.id}/part/${made.path?.partId}`;
      const gone = { ...exchange({ operation: null, status: 204 }), operation: "removePart" as never };
      exchanges.push({ ...gone, request: wireRequest({ url, method: "DELETE" }) });
      return exchanges.at(-1);
    },
  };
  const described = { row: add, description: { operations, samples } } as unknown as Described;
  const args = await listedItems({ ...run, probe } as unknown as Run, described);
  const ids: (string | undefined)[] = [];
  for (const part of ["P1", "P2", "P3", "P4"]) {
    if (args.item?.isUsedUp === true) await args.item.renew();
    ids.push(args.path.id);
    const url = `http://server.invalid/v1/thing/${args.path.id}/part`;
    const made = exchange({ operation: null, status: 201, body: { id: part } });
    exchanges.push({ ...made, operation: "addPart" as never, request: wireRequest({ url, method: "POST" }) });
    args.item?.note(made);
  }
  assert.deepEqual(ids, ["CRD1", "CRD0", "CRD1", "CRD0"]);
  const removed = exchanges.filter(({ request }) => request.method === "DELETE");
  assert.deepEqual(
    removed.map(({ request }) => request.url.replace("http://server.invalid/v1/thing/", "")),
    ["CRD1/part/P1", "CRD0/part/P2"],
  );
});
