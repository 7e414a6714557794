import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeSent } from "./narrow-token.ts";
import { operation } from "./testing.ts";

const one = operation({ scopes: ["cards:read"] });
const judgedBefore = (control: number | null, statuses: readonly number[]) =>
  judgeSent(
    one,
    statuses.map((status) => exchange({ status })),
    control === null ? null : exchange({ status: control }),
  );
const judged = (...statuses: number[]) => judgedBefore(200, statuses);

test("an operation that refuses a token with the scopes that it needs, twice, breaks its rule", () => {
  const [fact] = judged(403, 403);
  assert.ok(fact?.kind === "violated");
  assert.match(fact.message, /^GET \/v1\/thing is refused with a token for the scopes that it needs/);
  assert.deepEqual(fact.expected, ["2xx, with cards:read"]);
});

test("one that takes it keeps the rule, and any other answer tells nothing", () => {
  assert.deepEqual(
    judged(200).map(({ kind }) => kind),
    ["held"],
  );
  assert.deepEqual(
    judged(403, 200).map(({ kind }) => kind),
    ["held"],
  );
  assert.deepEqual([...judged(), ...judged(403), ...judged(409), ...judged(403, 500)], []);
});

test("one that is refused with the usual token as well is refused for something else", () => {
  assert.deepEqual([...judgedBefore(403, [403, 403]), ...judgedBefore(null, [403, 403])], []);
});
