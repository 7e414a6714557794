import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { demandsOf } from "./demands.ts";
import type { Document } from "./document.ts";

const description = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

/** The demands of one more operation, without its name. */
function demanded(operation: object, mediaType = "application/json") {
  const document = structuredClone(description);
  const { schema, ...rest } = operation as { schema?: object };
  const body = schema === undefined ? {} : { requestBody: { content: { [mediaType]: { schema } } } };
  document.paths["/v1/more"] = { post: { operationId: "more", responses: {}, ...rest, ...body } };
  return demandsOf(document).flatMap(({ operation: id, ...demand }) => (id === "more" ? [demand] : []));
}

const rule = { "x-requirement": "a.rule" };

test("a required query parameter with a requirement is demanded, and a text where another type must be", () => {
  const parameter = (rest: object) => ({ name: "from", in: "query", required: true, ...rule, ...rest });
  const of = (rest: object) => demanded({ parameters: [parameter(rest)] });
  const demand = { in: "query", pointer: "/from", requirement: "a.rule" };
  assert.deepEqual(of({ schema: { type: "integer" } }), [{ ...demand, invalid: ["text"] }]);
  assert.deepEqual(of({ schema: { type: "string" } }), [{ ...demand, invalid: [] }]);
  assert.deepEqual(of({ required: false }), []);
  assert.deepEqual(of({ "x-requirement": undefined }), []);
});

test("the size of a page is demanded where its words say that a wrong one is refused", () => {
  const of = (rest: object) => {
    const document = structuredClone(description);
    const list = document.paths["/v1/card"]?.get ?? assert.fail();
    const limit = list.parameters?.find((one) => "name" in one && one.name === "limit") ?? assert.fail();
    const schema = { type: "integer", minimum: 1, maximum: 50, default: 10 };
    Object.assign(list, { ...rule, responses: { ...list.responses, "400": {} } });
    Object.assign(limit, { "x-unspecified": undefined, schema, ...rest });
    return demandsOf(document).flatMap(({ pointer, invalid }) => (pointer === "/limit" ? [invalid] : []));
  };
  const words = "Items per page. Another value than 1 to 50 is out of range and refused with 400.";
  assert.deepEqual(of({ description: words }), [["text", "0", "51"]]);
  assert.deepEqual(of({ description: "Items per page." }), []);
  assert.deepEqual(of({ description: words, "x-unspecified": ["gap.limit.invalid"] }), [], "it is open");
});

test("a required header is demanded, and a value that its schema does not allow is wrong", () => {
  const of = (rest: object, of: object = { responses: { "400": {} }, ...rule }) =>
    demanded({ parameters: [{ name: "X-Region", in: "header", required: true, ...rest }], ...of });
  const demand = { in: "needed", pointer: "/X-Region", requirement: "a.rule" };
  assert.deepEqual(of({ schema: { enum: ["EU"] } }), [{ ...demand, invalid: ["eu"] }]);
  assert.deepEqual(of({ schema: { type: "integer", maximum: 3 } }), [{ ...demand, invalid: ["4"] }]);
  assert.deepEqual(of({ schema: { type: "string" } }), [{ ...demand, invalid: [] }]);
  assert.deepEqual(of({ schema: { enum: ["EU"] }, ...rule }, {}), [{ ...demand, invalid: [] }]);
  assert.deepEqual(of({ schema: { enum: ["EU"] } }, {}), [], "no requirement speaks of it");
  assert.deepEqual(of({ required: false }), []);
  for (const name of ["Accept", "If-Match", "X-Service-Signature"]) assert.deepEqual(of({ name }), [], name);
});

test("a list in the query has a wrong value where one of its items is wrong: one item is a list as well", () => {
  const of = (items: object) => {
    const schema = { type: "array", items, maxItems: 3 };
    const parameters = [{ name: "label", in: "query", ...rule, schema }];
    return demanded({ parameters, ...rule, responses: { "400": {} } }).map(({ invalid }) => invalid);
  };
  assert.deepEqual(of({ type: "string" }), []);
  assert.deepEqual(of({ type: "integer" }), [["text"]]);
  const [ofEnum = []] = of({ enum: ["travel", "office"] });
  assert.ok(ofEnum.length > 0 && ofEnum.every((one) => one !== "travel" && one !== "office"));
});

