import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../generated/demands.ts";
import { wireRequest } from "../../wire/testing.ts";
import { bodyDemands } from "./demanded.ts";

const daily: Demand = {
  operation: "replaceCardLimits",
  in: "body",
  pointer: "/daily",
  requirement: "put.request",
  invalid: ["much"],
};

test("a write is sent without what its body needs, and with another type in its place", () => {
  const [row, ...others] = bodyDemands("replaceCardLimits", [daily]);
  assert.deepEqual([row?.id, row?.requirements, others.length], ["demanded.daily", ["put.request"], 0]);
  const request = wireRequest({ method: "PUT", body: '{"daily":1,"monthly":2}' });
  assert.deepEqual(
    row?.alterations.map(({ rewrite }) => rewrite?.(request).body),
    ['{"monthly":2}', '{"daily":"much","monthly":2}'],
  );
  assert.ok(
    row?.alterations.every(({ asksOther }) => asksOther),
    "under a key that was used, it is no repetition",
  );
});

test("no other write is, nor for what is demanded of a query", () => {
  assert.deepEqual(bodyDemands("updateCardLimits", [daily]), []);
  assert.deepEqual(bodyDemands("replaceCardLimits", [{ ...daily, in: "query" }]), []);
});
