import assert from "node:assert/strict";
import { test } from "node:test";
import { isAnnotation, misspeltFormat } from "./formats.ts";

test("a format that is near a validated one is a typing mistake", () => {
  const slips = { datetime: "date-time", UUID: "uuid", emial: "email", "uri-refrence": "uri-reference" };
  for (const [format, meant] of Object.entries(slips)) {
    assert.equal(misspeltFormat(format), meant);
    assert.equal(isAnnotation(format), false, format);
  }
});

test("any other format is an annotation, unless it is validated", () => {
  const unlike = ["iso-4217", "iban", "town", "phone", "decimal", "idn-email", "commonmark", "constructor"];
  const alike = ["int16", "uint32", "iri", "urn", "ulid"];
  for (const format of [...unlike, ...alike]) assert.ok(isAnnotation(format), format);
  for (const format of ["date", "uuid", "int32", "password"]) {
    assert.equal(isAnnotation(format), false, format);
    assert.equal(misspeltFormat(format), undefined, format);
  }
});
