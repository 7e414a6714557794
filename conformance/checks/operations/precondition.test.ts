import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { callOf, type Described } from "./operation.ts";
import { conditionFor, unconditionalRows } from "./precondition.ts";
import { operation, signedWrite } from "./testing.ts";

test("what was read may be changed where it is still the same, as far as its ETag can tell", () => {
  const after = (status: number, tag: string) =>
    conditionFor(exchange({ status, headers: [["ETag", tag]] }))[0]?.[1];
  assert.equal(after(200, '"7"'), '"7"');
  assert.equal(after(200, 'W/"7"'), "*");
  assert.equal(after(404, '"7"'), "*");
  assert.equal(conditionFor(exchange({ status: 200 }))[0]?.[1], "*");
});

test("a write that needs an If-Match is sent without one", () => {
  const read = operation({ id: "getThing", path: "/v1/thing/{id}/part" });
  const rowsWith = (one: Described) => {
    const operations = { ...one.description.operations, getThing: read.row };
    return unconditionalRows({ ...one, description: { ...one.description, operations } });
  };
  const rowsOf = (ifMatch: "required" | "optional") =>
    rowsWith(operation({ ...signedWrite, ifMatch, requirement: "list.request" }));
  const [defect] = rowsOf("required").flatMap(({ defects }) => defects);
  assert.equal(defect?.check, "if-match.missing.changeThing");
  assert.deepEqual(defect?.change?.(callOf(read, {})).headers, [], "it is not put in later");
  assert.deepEqual(rowsOf("optional"), []);
  const merge = { ...signedWrite, method: "PATCH", mediaType: "application/merge-patch+json" } as const;
  const patch = operation({ ...merge, ifMatch: "required", requirement: "list.request" }, [
    { a: 1, b: 2 },
    { a: 3 },
  ]);
  const [, ...single] = rowsWith(patch).flatMap(({ defects }) => defects);
  assert.deepEqual(
    single.map(({ change }) => change?.(callOf(read, {})).body),
    [{ a: 1 }, { b: 2 }],
    "each part alone may be changed in its own way",
  );
  const alone = operation({ ...signedWrite, ifMatch: "required", requirement: "list.request" });
  assert.deepEqual(unconditionalRows(alone), [], "no read shows its ETag, so that none is sent otherwise");
});
