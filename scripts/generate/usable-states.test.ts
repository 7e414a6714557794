import assert from "node:assert/strict";
import { test } from "node:test";
import { bindingsOf } from "./bindings.ts";
import { resolve } from "./document.ts";
import { smallDocument } from "./testing.ts";
import { withUsableStates } from "./usable-states.ts";

/** What is read of the small description, with parcels in some states and these words about how one is moved. */
function boundWith(ofLink: string | null, ofOperation: string) {
  const document = smallDocument();
  const parcel = document.components.schemas?.Parcel ?? assert.fail();
  parcel.properties = {
    ...parcel.properties,
    kind: { type: "string", enum: ["letter", "box"] },
    state: { type: "string", enum: ["draft", "sent", "lost"] },
  };
  const list = document.paths["/api/parcels"]?.get ?? assert.fail();
  const { links } = resolve(document, list.responses["200"] ?? assert.fail());
  const link = links?.move;
  assert.ok(link !== undefined);
  if (ofLink !== null) Object.assign(link, { description: ofLink });
  const move = document.paths["/api/parcels/{code}/place"]?.post ?? assert.fail();
  move.description = ofOperation;
  return withUsableStates(document, bindingsOf(document)).moveParcel?.code;
}

const usableWith = (ofLink: string | null, ofOperation: string) => boundWith(ofLink, ofOperation)?.usable;

test("the words of a link tell the items that an operation is for, by one property", () => {
  assert.deepEqual(usableWith("A parcel of this page that is a draft or lost.", ""), {
    pointer: "/state",
    values: ["draft", "lost"],
  });
  assert.deepEqual(usableWith("A box.", ""), { pointer: "/kind", values: ["box"] });
  assert.deepEqual(usableWith("A parcel that is not lost.", "")?.values, ["draft", "sent"]);
  assert.equal(usableWith("Parcels, lost ones excluded.", ""), undefined);
  assert.equal(usableWith("A parcel that is draft, sent or lost.", ""), undefined, "any of them");
  assert.equal(usableWith("Any parcel.", "Moves a parcel."), undefined);
});

test("else the words of the operation do, in a sentence that says of what it can be asked", () => {
  const state = (...values: readonly string[]) => ({ pointer: "/state", values });
  assert.deepEqual(usableWith(null, "Moves it, only while it is `draft`."), state("draft"));
  assert.deepEqual(usableWith(null, "Moves a parcel that is `sent`: its state is `lost`."), state("sent"));
  assert.equal(usableWith(null, "Its state becomes `lost`. One that is not `draft` is refused."), undefined);
  assert.equal(usableWith(null, "A parcel that is lost or sent cannot be moved (409)."), undefined);
  assert.equal(usableWith(null, "Only a parcel with `sent_at` can be moved."), undefined, "that is a name");
  assert.equal(
    usableWith(null, "Only a parcel that is draft and under way can be moved.")?.values[0],
    "draft",
  );
  assert.deepEqual(usableWith(null, "Moves it from sent or draft to lost."), state("draft", "sent"));
  assert.equal(usableWith(null, "`place` holds the last one while the parcel is lost."), undefined);
});

test("any other state than that which something is moved from is refused where that is said", () => {
  const refusedWith = (words: string) => boundWith(null, words)?.refused?.values;
  assert.deepEqual(refusedWith("From draft to sent. Any other is refused with 409."), ["sent", "lost"]);
  assert.equal(refusedWith("Moves a parcel. Any other is refused with 409."), undefined, "than which?");
});

