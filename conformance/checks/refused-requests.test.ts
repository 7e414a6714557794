import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../wire/testing.ts";
import type { Run } from "./kit/check.ts";
import type { RefusedRequest } from "./kit/refusal.ts";
import { invalidTokenRequests, otherRefusals } from "./refused-requests.ts";

const purposes = [
  ...["token.invalid.list", "token.invalid.patch", "token.invalid.put"],
  ...["token.missing.list", "signature.key.put", "token.client-secret"],
  ...["token", "walk", "recorded", "token.invalid"],
];
const exchanges = purposes.map((purpose, index) => exchange({ id: `h${index}`, purpose, status: 401 }));
const offline = { offline: true, writes: false, probe: { session: { exchanges } } } as unknown as Run;
const purposesOf = (requests: readonly RefusedRequest[]) => requests.map((one) => one.exchange?.purpose);

test("of a recording, the requests with an invalid token are told by their checks", async () => {
  assert.deepEqual(purposesOf(await invalidTokenRequests(offline)), purposes.slice(0, 3));
});

test("of a recording, the other refusals are those of all other defects and of the secret", async () => {
  assert.deepEqual(purposesOf(await otherRefusals(offline)).sort(), [...purposes.slice(3, 6)].sort());
});
