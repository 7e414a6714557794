import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { brings, madeByPut } from "./made-by-put.ts";
import { makerOf } from "./maker.ts";
import { operation } from "./testing.ts";

const path = "/v1/group/{group}/card/{card}";
const list = operation({
  id: "listCards",
  path: "/v1/card",
  paginated: {
    ...{ items: "/cards", id: { pointer: "/id", schema: "CardId" }, pageSize: null },
    ...{ parameter: "after", cursor: "/next" },
  },
});
const bindings = {
  group: { operation: "getGroup", pointer: "/id" },
  card: { operation: "listCards", pointer: "/cards/0/id" },
};
const group = operation({ id: "getGroup", path: "/v1/group" });
const put = operation({
  id: "addCard",
  method: "PUT",
  path,
  bindings,
  responses: { "200": null, "201": null },
});
const remove = operation({ id: "removeCard", method: "DELETE", path, bindings });
const all = [list, group, put, remove];
const description = {
  operations: Object.assign({}, ...all.map((one) => one.description.operations)),
  samples: Object.assign({}, ...all.map((one) => one.description.samples)),
};

/** A run against a service whose group has some of the cards C1 to C3. */
function runWith(members: Set<string>) {
  const sent: string[] = [];
  const call = async (_: string, { operation: id, path: at = {} }: Call) => {
    if (String(id) === "getGroup") return exchange({ body: { id: "G1" } });
    if (String(id) === "listCards")
      return exchange({ body: { cards: ["C1", "C2", "C3"].map((card) => ({ id: card })) } });
    const card = at.card ?? "";
    sent.push(`${String(id)} ${at.group} ${card}`);
    const status = members.has(card) ? 200 : 201;
    members.add(card);
    return exchange({ operation: null, status });
  };
  const run = {
    ...{ memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  return { run, sent };
}

test("only what was not there before is removed, and it is made again each time", async () => {
  const one = { row: remove.row, description };
  const maker = makerOf(one);
  assert.equal(maker?.row.id, "addCard");
  const members = new Set(["C3", "C2"]);
  const { run, sent } = runWith(members);
  const args = await madeByPut(run, one, maker);
  assert.deepEqual(args.path, { group: "G1", card: "C1" });
  args.item?.note(exchange({ status: 204 }));
  assert.equal(args.item?.isUsedUp, true);
  members.delete("C1");
  await args.item?.renew();
  assert.deepEqual([sent.at(-1), args.item?.isUsedUp], ["addCard G1 C1", false]);
  const full = runWith(new Set(["C1", "C2", "C3"]));
  await assert.rejects(madeByPut(full.run, one, maker), /makes nothing new of what was tried/);
});

test("a PUT that only replaces makes nothing", () => {
  const replaced = { path, responses: { "200": null }, mediaType: "application/json" };
  const replace = operation({ id: "addCard", method: "PUT", ...replaced });
  const operations = { ...description.operations, addCard: replace.row };
  assert.equal(makerOf({ row: remove.row, description: { ...description, operations } }), null);
});

test("of what there is one or none of, it removes what the run has made, and nothing that was there before", async () => {
  const setting = { path: "/v1/setting", responses: { "200": null, "201": null } };
  const [set, read, unset] = [
    operation({ id: "set", method: "PUT", ...setting }),
    operation({ id: "read", ...setting }),
    operation({ id: "unset", method: "DELETE", ...setting }),
  ] as const;
  const operations = Object.assign({}, ...[set, read, unset].map((one) => one.description.operations));
  const settings = {
    operations,
    samples: Object.assign({}, ...[set, read, unset].map((one) => one.description.samples)),
  };
  const found = async (isThere: boolean) => {
    const exchanges: Exchange[] = [];
    const state = { isThere };
    const call = async (_: string, { operation: id }: Call) => {
      const isRead = String(id) === "read";
      const now = exchange({ status: state.isThere ? 200 : isRead ? 404 : 201 });
      state.isThere ||= !isRead;
      const request = { ...now.request, url: "https://a.test/v1/setting" };
      exchanges.push({ ...now, operation: id ?? null, request });
      return exchanges.at(-1);
    };
    const run = {
      ...{ memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
      probe: { call, session: { exchanges } },
    } as unknown as Run;
    const maker = makerOf({ row: unset.row, description: settings });
    assert.ok(maker !== null);
    return madeByPut(run, { row: unset.row, description: settings }, maker);
  };
  assert.equal((await found(false)).isCreated, true);
  await assert.rejects(found(true), /makes nothing new/);
});

test("what belongs to an item, and may be none, is made by a PUT that answers as if it replaced it", async () => {
  const note = { path: "/v1/card/{card}/note", bindings: { card: bindings.card } };
  const [write, read, unset] = [
    operation({ id: "write", method: "PUT", ...note, responses: { "200": null } }),
    operation({ id: "read", ...note, responses: { "200": null, "404": null } }),
    operation({ id: "unset", method: "DELETE", ...note }),
  ] as const;
  const parts = [list, write, read, unset];
  const notes = {
    operations: Object.assign({}, ...parts.map((one) => one.description.operations)),
    samples: Object.assign({}, ...parts.map((one) => one.description.samples)),
  };
  const one = { row: unset.row, description: notes };
  const maker = makerOf(one);
  assert.ok(maker !== null);
  const there = new Set(["C1", "C3"]);
  const call = async (_: string, { operation: id, path: { card = "" } = {} }: Call) => {
    if (String(id) === "listCards")
      return exchange({ body: { cards: ["C1", "C2", "C3"].map((card) => ({ id: card })) } });
    if (String(id) === "write") there.add(card);
    return exchange({ operation: null, status: there.has(card) ? 200 : 404 });
  };
  const run = {
    ...{ memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  assert.deepEqual((await madeByPut(run, one, maker)).path, { card: "C2" }, "the others have one already");
});

/** What is put, and removed, at this path, beside lists of what there is. */
function memberships(at: { readonly path: string; readonly bindings?: object; readonly choices?: object }) {
  const responses = { "200": null };
  const put = operation({ ...at, id: "join", method: "PUT", responses } as never);
  const unset = operation({ ...at, id: "leave", method: "DELETE" } as never);
  const own = operation({ ...list.row, id: "listOwn", path: "/v1/group/{group}/card" });
  const parts = [list, group, own, put, unset];
  const described = {
    operations: Object.assign({}, ...parts.map((one) => one.description.operations)),
    samples: Object.assign({}, ...parts.map((one) => one.description.samples)),
  };
  return { row: unset.row, description: described };
}

/** A service in which some are members already: what joins is shown in a list. */
function runOfMembers(members: Set<string>, last: string) {
  const call = async (_: string, { operation: id, path: given = {} }: Call) => {
    const as = (ids: Iterable<string>) =>
      exchange({ body: { cards: [...ids].map((card) => ({ id: card })) } });
    if (String(id) === "getGroup") return exchange({ body: { id: "G1", members: [...members] } });
    if (String(id) === "listCards") return as(["C1", "C2", "C3"]);
    if (String(id) === "listOwn") return as(members);
    if (String(id) === "join") members.add(given[last] ?? "");
    return exchange({ operation: null });
  };
  return {
    ...{ memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
    probe: { call, session: { exchanges: [], sleep: async () => undefined } },
  } as unknown as Run;
}

test("without a body and a 201, what a PUT is seen to change was not there before", async () => {
  const ownBindings = { ...bindings, card: { operation: "listOwn", pointer: "/cards/0/id" } };
  const one = memberships({ path, bindings: ownBindings });
  const maker = makerOf(one);
  assert.ok(maker !== null);
  const args = await madeByPut(runOfMembers(new Set(["C1", "C3"]), "card"), one, maker);
  assert.deepEqual(args.path, { group: "G1", card: "C2" }, "the one that is no member");
  const roles = memberships({
    path: "/v1/group/{group}/role/{role}",
    bindings: { group: bindings.group },
    choices: { role: ["owner", "guest"] },
  });
  const roleMaker = makerOf(roles);
  assert.ok(roleMaker !== null);
  const given = await madeByPut(runOfMembers(new Set(["owner"]), "role"), roles, roleMaker);
  assert.deepEqual(given.path, { group: "G1", role: "guest" });
});

test("a change tells of what a PUT has brought where nothing else is gone for it", () => {
  const change = (was: object | undefined, is: object) => ({
    ...{ place: "listCards C1", seen: "" },
    ...(was && { was: JSON.stringify(was) }),
    is: JSON.stringify(is),
  });
  const at = "2026-01-20T08:15:00Z";
  assert.ok(
    brings(
      "guest",
      change({ roles: ["owner"], at }, { roles: ["owner", "guest"], at: "2026-11-29T08:15:00Z" }),
    ),
  );
  assert.ok(brings("C2", change(undefined, { id: "C2" })));
  assert.ok(!brings("guest", change({ lastSeen: 1 }, { lastSeen: 2 })), "something else has changed");
  assert.ok(
    !brings("basic", change({ plan: "gold" }, { plan: "basic" })),
    "it stands in the place of another one",
  );
});

test("what the list above shows is there already, and is not removed", async () => {
  const limit = { path: "/v1/group/{group}/limit/{kind}", bindings: { group: bindings.group } };
  const listing = { items: "/limits", id: { pointer: "/kind", schema: null } };
  const choices = { kind: ["cash", "fuel", "food"] };
  const parts = [
    group,
    operation({ id: "listLimits", path: "/v1/group/{group}/limit", listing, bindings: limit.bindings }),
    operation({ id: "setLimit", method: "PUT", ...limit, choices, responses: { "200": null, "201": null } }),
    operation({ id: "removeLimit", method: "DELETE", ...limit }),
  ];
  const limits = {
    operations: Object.assign({}, ...parts.map((one) => one.description.operations)),
    samples: Object.assign({}, ...parts.map((one) => one.description.samples)),
  };
  const one = { row: limits.operations.removeLimit, description: limits };
  const maker = makerOf(one);
  assert.ok(maker !== null);
  const put: string[] = [];
  const call = async (_: string, { operation: id, path: { kind = "" } = {} }: Call) => {
    if (String(id) === "getGroup") return exchange({ body: { id: "G1" } });
    if (String(id) === "listLimits")
      return exchange({ body: { limits: [{ kind: "cash" }, { kind: "food" }] } });
    put.push(kind);
    return exchange({ operation: null, status: 201 });
  };
  const run = {
    ...{ memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  assert.equal((await madeByPut(run, one, maker)).path.kind, "fuel");
  assert.ok(!put.includes("cash") && !put.includes("food"), put.join());
});