test("a list in a body has a wrong value where its last item alone is wrong, in itself or in a part of it", () => {
  const of = (items: object, examples: readonly unknown[]) => {
    const events = { type: "array", minItems: 1, items, examples: [examples], ...rule };
    const schema = { type: "object", required: ["events"], properties: { events } };
    return demanded({ schema, responses: { "400": {} }, ...rule })[0]?.invalid.filter(
      (one) => Array.isArray(one) && one.length > 1,
    );
  };
  const names = { type: "string", enum: ["card.blocked", "card.closed"] };
  assert.deepEqual(of(names, ["card.closed", "card.blocked"]), [
    ["card.closed", 7],
    ["card.closed", "CARD.CLOSED"],
  ]);
  const named = { type: "object", required: ["name"], properties: { name: { enum: ["travel"] } } };
  assert.deepEqual(of(named, [{ name: "travel" }, { name: "travel", note: "" }]), [
    [{ name: "travel" }, "text"],
    [{ name: "travel" }, { name: "TRAVEL", note: "" }],
  ]);
});

test("an item of one kind is wrong in what this kind has, and in nothing that another one has", () => {
  const kind = (name: string, properties: object) => ({
    ...{ type: "object", required: ["type"], properties: { type: { const: name }, ...properties } },
  });
  const codes = { type: "array", uniqueItems: true, items: { enum: ["KP", "IR"] } };
  const items = { oneOf: [kind("amount", { above: { type: "number" } }), kind("country", { codes })] };
  const examples = [[{ type: "country", codes: ["KP"] }]];
  const conditions = { type: "array", items, examples, ...rule };
  const schema = { type: "object", required: ["conditions"], properties: { conditions } };
  const [one] = demanded({ schema, responses: { "400": {} }, ...rule });
  const wrong = (one?.invalid ?? []).flatMap((list) => (Array.isArray(list) ? list : []));
  const codesIn = (item: { readonly codes?: unknown }) => (Array.isArray(item.codes) ? item.codes : []);
  assert.ok(
    wrong.some((item) => new Set(codesIn(item)).size < codesIn(item).length),
    "one of them twice",
  );
  assert.ok(wrong.every((item) => typeof item !== "object" || !("above" in item)));
});

test("a required property with a requirement is demanded, where what holds it is required as well", () => {
  const inner = { type: "object", required: ["name"], properties: { name: { type: "string", ...rule } } };
  const of = (required: readonly string[]) =>
    demanded({ schema: { type: "object", required, properties: { holder: inner } } });
  const demand = { in: "body", pointer: "/holder/name", requirement: "a.rule" };
  assert.deepEqual(of(["holder"]), [{ ...demand, invalid: [7, true] }]);
  assert.deepEqual(of([]), []);
});

test("a requirement about presence demands every required property that has none of its own", () => {
  const schema = {
    type: "object",
    "x-requirement-required": "all.there",
    required: ["a", "b"],
    properties: { a: { type: ["integer", "null"], ...rule }, b: {}, c: rule },
  };
  assert.deepEqual(demanded({ schema }), [
    { in: "body", pointer: "/a", requirement: "a.rule", invalid: ["text", true] },
    { in: "body", pointer: "/b", requirement: "all.there", invalid: [] },
  ]);
});

