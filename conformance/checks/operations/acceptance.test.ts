import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import { acceptanceOf, isGranted, judgeAcceptance } from "./acceptance.ts";
import { judgeStatus } from "./accepted.ts";
import { judgeErrorBody } from "./refusals.ts";
import { operation, signedWrite, writingRun } from "./testing.ts";

const { row } = operation({ responses: { "200": "ErrorBody", "4XX": null } });
const refusedWith = (statuses: readonly number[], isLive = true) =>
  judgeAcceptance({
    row,
    path: {},
    isLive,
    accepted: null,
    refused: statuses.map((status, index) => exchange({ id: `x${index}`, status })),
    bodies: [undefined],
  });

test("refusals that contradict the specification whatever their reasons are failures, if there are two", () => {
  for (const status of [404, 405, 415, 500, 302]) {
    assert.equal(refusedWith([status, status]).kind, "violated", String(status));
    assert.equal(refusedWith([status]).kind, "missing", String(status));
  }
});

test("any other refusal leaves open whether a request as specified is accepted", () => {
  for (const status of [400, 401, 403, 409, 422, 429, 503])
    assert.equal(refusedWith([status, status]).kind, "missing", String(status));
  assert.equal(refusedWith([404, 400]).kind, "missing");
  const fact = refusedWith([400, 400]);
  assert.ok(fact.kind === "missing" && /GET \/v1\/thing was never accepted: 400/.test(fact.what));
});

test("what a made-up path names need not exist", () => {
  assert.equal(refusedWith([404, 404], false).kind, "missing");
  assert.equal(refusedWith([405, 405], false).kind, "violated");
});

const alert = { path: "/v1/account/{id}/alert", responses: { "200": null, "404": null } };

test("what is not there below an item is made by the PUT of its path, which says so beforehand", async () => {
  const read = operation({ id: "getAlert", ...alert });
  const put = operation({ id: "setAlert", ...alert, method: "PUT", responses: { "201": null } }, [{ at: 5 }]);
  const description = {
    operations: { getAlert: read.row, setAlert: put.row },
    samples: { ...read.description.samples, ...put.description.samples },
  };
  const found = async (writes: boolean) => {
    const notices: string[] = [];
    let isThere = false;
    const call = async (purpose: string, { operation: id }: Call) => {
      if (id === ("setAlert" as string)) isThere = true;
      return exchange({ purpose, status: isThere ? 200 : 404 });
    };
    const run = {
      ...{ memoize: createMemo(), recall: createRecall(), writes },
      ...{ notify: (text: string) => notices.push(text), probe: { call, session: { exchanges: [] } } },
    } as unknown as Run;
    const args = { path: { id: "A1" }, query: {}, isLive: true };
    const acceptance = await acceptanceOf(run, { row: read.row, description }, args);
    const status = acceptance.accepted?.response?.status ?? null;
    return [status, notices.length, judgeAcceptance(acceptance).kind];
  };
  assert.deepEqual(await found(true), [200, 1, "held"]);
  assert.deepEqual(await found(false), [null, 0, "missing"], "it need not be there");
});

