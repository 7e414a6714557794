import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "./document.ts";
import { unknownRowsOf } from "./refuse-rows.ts";

const rows = [
  { id: "a.rule", basis: "stated" },
  { id: "gap.a", basis: "unspecified" },
  { id: "client.a", basis: "stated", party: "client" as const },
];
const told = (document: object) =>
  unknownRowsOf(document as Document, rows).map(({ pointer, message }) => `${pointer}: ${message}`);

test("names of rows are taken wherever they stand", () => {
  const schema = { "x-requirement": "a.rule", "x-requirement-required": "a.rule" };
  assert.deepEqual(told({ "x-unspecified": ["gap.a"], components: { schemas: { A: schema } } }), []);
});

test("a name of no row, and one of a row for something else, is refused where it stands", () => {
  const known = {
    "x-requirement": "a.rule",
    $ref: "#/components/schemas/B",
    "x-unspecified": ["gap.a", "b"],
  };
  assert.deepEqual(told({ paths: { "/a": known } }), [
    "/paths/~1a/x-unspecified: b is no row of requirements.yaml; add the row or correct the id",
  ]);
  assert.match(told({ "x-requirement": "b" }).join(), /^\/x-requirement: b is no row/);
  assert.match(
    told({ "x-requirement-required": "gap.a" }).join(),
    /gap\.a is an open question; name it under/,
  );
  assert.match(
    told({ "x-requirement": "client.a" }).join(),
    /client\.a is a rule for clients; name one about/,
  );
  assert.match(told({ "x-unspecified": ["a.rule"] }).join(), /a\.rule is stated, not unspecified; name it/);
});
