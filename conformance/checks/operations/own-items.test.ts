import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { followsWrite, isOnce, operationCheck } from "./operation.ts";
import { itemArguments } from "./own-items.ts";
import { operation, writingRun } from "./testing.ts";
import { withOperation } from "./with-operation.ts";

/** A run that may write, and sends nothing. */
const run = {
  writes: true,
  target: { signingKey: null },
  memoize: (_: string, find: () => Promise<unknown>) => find(),
  withCardLock: (work: () => Promise<unknown>) => work(),
  probe: { session: { exchanges: [] } },
} as unknown as Run;
const listed = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};
const unreached = () => assert.fail("it is called");

test("what the run has not created is not removed, though a list shows it", async () => {
  const bindings = { id: { operation: "listThings", pointer: "/things/0/id" } };
  const remove = operation({ id: "removeThing", method: "DELETE", path: "/v1/thing/{id}", bindings });
  await assert.rejects(itemArguments(run, remove), /removes what this run has not created/);
  await assert.rejects(withOperation(run, remove, unreached), /removes what this run has not created/);
});

test("no write is sent to the id of an example, which may be one that exists", async () => {
  const block = operation({ id: "blockThing", method: "POST", path: "/v1/thing/{id}/block" });
  await assert.rejects(withOperation(run, block, unreached), /no link of a read leads to it/);
  const responses = { "201": null, "409": null };
  const dispute = operation({
    id: "disputeThing",
    method: "POST",
    path: "/v1/thing/{id}/dispute",
    responses,
  });
  await assert.rejects(withOperation(run, dispute, unreached), /no link of a read leads to it/);
});

test("what creates something is asked of the same item again and again, unless that is refused as a conflict", async () => {
  const responses = { "201": null, "409": null };
  const change = { method: "POST", path: "/v1/thing/{id}/dispute", responses } as const;
  const { row, description } = operation({
    ...change,
    id: "disputeThing",
    bindings: { id: { operation: "getThing", pointer: "/id" } },
  });
  const described = {
    row,
    description: {
      operations: { ...description.operations, ...operation().description.operations },
      samples: { ...description.samples, ...operation().description.samples },
    },
  };
  const asked = async (again: number) => {
    const told: string[] = [];
    const statuses = [201, again];
    const call = async (_: string, { operation: id }: Call) =>
      String(id) === "getThing"
        ? exchange({ body: { id: "T1" } })
        : exchange({ operation: null, status: statuses.shift() ?? 500 });
    const args = await itemArguments(
      {
        ...run,
        card: null,
        notify: (text: string) => told.push(text),
        recall: (_: string, value: unknown) => value,
        probe: { call, session: { exchanges: [] } },
      } as unknown as Run,
      described,
    );
    return [args.path.id, statuses.length, told];
  };
  const said = ["calls POST /v1/thing/{id}/dispute on T1; nothing puts that back"];
  assert.deepEqual(await asked(201), ["T1", 0, said]);
  assert.deepEqual(await asked(409), ["T1", 0, said], "no list has another one");
});

/** Things that can be closed, what is closed reopened, and what is reopened given parts, as often as one likes. */
function thingsWithParts() {
  const once = { method: "POST", responses: { "200": null, "409": null } } as const;
  const rows = [
    operation({ id: "createThing", method: "POST", path: "/v1/thing", responses: { "201": null } }),
    operation({
      ...{ ...once, id: "closeThing", path: "/v1/thing/{id}/close" },
      creations: { id: { operation: "createThing", pointer: "/id" } },
    }),
    operation({
      ...{ ...once, id: "reopenThing", path: "/v1/thing/{id}/reopen" },
      bindings: { id: { operation: "closeThing", pointer: "/id" } },
    }),
    operation({
      ...{ ...once, id: "addPart", path: "/v1/thing/{id}/part", responses: { "201": null, "409": null } },
      bindings: { id: { operation: "reopenThing", pointer: "/id" } },
    }),
  ];
  const description = {
    operations: Object.assign({}, ...rows.map((one) => one.description.operations)),
    samples: Object.assign({}, ...rows.map((one) => one.description.samples)),
  };
  const asked: string[] = [];
  let made = 0;
  const run = writingRun(async (_, { operation: id, path: { id: thing = "" } = {} }) => {
    const isNew = String(id) === "createThing";
    if (!isNew) asked.push(`${String(id)} ${thing}`);
    made += isNew ? 1 : 0;
    return exchange({ operation: null, status: isNew ? 201 : 200, body: { id: isNew ? `T${made}` : thing } });
  });
  const one = (id: string) => ({
    row: rows.find(({ row }) => row.id === id)?.row ?? assert.fail(),
    description,
  });
  return { run, asked, one };
}

test("what another operation has to be asked of first is asked of a new item each time", async () => {
  const { run: writing, asked, one } = thingsWithParts();
  const args = await itemArguments(writing, one("reopenThing"));
  const [first, closed] = [args.path.id ?? "", [...asked]];
  assert.ok(closed.includes(`closeThing ${first}`), closed.join(", "));
  await args.item?.renew();
  const second = args.path.id ?? "";
  assert.notEqual(second, first);
  assert.equal(asked.at(-1), `closeThing ${second}`);
});

test("what has to be asked of first may need another one before it, and what makes something keeps its item", async () => {
  const { run: writing, asked, one } = thingsWithParts();
  const { path, item, isCreated } = await itemArguments(writing, one("addPart"));
  const ofItem = asked.filter((call) => call.endsWith(` ${path.id}`)).map((call) => call.split(" ")[0]);
  assert.deepEqual(ofItem.slice(0, 2), ["closeThing", "reopenThing"]);
  assert.ok(item === undefined && isCreated === true, "it is asked of the same one again");
});

