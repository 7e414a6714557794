import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf, type Schema } from "./document.ts";
import { pastMomentsOf } from "./past-moments.ts";
import { smallDocument } from "./testing.ts";

/** What is found in a list of parcels with one moment, of which these are the words. */
function found(description: string, format = "date-time", isAsked = false) {
  const document = smallDocument();
  const place = document.components.schemas.Place ?? assert.fail();
  if (isAsked) place.properties = { ...place.properties, at: { type: "string", format } };
  const parcel: Schema = document.components.schemas.Parcel ?? assert.fail();
  parcel.properties = { ...parcel.properties, at: { type: "string", format, description } };
  const list = operationsOf(document).find(({ id }) => id === "listParcels") ?? assert.fail();
  return pastMomentsOf(document, list);
}

test("words tell that a moment is that of something that was done", () => {
  const at = ["/result/parcels/*/at"];
  assert.deepEqual(found("When the parcel was sent. RFC 3339 in UTC."), at);
  assert.deepEqual(found("When it reached a final state; null while it is open."), at);
  assert.deepEqual(found("When this parcel was changed last, in UTC"), at);
});

test("what is still to come, is asked for or is no moment is none", () => {
  for (const words of [
    "When the parcel is sent.",
    "When the parcel was expected to come.",
    "When the parcel was asked to be sent.",
    "When it was sent or will be.",
    "When the offer expires.",
    "A moment in UTC.",
  ])
    assert.deepEqual(found(words), [], words);
  assert.deepEqual(found("When the parcel was sent.", "date-time", true), [], "who moves it says when");
  assert.deepEqual(found("When the parcel was sent.", "date"), [], "a day may be that of another zone");
});
