import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf } from "./document.ts";
import { keepsRestOf } from "./keeps-rest.ts";
import { smallDocument } from "./testing.ts";

/** What is read of the words about an operation of the small description. */
function read(description: string, id = "moveParcel") {
  const one = operationsOf(smallDocument()).find((each) => each.id === id) ?? assert.fail();
  return keepsRestOf({ ...one, operation: { ...one.operation, description } });
}

test("words tell that an action changes nothing but what they name", () => {
  assert.deepEqual(
    read("Sends it: the state becomes `sent`, every other member of the parcel keeps its value."),
    [
      ...[
        "sends",
        "it",
        "the",
        "state",
        "becomes",
        "sent",
        "every",
        "other",
        "member",
        "of",
        "parcel",
        "keeps",
      ],
      ...["its", "value"],
    ],
  );
  for (const words of [
    "Nothing else changes but `updatedAt`.",
    "Its state becomes lost; all else stays as it is.",
    "All other fields are left as they are.",
    "It changes nothing else.",
  ])
    assert.notEqual(read(words), null, words);
});

test("what may be otherwise, or is said of another kind of operation, is not read", () => {
  assert.equal(read("Every other member may stay. Nothing else is said."), null);
  assert.equal(read("All else stays, unless it was paid."), null);
  assert.equal(read("Nothing else changes.", "listParcels"), null);
});