test("the requirement of an operation that shows a 400 speaks of what has none of its own, and is not open", () => {
  const list = { type: "array", minItems: 1, maxItems: 2, items: { type: "string" }, examples: [["a"]] };
  const open = { type: "string", "x-unspecified": ["gap.a"] };
  const schema = { type: "object", required: ["list", "b"], properties: { list, b: open, c: list } };
  const of = (status: string) => demanded({ schema, ...rule, responses: { [status]: {} } });
  const demand = { in: "body", requirement: "a.rule", invalid: ["text", 7, [], ["a", "a", "a"], [7]] };
  assert.deepEqual(of("400"), [
    { ...demand, pointer: "/list" },
    { ...demand, pointer: "/c", isOptional: true },
  ]);
  assert.deepEqual(of("4XX"), []);
});

test("so it does of a query parameter that may be left out, but for those of pages", () => {
  const month = { type: "string", pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$", examples: ["2026-01"] };
  const of = (rest: object, operation: object = rule) =>
    demanded({
      parameters: [{ name: "month", in: "query", schema: month, ...rest }],
      responses: { "400": {} },
      ...operation,
    });
  const demand = { in: "query", pointer: "/month", requirement: "a.rule", isOptional: true };
  assert.deepEqual(of({}), [{ ...demand, invalid: ["026-01", "2026-91"] }]);
  assert.deepEqual(of({ "x-unspecified": ["gap.a"] }), []);
  assert.deepEqual(of({ schema: { type: "string" } }), [], "any text is one");
  assert.deepEqual(of({}, {}), [], "no rule speaks of it");
  const document = structuredClone(description);
  Object.assign(document.paths["/v1/card"]?.get?.responses ?? {}, { "400": {} });
  assert.deepEqual(demandsOf(document), []);
});

test("what the service alone sets, a body may say as it likes", () => {
  const own = { type: "string", readOnly: true };
  const schema = { type: "object", required: [], properties: { own } };
  assert.deepEqual(demanded({ schema, ...rule, responses: { "400": {} } }), []);
});

test("a value beyond the bounds of a schema is no value of it", () => {
  const property = { type: "string", maxLength: 3, pattern: "^[a-z]+$", examples: ["abc"], ...rule };
  const [one] = demanded({ schema: { type: "object", required: ["a"], properties: { a: property } } });
  assert.deepEqual(one?.invalid, [7, true, "ABC", "abca"]);
  const format = { type: "string", format: "date", ...rule };
  const [other] = demanded({ schema: { type: "object", required: ["a"], properties: { a: format } } });
  assert.deepEqual(other?.invalid, [7, true], "a format is an annotation");
});

test("what one of several alternatives needs, or does not allow, is left out of or sent in a body of that kind", () => {
  const kind = (name: string, maxLength: number) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: name }, label: { type: "string", maxLength, examples: ["Rent"] } },
  });
  const schema = { oneOf: [kind("once", 6), kind("monthly", 5)] };
  const needed = { in: "body", requirement: "a.rule", isOfKind: true };
  const demand = { ...needed, isOptional: true };
  assert.deepEqual(demanded({ schema, ...rule, responses: { "400": {} } }), [
    { ...needed, pointer: "/kind", invalid: ["ONCE", "MONTHLY"] },
    { ...demand, pointer: "/label", invalid: [7, true, "RentRen", "RentRe"] },
  ]);
  assert.deepEqual(demanded({ schema, ...rule }), [], "nothing says that it is refused");
  const named = {
    oneOf: [{ $ref: "#/components/schemas/CardHolder" }, { type: "object", required: ["kind"] }],
  };
  const rows = demanded({ schema: named, ...rule, responses: { "400": {} } });
  assert.ok(rows.length > 0 && rows.every(({ isOfKind }) => isOfKind === true), "also by its name");
});

test("one of several alternatives, the items of a list and a form demand nothing", () => {
  const object = { type: "object", required: ["a"], properties: { a: { type: "string", ...rule } } };
  assert.deepEqual(demanded({ schema: { oneOf: [object, { type: "object" }] } }), []);
  assert.deepEqual(demanded({ schema: { type: "array", items: object } }), []);
  assert.deepEqual(demanded({ schema: object }, "application/x-www-form-urlencoded"), []);
  assert.equal(demanded({ schema: { allOf: [object] } }).length, 1);
});
