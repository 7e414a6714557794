/** What has to be asked of a new item before an operation can be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { itemArguments } from "./own-items.ts";
import { stepsOf } from "./steps-before.ts";
import { operation, writingRun } from "./testing.ts";

test("what else is asked of the same new items may have to come first", () => {
  const creations = { id: { operation: "createThing", pointer: "/id" } };
  const on = (
    id: string,
    method: "POST" | "DELETE" | "GET" | "PATCH",
    path: string,
    mediaType: string | null = null,
  ) => operation({ id, method, path, mediaType, creations }).row;
  const restore = operation({
    id: "restoreThing",
    method: "POST",
    path: "/v1/thing/{id}/restore",
    creations,
  });
  const others = [
    on("removeThing", "DELETE", "/v1/thing/{id}"),
    on("readThing", "GET", "/v1/thing/{id}"),
    on("renameThing", "PATCH", "/v1/thing/{id}", "application/json"),
    on("addPart", "POST", "/v1/thing/{id}/part", "application/json"),
    on("removeNote", "DELETE", "/v1/thing/{id}/note/{note}"),
    on("archiveThing", "POST", "/v1/thing/{id}/archive"),
    {
      ...on("removeOther", "DELETE", "/v1/other/{id}"),
      creations: { id: { operation: "createOther", pointer: "/id" } },
    },
  ];
  const operations = Object.fromEntries([restore.row, ...others].map((row) => [row.id, row]));
  const steps = stepsOf({ row: restore.row, description: { ...restore.description, operations } });
  assert.deepEqual(
    steps.map(({ row }) => row.id),
    ["removeThing", "archiveThing", "addPart"],
  );
});

test("what is refused with 422 of a new item may need something below it first", async () => {
  const creations = { id: { operation: "createThing", pointer: "/id" } };
  const once = { method: "POST", responses: { "200": null, "409": null, "422": null } } as const;
  const create = operation({
    id: "createThing",
    method: "POST",
    path: "/v1/thing",
    responses: { "201": null },
  });
  const submit = operation({ ...once, id: "submitThing", path: "/v1/thing/{id}/submission", creations });
  const add = operation({
    ...{
      id: "addPart",
      method: "POST",
      path: "/v1/thing/{id}/part",
      mediaType: "application/json",
      creations,
    },
  });
  const all = [create, submit, add];
  const description = {
    operations: Object.assign({}, ...all.map((one) => one.description.operations)),
    samples: Object.assign({}, ...all.map((one) => one.description.samples)),
  };
  const asked: string[] = [];
  let made = 0;
  const call = async (_: string, { operation: id, path = {} }: Call) => {
    asked.push(`${id} ${path.id ?? ""}`.trim());
    if (String(id) === "createThing") made += 1;
    const isEmpty = String(id) === "submitThing" && !asked.includes(`addPart ${path.id}`);
    return exchange({ operation: null, status: isEmpty ? 422 : 201, body: { id: `T${made}` } });
  };
  const { path } = await itemArguments(writingRun(call), { row: submit.row, description });
  assert.ok(asked.includes(`addPart ${path.id}`), asked.join());
});

/** A draft needs a line to be submitted, and has to be submitted to be approved; it may be removed at any time. */
function reports() {
  const creations = { id: { operation: "createReport", pointer: "/id" } };
  const once = { method: "POST", responses: { "200": null, "409": null }, creations } as const;
  const all = [
    operation({ id: "createReport", method: "POST", path: "/v1/report", responses: { "201": null } }),
    operation({ ...once, id: "approveReport", path: "/v1/report/{id}/approve" }),
    operation({ ...once, id: "reopenReport", path: "/v1/report/{id}/reopen" }),
    operation({ ...once, id: "submitReport", path: "/v1/report/{id}/submit" }),
    operation({ ...once, id: "payReport", path: "/v1/report/{id}/pay" }),
    operation({ id: "removeReport", method: "DELETE", path: "/v1/report/{id}", creations }),
    operation({
      ...{ id: "addLine", method: "POST", path: "/v1/report/{id}/line", creations },
      ...{ mediaType: "application/json", responses: { "201": null, "409": null } },
    }),
  ];
  const description = {
    operations: Object.assign({}, ...all.map((one) => one.description.operations)),
    samples: Object.assign({}, ...all.map((one) => one.description.samples)),
  };
  const row = (id: string) => all.find((one) => one.row.id === id)?.row ?? assert.fail(id);
  return (id: string) => ({ row: row(id), description });
}

/** A server that decides by what was carried out on a report before. */
function serverOf(refuses: (id: string, done: readonly string[]) => number | null) {
  const done = new Map<string, string[]>();
  let sent = 0;
  const run = writingRun(async (_, { operation, path: { id = "" } = {} }) => {
    sent += 1;
    if (String(operation) === "createReport") done.set(`R${done.size + 1}`, []);
    const own = done.get(id);
    const refused = own === undefined ? null : refuses(String(operation), own);
    if (refused === null) own?.push(String(operation));
    return exchange({ operation: null, status: refused ?? 201, body: { id: `R${done.size}` } });
  });
  return { run, done, sent: () => sent };
}

const byState = (id: string, done: readonly string[]) => {
  if (done.includes("removeReport")) return 404;
  const isNew = !done.includes("submitReport");
  if (id === "submitReport") return isNew && done.includes("addLine") ? null : 409;
  if (id === "approveReport") return !isNew && !done.includes(id) ? null : 409;
  if (id === "payReport") return done.includes("approveReport") ? null : 409;
  return id === "reopenReport" ? 409 : null;
};

test("steps may need steps before them: what is paid was approved, submitted and given a line", async () => {
  for (const [id, steps] of [
    ["submitReport", ["addLine"]],
    ["approveReport", ["addLine", "submitReport"]],
    ["payReport", ["addLine", "submitReport", "approveReport"]],
  ] as const) {
    const { run, done } = serverOf(byState);
    const { path } = await itemArguments(run, reports()(id));
    assert.deepEqual(done.get(path.id ?? ""), steps, id);
  }
});

test("the removal of an item is no step to what finds nothing then, and the search has an end", async () => {
  const { run, sent } = serverOf(byState);
  const { item } = await itemArguments(run, reports()("reopenReport"));
  assert.ok(item !== undefined && sent() < 200, `${sent()} requests`);
});
