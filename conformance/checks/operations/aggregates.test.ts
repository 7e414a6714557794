import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { aggregateChecks, judgeLogged, writtenBelow } from "./aggregates.ts";
import { operation, writingRun } from "./testing.ts";

const inside = { at: "/orders/*", pointer: "/total", parts: "/lines", value: "/cost" };

test("each number of a log is what the parts beside it make up", () => {
  const { row } = operation({ id: "listOrders" });
  const order = (total: number, ...costs: readonly number[]) => ({
    ...{ total, lines: costs.map((cost) => ({ cost })) },
  });
  const judged = (...orders: readonly unknown[]) =>
    judgeLogged({ row }, [exchange({ operation: row.id as never, body: { orders } })], [inside]);
  assert.equal(judged(order(3, 1, 2), order(0.3, 0.1, 0.2), order(0))[0]?.kind, "held");
  const [wrong] = judged(order(3, 1, 2), order(5, 1, 2));
  assert.ok(wrong?.kind === "violated");
  assert.deepEqual([wrong.pointer, wrong.expected, wrong.received], ["/orders/1/total", ["3"], "5"]);
  assert.equal(judged({ total: 5 })[0]?.kind, "missing", "without its parts");
  const others = [exchange({ operation: "getOrder" as never, body: { orders: [order(5, 1)] } })];
  assert.equal(judgeLogged({ row }, others, [inside])[0]?.kind, "missing", "of another operation");
});

test("the items below which something was written are looked at, the last one last", () => {
  const sent = (method: string, path: string, status = 200) =>
    exchange({ status, request: wireRequest({ method, url: `http://server.invalid/base${path}` }) });
  const log = [
    sent("PUT", "/v1/order/A/line/1"),
    sent("POST", "/v1/order/B%20C/line"),
    sent("GET", "/v1/order/D/line"),
    sent("POST", "/v1/order/E/line", 409),
    sent("DELETE", "/v1/order/F"),
    sent("DELETE", "/v1/order/A/line/1"),
  ];
  const found = writtenBelow(log, { path: "/v1/order/{id}/line" });
  assert.deepEqual(found, [{ id: "B C" }, { id: "A" }]);
});

/** The verdicts of a number that a read shows, beside a list of so many lines. */
async function judgedBelow(says: (reads: number) => number, lines: number) {
  const list = operation({
    id: "listLines",
    path: "/v1/order/{id}/line",
    listing: { items: "/lines", id: { pointer: "/id", schema: null } },
  });
  const aggregate = { at: "", pointer: "/lineCount", parts: "/lines", value: null, list: "listLines" };
  const one = operation({
    ...{ id: "getOrder", requirement: "list.request", path: "/v1/order/{id}", aggregates: [aggregate] },
  });
  const description = {
    operations: { ...list.description.operations, ...one.description.operations },
    samples: { ...list.description.samples, ...one.description.samples },
  };
  let reads = 0;
  const run = writingRun(async (_: string, { operation: id }: Call) => {
    if (String(id) === "getOrder") reads += 1;
    const body =
      String(id) === "getOrder"
        ? { lineCount: says(reads) }
        : { lines: Array.from({ length: lines }, (_, index) => ({ id: `L${index}` })) };
    return exchange({ operation: null, body });
  });
  Object.assign(run.probe.session, { sleep: async () => undefined });
  const [check] = aggregateChecks({ row: one.row, description });
  assert.equal(check?.id, "aggregate.lineCount.getOrder");
  return (await check.run(run)).map(({ kind }) => kind);
}

test("a number is what the list below makes up, once what is counted late is counted", async () => {
  assert.deepEqual(await judgedBelow(() => 3, 3), ["held"]);
  assert.deepEqual(await judgedBelow(() => 4, 3), ["violated"]);
  assert.deepEqual(await judgedBelow((reads) => (reads > 4 ? 3 : 4), 3), ["held"]);
  assert.deepEqual(await judgedBelow((reads) => reads, 3), ["missing"], "others change it");
});

test("a number in the items of a list is what is listed below the item", async () => {
  const listing = (items: string) => ({ items, id: { pointer: "/id", schema: null } });
  const aggregate = {
    ...{ at: "/orders/*", pointer: "/lineCount", parts: "/lines", value: null, list: "listLines" },
  };
  const orders = operation({
    ...{ id: "listOrders", requirement: "list.request", path: "/v1/order", aggregates: [aggregate] },
    listing: listing("/orders"),
  });
  const lines = operation({
    ...{ id: "listLines", path: "/v1/order/{id}/line", listing: listing("/lines") },
    bindings: { id: { operation: "listOrders", pointer: "/orders/0/id" } },
  });
  const description = {
    operations: { ...orders.description.operations, ...lines.description.operations },
    samples: { ...orders.description.samples, ...lines.description.samples },
  };
  const judged = async (said: number) => {
    const run = writingRun(async (_: string, { operation: id, path }: Call) => {
      const order = (id: string, lineCount: number) => ({ id, lineCount });
      const body =
        String(id) === "listOrders"
          ? { orders: [order("A", 9), order("B", said)] }
          : {
              lines: Array.from({ length: Object.values(path ?? {})[0] === "B" ? 2 : 1 }, (_, n) => ({
                id: n,
              })),
            };
      return exchange({ operation: null, body });
    });
    Object.assign(run.probe.session, { sleep: async () => undefined });
    const [check] = aggregateChecks({ row: orders.row, description });
    return (await check?.run(run))?.map(({ kind }) => kind);
  };
  assert.deepEqual(await judged(2), ["held"]);
  assert.deepEqual(await judged(3), ["violated"]);
});