test("where no example is right, a PUT takes what the read of its path shows, in that order and in another", async () => {
  const order = { path: "/v1/order", responses: { "200": null } };
  const read = operation({ id: "getOrder", ...order });
  const put = operation({ id: "setOrder", ...order, method: "PUT", mediaType: "application/json" }, [
    { ids: ["X", "Y"] },
  ]);
  const description = {
    operations: { getOrder: read.row, setOrder: put.row },
    samples: { ...read.description.samples, ...put.description.samples },
  };
  const ids = ["A", "B", "C"];
  const call = async (_: string, { operation: id, body }: Call) => {
    if (id === ("getOrder" as string)) return exchange({ body: { ids } });
    const named = (body as { ids: readonly string[] }).ids.toSorted();
    return exchange({ status: named.join() === ids.join() ? 200 : 409 });
  };
  const run = {
    ...{ memoize: createMemo(), recall: createRecall(), writes: true, notify: () => undefined },
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
  const args = { path: {}, query: {}, isLive: true };
  const { accepted, bodies } = await acceptanceOf(run, { row: put.row, description }, args);
  assert.equal(accepted?.response?.status, 200);
  assert.deepEqual(bodies, [{ ids }, { ids: ["C", "B", "A"] }]);
});

test("where the moments of an example are past, or far ahead, they are moved into the next days", async () => {
  const one = operation(
    { id: "book", method: "POST", path: "/v1/booking", mediaType: "application/json", body: null },
    [{ on: "2020-06-02", room: "a" }],
  );
  const sent: unknown[] = [];
  const call = async (_: string, { body }: Call) => {
    sent.push(body);
    return exchange({ status: (body as { on: string }).on > "2026-03-01" ? 200 : 422 });
  };
  const session = { exchanges: [], serverNow: () => Date.UTC(2026, 2, 1) };
  const run = { ...writingRun(call), probe: { call, session } } as unknown as Run;
  const { accepted, bodies } = await acceptanceOf(run, one, { path: {}, query: {}, isLive: true });
  assert.equal(accepted?.response?.status, 200);
  assert.deepEqual(bodies, [{ on: "2026-03-03", room: "a" }]);
  assert.deepEqual(sent, [{ on: "2020-06-02", room: "a" }, { on: "2020-06-02", room: "a" }, ...bodies]);
});

test("a success is held against what no requirement says of its body", () => {
  const judged = (body: unknown) =>
    judgeAcceptance({
      row,
      path: {},
      isLive: true,
      accepted: exchange({ body }),
      refused: [],
      bodies: [undefined],
    });
  assert.equal(judged({ message: "a", type: "b" }).kind, "held");
  // That it has a message is a rule with a check of its own.
  assert.equal(judged({ type: "b" }).kind, "held");
});

test("a success whose body is no object at all is no answer, whichever rules speak of its fields", () => {
  const judged = (details: object) =>
    judgeAcceptance({
      row,
      path: {},
      isLive: true,
      accepted: exchange(details),
      refused: [],
      bodies: [undefined],
    });
  assert.equal(judged({ body: "<html></html>" }).kind, "violated");
  assert.equal(judged({ body: "7" }).kind, "violated");
  assert.equal(judged({ body: "" }).kind, "violated");
  assert.equal(judged({ status: 204, body: "" }).kind, "held", "the status has a check of its own");
});

test("a success without what was asked for grants nothing, unless it is a write", () => {
  assert.ok(isGranted(row, exchange({ body: { message: "a", type: "b" } })));
  assert.ok(!isGranted(row, exchange({ body: {} })));
  assert.ok(!isGranted(row, exchange({ status: 401 })));
  assert.ok(isGranted({ ...row, ...signedWrite }, exchange({ body: {} })));
});

test("the 401 for an invalid token must have the body that is shown", () => {
  const { row: shown } = operation({ responses: { "200": null, "401": "ErrorBody" } });
  const kinds = (details: object) => judgeErrorBody(shown, exchange(details), 401).map(({ kind }) => kind);
  assert.deepEqual(kinds({ status: 401, body: { message: "a", type: "b" } }), ["held"]);
  assert.deepEqual(kinds({ status: 401, body: { message: "a" } }), ["violated"]);
  assert.deepEqual(kinds({ status: 401, body: "" }), ["violated"]);
  assert.deepEqual(kinds({ status: 403 }), []);
  assert.deepEqual(judgeErrorBody(row, exchange({ status: 401 }), 401), []);
});

test("the 404 for what is not there must have the form that is shown; its fields have checks of their own", () => {
  const { row: shown } = operation({ responses: { "200": null, "404": "ErrorBody" } });
  const kinds = (details: object) => judgeErrorBody(shown, exchange(details), 404).map(({ kind }) => kind);
  assert.deepEqual(kinds({ status: 404, body: { message: "a", type: "b" } }), ["held"]);
  assert.deepEqual(
    kinds({ status: 404, body: { message: 1, type: "b" } }),
    ["held"],
    "that is for the field",
  );
  assert.deepEqual(kinds({ status: 404, body: "Not found" }), ["violated"]);
  assert.deepEqual(kinds({ status: 403, body: "" }), [], "it is no 404");
  assert.deepEqual(judgeErrorBody(row, exchange({ status: 404 }), 404), [], "none is shown");
});

test("a status that the description does not show is a contradiction, but for those of what stands before", () => {
  const kinds = (status: number) => judgeStatus(row, exchange({ status })).map(({ kind }) => kind);
  assert.deepEqual(kinds(200), ["held"]);
  assert.deepEqual(kinds(404), ["held"]);
  assert.deepEqual(kinds(201), ["violated"]);
  assert.deepEqual(kinds(500), ["violated"]);
  assert.deepEqual([429, 502, 503, 504].flatMap(kinds), []);
});
