/** What has to be asked of a new item before an operation can be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { itemArguments, stepsOf } from "./own-items.ts";
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
