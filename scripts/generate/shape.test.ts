import assert from "node:assert/strict";
import { test } from "node:test";
import { list, move, schemas, schemes, testRefusals } from "./refuse-testing.ts";
import { shapeMistakes } from "./shape.ts";
import { smallDocument } from "./testing.ts";

const nothing = /nothing stands here; write what belongs here, or take the key out/;
const city = [...schemas, "Place", "properties", "city"];

testRefusals(
  [
    ["a path with nothing under it", ["paths", "/api/parcels"], null, nothing],
    ["an operation with nothing in it", ["paths", "/api/parcels", "delete"], null, nothing],
    ["a property with nothing in it", city, null, nothing],
    ["a response with nothing in it", [...list, "responses", "200"], null, nothing],
    [
      "a path with nothing under it and a name that a URL would have otherwise",
      ["paths", "/api/%C3 x"],
      null,
      nothing,
    ],
    [
      "parameters as a map",
      [...move, "parameters"],
      { code: { in: "path" } },
      /parameters: a list belongs here, and this is a map; begin each of its entries with -/,
    ],
    ["security as a map", [...move, "security"], { login: [] }, /security: a list belongs here/],
    ["security of the whole as a map", ["security"], { login: [] }, /security: a list belongs here/],
    ["scopes as a text", [...move, "security", "0", "login"], "parcels", /login: a list .* this is a text/],
    ["a schema of words", city, "string", /city: a map, true or false belongs here, and this is a text/],
    ["a number for a name", [...move, "operationId"], 7, /operationId: a text belongs here, and this is 7/],
    ["an operation without responses", [...move, "responses"], undefined, /post: it has no responses/, move],
    [
      "a parameter without a name",
      [...move, "parameters", "0", "name"],
      undefined,
      /parameters 0: it has no name/,
      [...move, "parameters", "0"],
    ],
    ["a flow with nothing in it", [...schemes, "login", "flows", "clientCredentials"], null, nothing],
  ],
  shapeMistakes,
);

test("a schema may be true, and a reference needs nothing beside it", () => {
  const document = smallDocument();
  Object.assign(document.components.schemas, { Any: true, None: false });
  Object.assign(document.paths, { "/api/more": { $ref: "#/paths/~1api~1login" } });
  assert.deepEqual(shapeMistakes(document), []);
});
