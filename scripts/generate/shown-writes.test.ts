import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf } from "./document.ts";
import { isShownAtOnce } from "./shown-writes.ts";
import { smallDocument } from "./testing.ts";

/** Whether the list of the small description has to show writes at once, with these words about the API, and about itself. */
function promised(said: string, own = ""): boolean {
  const document = smallDocument();
  document.info.description = said;
  const list = operationsOf(document).find(({ id }) => id === "listParcels") ?? assert.fail();
  return isShownAtOnce(document, { ...list, operation: { ...list.operation, description: own } });
}

for (const said of [
  "Parcels are many. Once a write is answered, every read shows it, the list as well.",
  "Once a write has been answered with a 2xx, every later read shows what it did, lists included.",
  "A write that is refused changes nothing; what a write has changed is shown by every read after its answer.",
  "What a write has changed is what every read shows afterwards.",
  "Once we have answered a write, everything that is read shows it, lists, filters and reports included.",
  "Reads show every write that has been answered.",
  "When a write has been answered, whatever is read next shows it, in every operation.",
])
  test(`is promised: ${said}`, () => assert.ok(promised(said)));

for (const said of [
  "",
  "Every read shows a write within a second of its answer.",
  "Once a write is answered, every read may show it.",
  "Not every read shows a write that was answered.",
  "Each read shows what is there at once.",
  "Once a write is answered, every read shows it. Lists may lag by a few seconds.",
  "Once a write is answered, every read of a single parcel shows it.",
  "Once a write is answered, whatever is read of a single parcel shows it.",
  "When a write has been answered, every read shows it when the job is done.",
  "Every consistent read shows each write that was answered.",
  "Once a write is answered, every read shows it after its job.",
  "No read is answered before all reads show the write.",
  "Writes are answered. Every read shows a page.",
])
  test(`is not promised: ${said}`, () => assert.ok(!promised(said)));

test("a read may promise it for itself, or say that it is late", () => {
  const said = "Once a write is answered, every read shows it.";
  assert.ok(promised("", said));
  assert.ok(!promised(said, "The report may be up to ten minutes old."));
  assert.ok(!promised(said, "A snapshot of all parcels."));
  const document = smallDocument();
  document.info.description = said;
  const move = operationsOf(document).find(({ id }) => id === "moveParcel") ?? assert.fail();
  assert.ok(!isShownAtOnce(document, move), "it is no read");
});
