import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf } from "./document.ts";
import { lastChangedOf } from "./last-changed.ts";
import { smallDocument } from "./testing.ts";

/** Where the list of the small description shows it, with a moment in its items of which this is said. */
function found(description: string, more: object = {}): string | null {
  const document = smallDocument();
  const parcel = document.components.schemas?.Parcel ?? assert.fail();
  const movedAt = { type: "string", format: "date-time", description };
  Object.assign(parcel.properties ?? {}, { movedAt, ...more });
  const list = operationsOf(document).find(({ id }) => id === "listParcels") ?? assert.fail();
  return lastChangedOf(document, list);
}

for (const said of [
  "When the parcel was last changed, in UTC.",
  "When it was changed last, in UTC; not before `created_at`.",
  "When the parcel was last changed; when it was added, where it never was.",
  "When the parcel was last changed. Each write sets this; one that is refused, and the repetition of one, do not.",
])
  test(`is said: ${said}`, () => assert.equal(found(said), "/movedAt"));

for (const said of [
  "When the parcel was made.",
  "When the limits changed.",
  "When the status was last changed, in UTC.",
  "When the parcel was last updated by the courier.",
  "When the parcel was last changed. Only moves count, no payments.",
  "When the parcel was last changed, except by its holder.",
  "When the parcel was last changed. A change of the place does not count.",
])
  test(`is not said: ${said}`, () => assert.equal(found(said), null));

test("whatever has changed it is all of it, but for what is said after that", () => {
  assert.equal(
    found("When the parcel was last changed, be it by a move, a return or its owner."),
    "/movedAt",
  );
  assert.equal(found("When the parcel was last changed, whatever the change, except by its holder."), null);
});

test("of two such moments none is taken, and no other operation shows one", () => {
  const said = "When the parcel was last changed.";
  const other = { type: "string", format: "date-time", description: said };
  assert.equal(found(said, { keptAt: other }), null);
  assert.equal(found(said, { day: { ...other, format: "date" } }), "/movedAt");
  const document = smallDocument();
  const move = operationsOf(document).find(({ id }) => id === "moveParcel") ?? assert.fail();
  assert.equal(lastChangedOf(document, move), null);
});
