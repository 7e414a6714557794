import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "./place.ts";

const dispute = { id: "openDispute", path: "/v1/payment/{id}/dispute" };
const read = (path: string, method: "GET" | "DELETE" = "GET") => ({
  method,
  path,
  creations: { disputeId: { operation: "openDispute", pointer: "/id" } },
});
const placed = (...all: readonly ReturnType<typeof read>[]) =>
  placeOf("/api/v1/payment/P7/dispute", dispute, { id: "P7" }, "D1", all);

test("what was created is below the request, unless it is read elsewhere", () => {
  assert.equal(placed(), "/api/v1/payment/P7/dispute/D1");
  assert.equal(placed(read("/v1/payment/{id}/dispute/{disputeId}")), "/api/v1/payment/P7/dispute/D1");
  assert.equal(placed(read("/v1/dispute/{disputeId}")), "/api/v1/dispute/D1");
  assert.equal(placed(read("/v1/payer/{id}/dispute/{disputeId}")), "/api/v1/payer/P7/dispute/D1");
  assert.equal(placed(read("/v1/dispute/{disputeId}", "DELETE")), "/api/v1/payment/P7/dispute/D1");
  assert.equal(placed(read("/v1/dispute/{disputeId}/text")), "/api/v1/payment/P7/dispute/D1", "a part of it");
});
