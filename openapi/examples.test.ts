import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ajvOf, documentId } from "../scripts/generate/ajv.ts";
import type { Document } from "../scripts/generate/document.ts";
import { smallDocument } from "../scripts/generate/testing.ts";

const description = JSON.parse(
  readFileSync(new URL("../generated/openapi.json", import.meta.url), "utf8"),
) as Document;
const ajv = ajvOf(description);

/** An example and the place of the schema that it has to fit. */
interface Example {
  readonly at: string;
  readonly schemaAt: string;
  readonly value: unknown;
}

/**
 * Every example of a document, wherever one may stand: beside a schema (of a media type or a parameter) and
 * within a schema.
 */
function examplesOf(node: unknown, at = ""): Example[] {
  if (typeof node !== "object" || node === null) return [];
  const own: Example[] = [];
  const { schema, example, examples } = node as Record<string, unknown>;
  if (Array.isArray(examples)) {
    own.push(...examples.map((value, i) => ({ at: `${at}/examples/${i}`, schemaAt: at, value })));
  } else if (typeof examples === "object" && examples !== null) {
    for (const [name, entry] of Object.entries(examples as Record<string, { value: unknown }>)) {
      own.push({ at: `${at}/examples/${name}`, schemaAt: `${at}/schema`, value: entry.value });
    }
  }
  if (example !== undefined) {
    own.push({ at: `${at}/example`, schemaAt: schema === undefined ? at : `${at}/schema`, value: example });
  }
  const below = Object.entries(node).filter(([key]) => key !== "example" && key !== "examples");
  return [
    ...own,
    ...below.flatMap(([key, value]) =>
      examplesOf(value, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    ),
  ];
}

const examples = examplesOf(description);

test("there are examples in operations, parameters, responses and schemas", () => {
  for (const part of [
    "/paths/",
    "/components/parameters/",
    "/components/responses/",
    "/components/schemas/",
  ]) {
    assert.ok(
      examples.some(({ at }) => at.startsWith(part)),
      `none under ${part}`,
    );
  }
});

for (const { at, schemaAt, value } of examples) {
  test(`the example at ${at} fits its schema`, () => {
    const validate = ajv.getSchema(`${documentId}#${encodeURI(schemaAt)}`);
    assert.ok(validate, `no schema at ${schemaAt}`);
    assert.ok(validate(value), ajv.errorsText(validate.errors));
  });
}

test("an example that does not fit is found", () => {
  const validate = ajvOf(smallDocument()).getSchema(`${documentId}#/components/schemas/Place`);
  assert.equal(validate?.({ city: "Basel" }), true);
  assert.equal(validate?.({ city: 4000 }), false);
});

test("an error example is the body that is documented for 401", () => {
  const errors = examples.filter(({ at }) => at.includes("/components/responses/TokenInvalid/"));
  assert.ok(errors.length > 0);
  for (const { value } of errors) assert.equal((value as { type: string }).type, "InvalidRequest");
});
