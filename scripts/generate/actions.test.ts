import assert from "node:assert/strict";
import { test } from "node:test";
import { withActions } from "./actions.ts";
import { bindingsOf } from "./bindings.ts";
import { operationsOf, resolve } from "./document.ts";
import { operationsModule } from "./operations.ts";
import { smallDocument } from "./testing.ts";
import { withUsableStates } from "./usable-states.ts";

const words = `Moves a parcel on:

- \`send\`: from draft to sent,
  which costs something;
- \`lose\`: from sent to lost.

Any other is refused with 409.`;

/** The small description, where a parcel is moved by one of these actions in the path. */
function documentWith(actions: readonly unknown[]) {
  const document = smallDocument();
  const parcel = document.components.schemas.Parcel ?? assert.fail();
  parcel.properties = { ...parcel.properties, state: { type: "string", enum: ["draft", "sent", "lost"] } };
  const { "/api/parcels/{code}/place": { post } = {}, ...others } = document.paths;
  const moved = { ...(post ?? assert.fail()), operationId: "moveParcel", description: words };
  const action = { name: "action", in: "path" as const, schema: { type: "string", enum: [...actions] } };
  document.paths = {
    ...others,
    "/api/parcels/{code}/{action}": {
      parameters: [action],
      post: { ...moved, parameters: moved.parameters ?? [] },
    },
  };
  return document;
}

test("a POST that takes an action in its path is one operation more for each of them", () => {
  const document = documentWith(["send", "lose-it"]);
  const expanded = withActions(document);
  assert.deepEqual(
    operationsOf(expanded).map(({ id, path }) => [id, path]),
    [
      ["logIn", "/api/login"],
      ["listParcels", "/api/parcels"],
      ["moveParcel", "/api/parcels/{code}/{action}"],
      ["moveParcelSend", "/api/parcels/{code}/send"],
      ["moveParcelLoseIt", "/api/parcels/{code}/lose-it"],
    ],
  );
  assert.equal(operationsOf(document).length, 3, "the description itself stays as it is");
  const send = operationsOf(expanded).find(({ id }) => id === "moveParcelSend");
  assert.deepEqual(
    send?.parameters.map(({ name }) => name),
    ["code", "X-Once"],
  );
  const { links } = resolve(expanded, expanded.paths["/api/parcels"]?.get?.responses["200"] ?? assert.fail());
  assert.deepEqual(links?.moveLoseIt, { ...links?.move, operationId: "moveParcelLoseIt" });
});

test("the points about other actions are left out of the words about one", () => {
  const expanded = withActions(documentWith(["send", "lose"]));
  const bound = withUsableStates(expanded, bindingsOf(expanded)).moveParcelLose?.code;
  assert.deepEqual([bound?.usable?.values, bound?.refused?.values], [["sent"], ["draft", "lost"]]);
  const said = operationsOf(expanded).find(({ id }) => id === "moveParcelSend")?.operation.description ?? "";
  assert.match(
    said,
    /Moves a parcel on:\n\n- `send`: from draft to sent,\n {2}which costs something;\n\nAny other/,
  );
});

test("the table tells which operations stand for it; nothing changes without such a path", () => {
  assert.match(
    operationsModule(withActions(documentWith(["send", "lose"]))),
    /"actions": \[\s*"moveParcelSend",\s*"moveParcelLose"\s*\]/,
  );
  const plain = smallDocument();
  assert.equal(withActions(plain), plain);
  const itself = documentWith(["send"]);
  const { post } = itself.paths["/api/parcels/{code}/{action}"] ?? {};
  itself.paths["/api/parcels/{code}/send"] = {
    post: { ...(post ?? assert.fail()), operationId: "sendParcel" },
  };
  assert.equal(withActions(itself), itself, "it is described by itself");
  const numbered = documentWith([1, 2]);
  assert.equal(withActions(numbered), numbered, "numbers are no actions");
});
