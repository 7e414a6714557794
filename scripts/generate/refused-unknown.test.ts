import assert from "node:assert/strict";
import { test } from "node:test";
import { saysUnknownIs404 } from "./refused-unknown.ts";

test("an id that nothing has is answered with 404 where the words say so", () => {
  for (const words of [
    "Deletes a payee. An unknown\nreference is answered with 404 NotFound, one that was deleted before as well.",
    "Removes it; an id that does not exist is a 404.",
    "A note that was removed before is refused with 404.",
    "Cancels an order. For an unknown order it answers 404.",
  ])
    assert.equal(saysUnknownIs404(words), true, words);
});

test("it need not be where they leave it open, or are about what is read or sent", () => {
  for (const words of [
    "Deletes a payee. Reading it is answered with 404 afterwards.",
    "An unknown reference may be answered with 404.",
    "An unknown reference is answered with 204. A card of somebody else is answered with 404.",
    "Reading an unknown payee is answered with 404.",
    "An unknown member is refused with 400.",
    "A closed payee is refused with 404, and nothing has changed.",
    "A note with an unknown parameter is refused with 404.",
  ])
    assert.equal(saysUnknownIs404(words), false, words);
});