test("what the words refuse is all else, what they name, or what is not as they name it", () => {
  const refusedWith = (ofLink: string | null, words: string) => boundWith(ofLink, words)?.refused?.values;
  const code = "with 409 and the code `WrongState`";
  const all = `Only while the parcel is \`draft\`; else it is refused ${code}.`;
  assert.deepEqual(refusedWith(null, all), ["sent", "lost"]);
  const otherwise =
    "Moves a parcel while it is `draft`; otherwise, and so when it was moved, it is refused with 409.";
  assert.deepEqual(refusedWith(null, otherwise), ["sent", "lost"]);
  const only =
    "Moves it: its state is `sent`. Only a draft\nparcel can be moved; otherwise the request is refused with 409.";
  assert.deepEqual(refusedWith(null, only), ["sent", "lost"]);
  assert.deepEqual(
    usableWith(null, "Only a draft parcel can be sent.")?.values,
    ["draft"],
    "it is not before",
  );
  const either = "Only a draft or sent parcel can be moved; otherwise it is refused with 409.";
  assert.deepEqual(refusedWith(null, either), ["lost"]);
  const other = `A parcel with another state is refused ${code}.`;
  assert.deepEqual(refusedWith("A parcel that is sent.", other), ["draft", "lost"]);
  assert.equal(refusedWith(null, other), undefined, "nothing says which are not");
  assert.deepEqual(refusedWith(null, `A lost parcel is refused ${code}.`), ["lost"]);
  const both = `A lost parcel is refused ${code}, a sent parcel ${code}.`;
  assert.deepEqual(refusedWith(null, both), ["sent", "lost"]);
  const never = "A `lost` cannot be moved, which is 409 with the code `WrongState`.";
  assert.deepEqual(refusedWith(null, never), ["lost"]);
  assert.deepEqual(usableWith(null, never)?.values, ["draft", "sent"], "all that is not refused");
  assert.deepEqual(refusedWith(null, "A `lost` parcel can't be moved, which is 409."), ["lost"]);
  assert.deepEqual(refusedWith(null, "Moves it. A lost\nparcel cannot be moved: 409 `WrongState`."), [
    "lost",
  ]);
  const ofPart = "The place of a lost parcel cannot be moved; the request is refused with 409, type Lost.";
  assert.deepEqual(refusedWith(null, ofPart), ["lost"]);
  assert.deepEqual(refusedWith(null, `One that is not sent is refused ${code}.`), ["draft", "lost"]);
  assert.deepEqual(refusedWith(null, `A parcel that is lost already is refused ${code}.`), ["lost"]);
  const expired = "One that is not sent, also because it came back, is refused with 409.";
  assert.deepEqual(refusedWith(null, expired), ["draft", "lost"]);
  const several = ["sent", "lost"];
  for (const words of [
    `A parcel that is sent or lost is refused ${code}, and stays as it is.`,
    `A lost or sent parcel is refused ${code}.`,
    `Sent and lost parcels refuse it ${code}.`,
    `A parcel that is sent or lost already is left as it is and answered ${code}.`,
    `Parcels that are sent, or lost already, refuse the request ${code}.`,
  ])
    assert.deepEqual(refusedWith(null, words), several, words);
  assert.deepEqual(refusedWith(null, `A parcel that is not draft or sent is refused ${code}.`), ["lost"]);
  const two = "What is no place is refused with 422, and a lost parcel with 409 and the code `Lost`.";
  assert.deepEqual(refusedWith(null, two), ["lost"]);
});

test("words about something else refuse no state", () => {
  for (const words of [
    "A parcel with lost letters is refused with 409.",
    "A lost parcel is not refused with 409.",
    "A lost parcel refuses letters with 409.",
    "Non-draft parcels are refused with 409.",
    "All but draft parcels are refused with 409.",
    "Parcels other than draft parcels are refused with 409.",
    "Every parcel except a draft one is refused with 409.",
    "Not yet sent parcels are refused with 409.",
    "Partly sent parcels are refused with 409.",
    "A place that holds lost parcels is refused with 409.",
    "A lost parcel refuses the call with 409 except for its owner.",
    "A label of a parcel that is lost refuses it with 409.",
    "A parcel that is sent or lost, and not insured, is refused with 409.",
    "A lost parcel is refused with 409 unless it is insured.",
    "A parcel that is sent abroad is refused with 409.",
    "A parcel that is not sent within a day is refused with 409.",
    "A parcel whose owner is lost is refused with 409.",
    "A parcel in a place that is lost is refused with 409.",
    "It is refused with 409 and the code `lost`.",
    "Marking it `lost` is refused with 409.",
    "Only one place per day; else it is refused with 409.",
    "A lost parcel is refused.",
    "A lost parcel may be refused with 409.",
    "A `lost` cannot be named, which is 409, in the state of a parcel.",
    "The mail must be sent; otherwise it is refused with 409.",
    "Only one draft is allowed; otherwise it is refused with 409.",
    "Only a draft parcel label can be moved; otherwise it is refused with 409.",
    "Only a draft parcel can be given a place abroad; otherwise the request is refused with 409.",
    "Only a draft parcel may be insured; otherwise it is refused with 409.",
    "A lost parcel cannot be insured: 409.",
    "Only a draft parcel can be moved, or a sent one with `force`; otherwise it is refused with 409.",
    "A draft parcel is moved only while nobody else moves it; otherwise it is refused with 409.",
    "A parcel that is sent twice must be the same; otherwise the request is refused with 409.",
    "While it is `lost`, it is refused with 409.",
    "Its state is `lost` afterwards. A key with another body is refused with 409.",
  ])
    assert.equal(boundWith(null, words)?.refused, undefined, words);
  const both = boundWith("A lost parcel.", "A lost parcel is refused with 409.");
  assert.deepEqual([both?.usable?.values, both?.refused], [["lost"], undefined], "that can't be both");
});
