import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { serveFromDescription } from "./floor.ts";
import { partnerOf } from "./testing.ts";

/** The operation as if the description showed no body, as a POST that freezes a card has none. */
const bodiless = { ...operations.updateCardLimits, mediaType: null, body: null, bodyRequired: false };

test("an operation that changes a part of an item and has no body leaves it as it is", async () => {
  const { token, write, limits } = partnerOf({
    faults: [
      {
        intercept: (context) =>
          context.operation === bodiless.id ? serveFromDescription(context, bodiless) : null,
      },
    ],
  });
  const before = structuredClone(limits());
  assert.equal((await write(await token())).status, 200);
  assert.deepEqual(limits(), before);
});
