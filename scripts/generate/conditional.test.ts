import assert from "node:assert/strict";
import { test } from "node:test";
import { conditionalOf } from "./conditional.ts";
import { type Operation, operationsOf, type Parameter } from "./document.ts";
import { refusalsOf } from "./refuse.ts";
import { smallDocument } from "./testing.ts";

const tag = { headers: { ETag: { schema: { type: "string" } } } };
const ifMatch: Parameter = { name: "If-Match", in: "header", schema: { type: "string" } };
const ifNoneMatch: Parameter = { ...ifMatch, name: "if-none-match" };

/** A description with a GET and a PUT of one path. */
function documentWith(get: Partial<Operation>, put: Partial<Operation>) {
  const document = smallDocument();
  document.paths["/api/rules"] = {
    get: { operationId: "readRules", responses: { "200": {} }, ...get },
    put: { operationId: "writeRules", responses: { "200": {} }, ...put },
  };
  return document;
}

/** What is said of these two. */
function said(get: Partial<Operation>, put: Partial<Operation>) {
  const document = documentWith(get, put);
  const of = (id: string) =>
    operationsOf(document).flatMap((one) => (one.id === id ? [conditionalOf(document, one)] : []))[0];
  return [of("readRules"), of("writeRules")];
}

test("a write takes a condition where a GET of its path shows an ETag", () => {
  const shown = { responses: { "200": tag } };
  assert.deepEqual(said(shown, { parameters: [ifMatch] }), [{ showsETag: true }, { ifMatch: "optional" }]);
  const required = { ...ifMatch, required: true };
  assert.deepEqual(said(shown, { parameters: [required] })[1], { ifMatch: "required" });
  assert.deepEqual(said(shown, { responses: { "204": tag } })[1], { showsETag: true });
  assert.deepEqual(said({}, { parameters: [ifMatch] }), [{}, {}], "nothing shows an ETag");
  assert.deepEqual(said({ responses: { "404": tag } }, { parameters: [ifMatch] }), [{}, {}]);
});

test("a GET takes one where it shows an ETag and what it answers to a known one", () => {
  const parameters = [ifNoneMatch];
  const shown = { "200": tag, "304": {} };
  assert.deepEqual(said({ parameters, responses: shown }, {})[0], { showsETag: true, ifNoneMatch: true });
  assert.deepEqual(said({ parameters, responses: { "200": tag } }, {})[0], { showsETag: true });
  assert.deepEqual(said({ responses: shown }, {})[0], { showsETag: true });
  assert.deepEqual(said({ parameters: [{ ...ifNoneMatch, in: "query" }], responses: shown }, {})[0], {
    showsETag: true,
  });
});

test("a condition may be required where the ETag that it takes can be read", () => {
  const parameters = [{ ...ifMatch, required: true }];
  assert.deepEqual(refusalsOf(documentWith({ responses: { "200": tag } }, { parameters })), []);
  assert.equal(refusalsOf(documentWith({}, { parameters })).length, 1);
});
