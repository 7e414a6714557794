import assert from "node:assert/strict";
import { test } from "node:test";
import { checksOf } from "./index.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const ids = { id: { pointer: "/id", schema: null } };
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/state" };
const aggregate = { at: "/things/*", pointer: "/partCount", parts: "/parts", value: null, list: "listParts" };
const filters = { name: { pointer: "/name", values: null, isText: true, search: {} } };
const rows: readonly Partial<Row>[] = [
  {
    ...{ id: "listThings", path: "/v1/thing", listing: { items: "/things", ...ids, filters } },
    ...{ showsWrites: true, lastChanged: "/changedAt", aggregates: [aggregate] },
  },
  { id: "listParts", path: "/v1/thing/{id}/part", listing: { items: "/parts", ...ids } },
  {
    ...{ id: "moveThing", method: "POST", path: "/v1/thing/{id}/move", mediaType: "application/json" },
    changes,
  },
];
const all = rows.map((row) => operation({ requirement: "list.request", ...row }));
const description = {
  operations: Object.assign({}, ...all.map((one) => one.description.operations)),
  samples: Object.assign({}, ...all.map((one) => one.description.samples)),
};

test("what words promise of reads is judged for every list, also one that other checks judge", () => {
  const expected = [
    "aggregate.partCount.listThings",
    "current.listThings",
    "kept-answer.listThings",
    "last-changed.listThings",
    "search.name.listThings",
  ];
  for (const elsewhere of [[], ["listThings"]]) {
    const found = checksOf(description, elsewhere, null).map(({ id }) => id);
    assert.deepEqual(
      expected.filter((id) => found.filter((other) => other === id).length !== 1),
      [],
    );
  }
});

test("states that a write keeps are judged for every write of a part, also one that other checks judge", () => {
  const size = {
    id: "sizeThing",
    method: "PUT",
    path: "/v1/thing/{id}/size",
    mediaType: "application/json",
  } as const;
  const row = {
    ...size,
    requirement: "list.request",
    changes: { ...changes, target: "/size", kept: ["/state"] },
  };
  const { description: own } = operation(row);
  const operations = { ...description.operations, ...own.operations };
  const samples = { ...description.samples, ...own.samples };
  for (const elsewhere of [[], [size.id]]) {
    const found = checksOf({ operations, samples }, elsewhere, null).map(({ id }) => id);
    assert.equal(found.filter((id) => id === "states-kept.sizeThing").length, 1);
  }
});
