/** What generation refuses of links and of lists in pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "./changes.ts";
import { refusalsOf } from "./refuse.ts";
import { changed, cursor, links, list, result, schemas, spoken, testRefusals } from "./refuse-testing.ts";

testRefusals([
  [
    "a link to a cursor that the response does not have",
    [...links, "next", "parameters", "after"],
    cursor("/next"),
    /listParcels: .* value from \/next, which the response does not have \(it has \/result\); correct/,
  ],
  [
    "a link whose item has no such property",
    [...links, "move", "parameters", "code"],
    cursor("/result/parcels/0/id"),
    /value from \/result\/parcels\/0\/id, which/,
  ],
  [
    "a value that is not from the response",
    [...links, "next", "parameters", "after"],
    "$request.path.id",
    /write \$request\.path\.id as \$response\.body#/,
  ],
  [
    "a link to no operation",
    [...links, "next", "operationId"],
    "listParcel",
    /leads to listParcel; name one of logIn, listParcels, moveParcel/,
  ],
  [
    "a link without an operationId",
    [...links, "move", "operationId"],
    undefined,
    /has no operationId; name/,
    [...links, "move"],
  ],
  [
    "a link that gives what is not taken",
    [...links, "move", "parameters", "id"],
    cursor("/result/parcels/0/code"),
    /moveParcel the parameter id, .*: code, X-Once$/,
  ],
  [
    "a second link to the next page",
    [...links, "more"],
    { operationId: "listParcels", parameters: { after: cursor("/result/next") } },
    /is one, with one parameter/,
  ],
  [
    "x-changes that leads to nothing",
    [...links, "move", "x-changes"],
    cursor("/result/parcels/0/city"),
    /value from \/result\/parcels\/0\/city/,
  ],
  [
    "x-changes outside of an item",
    [...links, "move", "x-changes"],
    cursor("/result/next"),
    /lead into one item of a list, such as \/result\/parcels\/0\//,
  ],
  [
    "a cursor that is a URL",
    [...result, "next"],
    { type: "string", format: "uri", ...spoken },
    /a cursor is a text that only the server reads, such as .*; let its schema be a string without a format/,
  ],
  [
    "x-items that leads to no array",
    [...links, "next", "x-items"],
    cursor("/result/next"),
    /is no array; the response has \/result\/parcels$/,
  ],
  [
    "a page with two arrays",
    [...result, "notes"],
    { type: "array", ...spoken },
    /has \/result\/parcels and \/result\/notes; say which with x-items/,
    [...links, "next"],
  ],
  [
    "a page without an array",
    [...result, "parcels"],
    { type: ["object", "null"], ...spoken },
    /needs an array for its items/,
    [...links, "next"],
  ],
  [
    "a list that looks paged and has no link",
    [...links, "next"],
    undefined,
    /listParcels: it looks like .* an array and after; add a link .* or say x-paginated: false/,
    list,
  ],
  [
    "a list that is paged and says that it is not",
    [...list, "x-paginated"],
    false,
    /x-paginated: false; remove one/,
    [...links, "next"],
  ],
]);

const accepted: readonly (readonly [what: string, path: readonly string[], value: unknown])[] = [
  ["two arrays of which x-items names one", [...result, "notes"], { type: "array", ...spoken }],
  [
    "a link to the page before",
    [...links, "previousPage"],
    { operationId: "listParcels", parameters: { after: cursor("/result/next") } },
  ],
  ["an open question instead of a rule", [...result, "next"], { type: "string", "x-unspecified": ["gap.a"] }],
  [
    "what is inside an open value",
    [...schemas, "Parcel", "properties", "more"],
    { type: "object", properties: { a: {} }, "x-unspecified": ["gap.a"] },
  ],
];

for (const [what, path, value] of accepted) {
  test(`accepts ${what}`, () => {
    const document = changed(path, value);
    const next = document.paths["/api/parcels"]?.get?.responses["200"]?.links?.next;
    assert.ok(next);
    next["x-items"] = cursor("/result/parcels");
    assert.deepEqual(refusalsOf(document), []);
  });
}

test("a list that looks paged is accepted where it says that it is not", () => {
  const document = changed([...links, "next"]);
  const get = document.paths["/api/parcels"]?.get;
  assert.ok(get);
  get["x-paginated"] = false;
  delete get.responses["200"]?.links?.move?.["x-changes"];
  assert.deepEqual(refusalsOf(document), []);
});

test("x-changes into a list without pages is taken, and into a list of which a part alone is known refused", () => {
  const document = changed([...links, "next"]);
  const get = document.paths["/api/parcels"]?.get;
  assert.ok(get);
  get["x-paginated"] = false;
  assert.deepEqual(refusalsOf(document), []);
  assert.equal(changesOf(document, "moveParcel")?.operation, "listParcels");
  delete get["x-paginated"];
  get.parameters = [...(get.parameters ?? []), { name: "page", in: "query", schema: { type: "integer" } }];
  assert.match(
    refusalsOf(document)
      .map(({ message }) => message)
      .join("\n"),
    /listParcels is none that is known: .*add that link, or leave out x-changes/,
  );
});
