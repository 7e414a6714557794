import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf } from "./document.ts";
import { keptOthersOf } from "./kept-others.ts";
import { operationsModule } from "./operations.ts";
import { smallDocument } from "./testing.ts";

/** Whether a PATCH of the small description with these words keeps what its body does not hold. */
function keptWith(description: string, of: "operation" | "body" | "schema" = "operation", method = "patch") {
  const document = smallDocument();
  const properties = {
    label: { type: "string" },
    box: { type: "object", properties: { size: { enum: ["s", "m"] }, isOpen: { type: "boolean" } } },
    marks: { type: "array", items: { enum: ["a", "b"] } },
  };
  const schema = { type: "object", properties };
  document.paths["/api/parcels/{code}"] = {
    [method]: {
      operationId: "changeParcel",
      responses: {},
      ...(of === "operation" && { description }),
      requestBody: {
        ...(of === "body" && { description }),
        content: {
          "application/merge-patch+json": { schema: { ...schema, ...(of === "schema" && { description }) } },
        },
      },
    },
  };
  const one = operationsOf(document).find(({ id }) => id === "changeParcel");
  assert.ok(one !== undefined);
  const kept = keptOthersOf(document, one);
  const isKept = kept !== null;
  if (isKept) assert.deepEqual(kept.states, ["box/size", "box/isOpen", "marks"]);
  assert.equal(operationsModule(document).includes('"keepsOthers": {'), isKept, "its row says so");
  return isKept;
}

test("what a patch does not hold stays where the words about it say so", () => {
  for (const words of [
    "Changes a parcel. Members that the patch does not hold stay as they are, those of `to` too.",
    "Limits that\nthe patch does not hold stay as they are.",
    "What is left out remains unchanged; null removes it.",
    "Fields that are not in the body are left as they were.",
    "Omitted properties keep their values.",
    "All other fields are not touched.",
    "Fields not specified are left unchanged.",
    "Missing fields are left untouched.",
    "Unspecified properties retain their current value.",
    "Everything else is unchanged.",
    "Properties which aren't set stay.",
    "A member that it names gets the new value, a member that it\ndoes not name stays as it was. null clears `label`.",
  ])
    assert.equal(keptWith(words), true, words);
  assert.equal(keptWith("What is absent stays as it is.", "body"), true);
  assert.equal(keptWith("What is absent stays as it is.", "schema"), true);
});

test("it need not where they say something else, or of another method", () => {
  for (const words of [
    "Changes a parcel.",
    "What is left out may stay as it is.",
    "A refused patch leaves all other fields unchanged, as it is refused.",
    "What is left out stays as it is, unless it follows from what is given.",
    "What is left out stays as it is. A `size` of 2 resets the label.",
    "Members that are not sent stay as they are. A larger size raises the price as well.",
    "The other fields are lowered so that their sum stays the same.",
    "Makes it the first parcel; all other parcels remain as they are.",
    "What is left out of the answer is kept secret.",
    "Notifies the other party and keeps a record.",
    "The code is not included in the answer and remains secret.",
    "A label that is not set keeps its default, which follows the name.",
    "The parcel stays where it is.",
    "A label that is left out is made up.",
  ])
    assert.equal(keptWith(words), false, words);
  assert.equal(keptWith("What is left out stays as it is.", "operation", "put"), false);
});
