import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { idsToAsk, judgeUntouched, refusedStateCheck } from "./refused-states.ts";
import { operation, writingRun } from "./testing.ts";

const listing = { items: "/things", id: { pointer: "/id", schema: null } };
const list = operation({ id: "listThings", path: "/v1/thing", listing });
const states = { list: "listThings", pointer: "/state", values: ["closed", "lost"] };
const bindings = { id: { operation: "listThings", pointer: "/things/0/id", refused: states } };
const path = "/v1/thing/{id}/note";
const note = operation({ id: "noteThing", method: "POST", requirement: "list.request", path, bindings });
const description = {
  operations: { ...list.description.operations, ...note.description.operations },
  samples: { ...list.description.samples, ...note.description.samples },
};
const things = ["open", "closed", "lost", "closed", "closed"].map((state, index) => ({
  id: `T${index}`,
  state,
}));

test("where an item is named, no other one is asked", async () => {
  const named = { ...listing, id: { pointer: "/id", schema: "CardId" as const } };
  const operations = { ...description.operations, listThings: { ...list.row, listing: named } };
  const [check] = refusedStateCheck({ row: note.row, description: { ...description, operations } });
  const asked: string[] = [];
  const shown = [
    { id: "CRD1", state: "open" },
    { id: "CRD2", state: "closed" },
  ];
  const run = writingRun(async (_: string, { operation: id, path: { id: thing = "" } = {} }: Call) => {
    if (String(id) !== "listThings") asked.push(thing);
    return exchange({ operation: null, body: { things: shown } });
  });
  const facts = await check?.run({ ...run, card: "CRD1" });
  assert.deepEqual([facts?.map(({ kind }) => kind), asked.includes("CRD2")], [["missing"], false]);
});

/** What comes of a server that answers with these statuses, by the state of the item. */
async function judged(statusOf: (state: string, id: string) => number, shown: readonly unknown[] = things) {
  const call = async (_: string, { operation: id, path: { id: thing = "" } = {} }: Call) => {
    if (String(id) === "listThings")
      return exchange({ operation: null, body: { things: structuredClone(shown) } });
    const { state = "" } = things.find((one) => one.id === thing) ?? {};
    return exchange({ operation: null, status: statusOf(state, thing) });
  };
  const [check] = refusedStateCheck({ row: note.row, description });
  assert.equal(check?.id, "refused-state.noteThing");
  return (await check.run(writingRun(call))).map(({ kind }) => kind);
}

test("what the description refuses in a state is refused", async () => {
  assert.deepEqual(await judged((state) => (state === "open" ? 204 : 409)), ["held"]);
  assert.deepEqual(await judged(() => 204), ["violated"]);
  assert.deepEqual(await judged((_, id) => (id === "T1" || id === "T0" ? 204 : 409)), ["violated"], "of one");
  let times = 0;
  const once = (_: string, id: string) => (id === "T0" || (id === "T1" && ++times === 1) ? 204 : 409);
  assert.deepEqual(await judged(once), ["missing"], "somebody else may have reopened it for a moment");
  for (const status of [404, 403, 422, 500])
    assert.deepEqual(await judged((state) => (state === "open" ? 204 : status)), ["missing"], `${status}`);
  assert.deepEqual(await judged(() => 204, [things[0]]), ["missing"], "nothing is in such a state");
});

test("a merge patch is asked for with some properties by themselves as well, and may be wrong in itself there", async () => {
  const merging = { method: "PATCH", mediaType: "application/merge-patch+json", body: null } as const;
  const patch = operation({ ...note.row, ...merging }).row;
  const bodies = [{ note: "a", due: 1 }];
  const described = {
    ...description,
    samples: { ...description.samples, noteThing: { path: {}, query: {}, bodies } },
  };
  const verdictOf = async (answer: (body: object) => number) => {
    const call = async (_: string, { operation: id, body, path: { id: thing = "" } = {} }: Call) => {
      if (String(id) === "listThings") return exchange({ operation: null, body: { things } });
      return exchange({ operation: null, status: thing === "T0" ? 200 : answer(body as object) });
    };
    const [check] = refusedStateCheck({ row: patch, description: described });
    return (await check?.run(writingRun(call)))?.map(({ kind }) => kind);
  };
  assert.deepEqual(await verdictOf(() => 409), ["held"]);
  assert.deepEqual(await verdictOf((body) => ("due" in body && !("note" in body) ? 200 : 409)), ["violated"]);
  assert.deepEqual(await verdictOf((body) => ("note" in body ? 409 : 422)), ["held"]);
});