test("operations of which each leads to the other are not followed in a circle", async () => {
  const once = { method: "POST", responses: { "201": null, "409": null } } as const;
  const subscribe = operation({
    ...{ ...once, id: "subscribe", path: "/v1/product/{id}/subscribe" },
    bindings: { id: { operation: "cancel", pointer: "/productId" } },
  });
  const cancel = operation({
    ...{ ...once, id: "cancel", path: "/v1/subscription/{id}/cancel" },
    creations: { id: { operation: "subscribe", pointer: "/id" } },
  });
  const description = {
    operations: { subscribe: subscribe.row, cancel: cancel.row },
    samples: { ...subscribe.description.samples, ...cancel.description.samples },
  };
  const call = async () => exchange({ operation: null, status: 409 });
  const writing = {
    ...{ ...run, memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  const args = await itemArguments(writing, { row: subscribe.row, description });
  assert.equal(args.isLive, false, "nothing shows a product");
});

test("what nothing brings a new item to is asked of those that a list shows", async () => {
  const decide = operation({
    ...{
      id: "payThing",
      method: "POST",
      path: "/v1/thing/{id}/pay",
      responses: { "200": null, "409": null },
    },
    creations: { id: { operation: "createThing", pointer: "/id" } },
    bindings: { id: { operation: "listThings", pointer: "/things/0/id" } },
  });
  const create = operation({
    id: "createThing",
    method: "POST",
    path: "/v1/thing",
    responses: { "201": null },
  });
  const list = operation({ id: "listThings", path: "/v1/thing", paginated: listed });
  const description = {
    operations: Object.assign({}, ...[decide, create, list].map((one) => one.description.operations)),
    samples: Object.assign({}, ...[decide, create, list].map((one) => one.description.samples)),
  };
  const call = async (_: string, { operation: id }: Call) => {
    if (String(id) === "listThings") return exchange({ body: { things: [{ id: "L1" }, { id: "L2" }] } });
    const isNew = String(id) === "createThing";
    return exchange({ operation: null, status: isNew ? 201 : 409, body: { id: "T1" } });
  };
  const writing = {
    ...{ ...run, memoize: createMemo(), recall: createRecall(), card: null, notify: () => undefined },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  const args = await itemArguments(writing, { row: decide.row, description });
  assert.match(args.path.id ?? "", /^L[12]$/);
  assert.ok(args.item !== undefined && args.isCreated !== true, "the run has not created it");
});

test("a read of what only a write shows goes with the writes", () => {
  const bindings = { id: { operation: "changeThing", pointer: "/job" } };
  const read = operation({ id: "getJob", path: "/v1/job/{id}", bindings });
  const change = operation({ id: "changeThing", method: "PUT", path: "/v1/thing" }).row;
  const one = { ...read, description: { ...read.description, operations: { changeThing: change } } };
  assert.ok(followsWrite(one));
  const check = { family: "accepted", title: "", requirements: ["list.request"], run: async () => [] };
  assert.equal(operationCheck(one, check)[0]?.access, "write");
  assert.equal(operationCheck(read, check)[0]?.access, "read");
});

test("what may be refused as a conflict is asked of each item once", () => {
  const post = (path: string, responses: Record<string, null>) => isOnce({ method: "POST", path, responses });
  assert.ok(post("/v1/thing/{id}/activate", { "200": null, "409": null }));
  assert.ok(!post("/v1/thing/{id}/activate", { "200": null, "4XX": null }));
  assert.ok(!post("/v1/thing", { "201": null, "409": null }), "it is asked of no item");
});

test("what is created from items that are there is created from one that is in no conflict", async () => {
  const list = operation({
    id: "listPayments",
    path: "/v1/payment",
    paginated: {
      ...{ items: "/payments", id: { pointer: "/id", schema: null }, parameter: "after", cursor: "/next" },
      pageSize: null,
    },
  });
  const responses = { "201": null, "409": null };
  const open = operation({
    ...{ id: "openDispute", method: "POST", path: "/v1/payment/{id}/dispute", responses },
    bindings: { id: { operation: "listPayments", pointer: "/payments/0/id" } },
  });
  const withdraw = operation({
    ...{ id: "withdraw", method: "POST", path: "/v1/dispute/{dispute}/withdraw" },
    responses: { "200": null, "409": null },
    creations: { dispute: { operation: "openDispute", pointer: "/id" } },
  });
  const all = [list, open, withdraw].map(({ description }) => description);
  const description = {
    operations: Object.assign({}, ...all.map(({ operations }) => operations)),
    samples: Object.assign({}, ...all.map(({ samples }) => samples)),
  };
  const payments = Array.from({ length: 9 }, (_, index) => ({ id: `P${index}` }));
  const disputed = ["P8", "P7"];
  const tried: unknown[] = [];
  const call = async (_: string, { operation: id, path }: Call) => {
    if (String(id) === "listPayments") return exchange({ body: { payments } });
    if (String(id) === "withdraw") return exchange({ operation: null });
    tried.push(path?.id);
    const isFree = !disputed.includes(path?.id ?? "");
    if (isFree) disputed.push(path?.id ?? "");
    return exchange({ operation: null, status: isFree ? 201 : 409, body: { id: "D1" } });
  };
  const asking = {
    ...run,
    ...{ card: null, notify: () => undefined, memoize: createMemo(), recall: createRecall() },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  const { path } = await itemArguments(asking, { row: withdraw.row, description });
  assert.equal(path.dispute, "D1");
  assert.deepEqual(tried.slice(0, 2), ["P8", "P8"], "it is in conflict, also when it is asked again");
  assert.equal(disputed.at(-1), tried.at(-1), "the last one was free");
});
