import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import { isToldWithin } from "./told-within.ts";

/** A batch of two items, and what answers it. */
const answered = (body: unknown, status = 200, sent: unknown = { items: [{ a: 1 }, { a: "x" }] }) =>
  exchange({ status, body, request: wireRequest({ method: "POST", body: JSON.stringify(sent) }) });

test("a batch tells of an item that it is refused by its error, its status or a list of failures", () => {
  const refused = [
    { results: [{ status: "created" }, { status: "refused", error: { type: "Wrong" } }] },
    { results: [{ status: 201 }, { status: 422 }] },
    [{ ok: true }, { errors: ["a is no number"] }],
    { created: [{ a: 1 }], failed: [{ index: 1 }] },
  ];
  for (const body of refused) assert.equal(isToldWithin(answered(body)), true, JSON.stringify(body));
  const accepted = [
    { results: [{ status: "created" }, { status: "created" }] },
    {
      results: [
        { status: 201, error: null },
        { status: 201, errors: [] },
      ],
    },
    { results: [{ error: { type: "Wrong" } }] },
    { created: [{ a: 1 }], failed: [] },
    { items: "none" },
  ];
  for (const body of accepted) assert.equal(isToldWithin(answered(body)), false, JSON.stringify(body));
  assert.equal(isToldWithin(answered(refused[0], 400)), false, "that is a refusal of all");
  assert.equal(isToldWithin(answered(refused[3], 200, { a: "x" })), false, "it has no items");
});

test("such an answer is the refusal that a defect has to meet, and another one is none", () => {
  const plain = answered({ results: [{}, {}] });
  const told = answered({ results: [{}, { error: { type: "Wrong" } }] });
  const rule = { expected: "a refusal", toldWithin: isToldWithin };
  const judged = (altered: typeof plain) => judgeRefusal({ before: plain, altered, after: plain }, rule).kind;
  assert.deepEqual([judged(told), judged(plain)], ["held", "violated"]);
});
