import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "./new-id.ts";

test("a new id has the form of another one, and is none that is taken", () => {
  assert.match(newId("CRD1001", (id) => id !== "CRD1001") ?? "", /^CRD\d{4}$/);
  assert.match(newId("C1", (id) => id.length > 2) ?? "", /^C\d{2,}$/, "more digits where there are too few");
  assert.match(newId("landlord", () => true) ?? "", /^landlord\d+$/);
  assert.match(newId("Ab", (id) => id.length === 2) ?? "", /^[A-Z][a-z]$/, "no room for digits");
});

test("a number does not begin with 0 where the other one does not", () => {
  for (let time = 0; time < 50; time += 1) assert.match(newId("T12-9", () => true) ?? "", /^T[1-9]\d-[1-9]$/);
  assert.match(newId("T007", (id) => !id.startsWith("T0")) ?? "", /^T[1-9]\d+$/);
});

test("a UUID stays one", () => {
  const form = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;
  assert.match(newId("0F8FAD5B-D9CB-469F-A165-70867728950E", () => true) ?? "", form);
});

test("there is none where all that fit are taken", () => {
  assert.equal(
    newId("A", (id) => id === "A"),
    null,
  );
});
