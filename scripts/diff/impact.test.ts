import assert from "node:assert/strict";
import { test } from "node:test";
import { impactOf } from "./impact.ts";
import type { RedoclyChange } from "./redocly-changes.ts";

const unjudged = { path: "#/x", kind: "modified", impact: "patch", verdicts: [] } as const;
const change = (property: string, before?: unknown, after?: unknown): RedoclyChange => ({
  ...unjudged,
  property,
  base: { pointer: "#/x", value: before },
  revision: { pointer: "#/x", value: after },
});
const header = "#/paths/~1a/get/responses/200/headers/Location";
const parameter = "#/paths/~1a/get/parameters/0/schema";
const body = "#/paths/~1a/post/requestBody/content/application~1json/schema/properties/size";
const encoded = "#/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/file/headers/X-Kind";

for (const [what, one, impact] of [
  ["a format, of which no rule speaks", change("format", "a", "b"), "other"],
  ["another default of a parameter", { ...change("default", 10, 20), path: parameter }, "breaking"],
  ["a default of a request that is gone", { ...change("default", 10), path: body }, "breaking"],
  ["a default of a request that is new", { ...change("default", undefined, 10), path: body }, "other"],
  ["another default in a response", { ...change("default", 10, 20), path: header }, "other"],
  ["what a rule of Redocly calls so", { ...unjudged, impact: "major", verdicts: [{}] }, "breaking"],
  ["an addition by Redocly's default", { ...unjudged, kind: "added", impact: "minor" }, "addition"],
  ["a token URL that is moved", change("tokenUrl", "/a", "/b"), "breaking"],
  ["a shorter time", change("x-window-seconds", 300, 60), "breaking"],
  ["a longer time", change("x-lifetime-seconds", 60, 300), "other"],
  ["another prefix", change("x-version-prefix", "/v1", "/v2"), "breaking"],
  ["another list of what is signed", change("x-signed", ["a"], ["a", "b"]), "breaking"],
  ["a constant that is written down", change("x-signed", undefined, ["a"]), "other"],
  ["a constant that is gone", change("x-window-seconds", 300), "breaking"],
  ["a scope that is gone", change("scopes", { a: "A", b: "B" }, { a: "A", c: "C" }), "breaking"],
  ["a further scope", change("scopes", { a: "A" }, { a: "A", b: "B" }), "addition"],
  ["a scope in other words", change("scopes", { a: "A" }, { a: "B" }), "other"],
  ["a header that a response has for certain", { ...change("required", false, true), path: header }, "other"],
  ["one that it may lack from now on", { ...change("required", true, false), path: header }, "breaking"],
  ["the same, where nothing says so", { ...change("required", true), path: header }, "breaking"],
  ["a header that a part of a request may lack", { ...change("required", true), path: encoded }, "other"],
] as const) {
  test(`${what} is ${impact}`, () => assert.equal(impactOf(one), impact));
}
