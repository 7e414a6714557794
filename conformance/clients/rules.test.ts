import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { clientRequirements } from "../../generated/requirements.ts";
import { receive } from "../wire/exchange.ts";
import type { Seen } from "./evidence.ts";
import { isOpen } from "./rules/keys.ts";
import { headersNeeded } from "./rules/writes.ts";
import { clientRules } from "./rules.ts";

test("every row for clients has one rule, which says how it is exercised", () => {
  assert.deepEqual(
    clientRules.map(({ id }) => id),
    clientRequirements.map(({ id }) => id),
  );
  for (const { id, how } of clientRules) assert.match(how, /^[A-Z].*\.$/, id);
});

test("a failure leaves open whether a write was carried out, unless nobody can do it", () => {
  const isOpenAfter = (status: number) => isOpen({ response: receive(status, [], Buffer.alloc(0)) } as Seen);
  assert.deepEqual([500, 502, 503, 504, 524].map(isOpenAfter), [true, true, true, true, true]);
  assert.deepEqual([200, 403, 501, 505].map(isOpenAfter), [false, false, false, false]);
  assert.ok(isOpen({ response: null } as Seen));
});

test("a key that may be left out is not asked for", () => {
  const { idempotencyKey, timestamp, signature } = api.headers;
  const write = { idempotent: idempotencyKey, signed: { timestamp, signature } };
  assert.deepEqual(headersNeeded(write), [idempotencyKey, timestamp, signature]);
  assert.deepEqual(headersNeeded({ ...write, keyIsOptional: true }), [timestamp, signature]);
  assert.deepEqual(headersNeeded({ idempotent: null, signed: null }), []);
});