test("where what is accepted changes the state, another item of that state is asked", async () => {
  const reopened = (isEach: boolean) => {
    const shown = structuredClone(things);
    const accept = (_: string, id: string) => {
      const item = shown.find((one) => one.id === id);
      if (item === undefined || (!isEach && id !== "T1" && id !== "T0")) return 409;
      item.state = "open";
      return 204;
    };
    return judged(accept, shown);
  };
  assert.deepEqual(await reopened(true), ["violated"]);
  assert.deepEqual(await reopened(false), ["missing"]);
});

test("one of each state is asked first, and none that was written to", () => {
  assert.deepEqual(idsToAsk([], list.row, things, states), ["T1", "T2", "T3"]);
  const request = wireRequest({ method: "POST", url: "http://server.invalid/v1/thing/T1/note" });
  assert.deepEqual(idsToAsk([exchange({ request })], list.row, things, states), ["T3", "T2", "T4"]);
  const refused = exchange({ request, status: 409 });
  assert.deepEqual(idsToAsk([refused], list.row, things, states), ["T1", "T2", "T3"], "it is as it was");
  assert.deepEqual(idsToAsk([], list.row, things, { ...states, values: ["lost"] }), ["T2"]);
});

test("there is nothing to judge where the description refuses no state", () => {
  const { refused: _, ...plain } = bindings.id;
  assert.deepEqual(refusedStateCheck({ row: { ...note.row, bindings: { id: plain } }, description }), []);
  assert.deepEqual(refusedStateCheck({ row: { ...note.row, method: "DELETE" }, description }), []);
});

test("what is refused in a state changes nothing of the item", async () => {
  const more = [5, 6, 7].map((index) => ({ id: `T${index}`, state: "open" }));
  const touched = new Set<string>();
  const call = async (_: string, { operation: id, path: { id: thing = "" } = {} }: Call) => {
    const shown = [...things, ...more].map((one) => (touched.has(one.id) ? { ...one, reason: "lost" } : one));
    if (String(id) === "listThings") return exchange({ operation: null, body: { things: shown } });
    const isOpen = [...things, ...more].some((one) => one.id === thing && one.state === "open");
    if (!isOpen) touched.add(thing);
    return exchange({ operation: null, status: isOpen ? 204 : 409 });
  };
  const [check] = refusedStateCheck({ row: note.row, description });
  const facts = await check?.run(writingRun(call));
  assert.deepEqual(
    facts?.map(({ kind }) => kind),
    ["held", "violated"],
  );
});

test("what others may have changed is not held against it", () => {
  const ids = ["T1", "T2"];
  const all = ["T0", "T1", "T2", "T3"].map((id) => ({
    id,
    state: id === "T0" ? "open" : "held",
    by: "us",
    at: 0,
  }));
  const judged = (
    changed: readonly string[],
    before: readonly unknown[] = all,
    to: object = { by: "you" },
  ) => {
    const after = all.map((one) => (changed.includes(one.id) ? { ...one, ...to } : one));
    return judgeUntouched(note.row, { at: "/id", pointer: "/state", before, after, ids, sent: [] }).length;
  };
  assert.equal(judged(["T1", "T2"]), 1);
  assert.equal(judged([]), 0);
  assert.equal(judged(["T1"]), 0, "once, somebody else may have done it");
  assert.equal(judged(["T0", "T1", "T2"]), 0, "others change as well");
  assert.equal(judged(["T1", "T2"], all.slice(0, 3)), 0, "no other one is in such a state");
  assert.equal(judged(["T1", "T2"], all, { at: 1 }), 0, "what is asked for may be counted");
  assert.equal(judged(["T1", "T2"], all, { state: "open", by: "you" }), 0, "it may pass by itself");
  const lastChanged = "/at";
  const moved = (at: string) => {
    const [before, after] = ["2026-11-01T12:00:00Z", at].map((moment) =>
      all.map((one) => ({ ...one, at: ids.includes(one.id) ? moment : "2026-11-01T12:00:00Z" })),
    );
    const lists = { before: before ?? [], after: after ?? [], ids, sent: [] };
    return judgeUntouched(note.row, { at: "/id", pointer: "/state", lastChanged, ...lists }).length;
  };
  assert.equal(moved("2026-11-30T12:00:00Z"), 1, "nothing was changed then");
  assert.equal(moved("2026-11-01T14:00:00+02:00"), 0, "it is the same moment");
});
