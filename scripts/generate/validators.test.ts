import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fields } from "../../generated/fields.ts";
import { operations } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import * as generated from "../../generated/validators.js";
import { type Document, operationsOf } from "./document.ts";
import { itemIdSchemasOf, paginationOf } from "./pages.ts";
import { schemasOf } from "./schemas.ts";
import { smallDocument } from "./testing.ts";
import { validatorsDeclaration, validatorsModule } from "./validators.ts";

const description = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

const declaredIn = (document: Document) =>
  [...validatorsDeclaration(document).matchAll(/export declare const (\w+): Validator;/g)].map(
    ([, name]) => name,
  );

test("there is a validator for each schema, and it is declared", () => {
  const all = [...schemasOf(description), ...itemIdSchemasOf(description)];
  const names = new Set(all.map(({ name }) => name));
  assert.deepEqual(Object.keys(generated.validators).sort(), [...names].sort());
  assert.deepEqual(
    declaredIn(description).sort(),
    Object.keys(generated).filter((one) => one !== "validators"),
  );
});

test("there is also one for a response whose schema has no name", () => {
  assert.ok(declaredIn(smallDocument()).includes("logIn200"));
});

test("there is one for each header that a response needs, compiled once where several responses share it", async () => {
  const document = smallDocument();
  const tag = { $ref: "#/components/headers/Tag" };
  const list = { required: true, schema: { type: "array", items: { type: "string" } } };
  const headers = { ETag: tag, Age: { schema: { type: "integer" } }, Vary: list };
  const responses = Object.values(document.paths)[0]?.post?.responses ?? {};
  Object.assign(responses, { "200": { ...responses["200"], headers }, "202": { headers } });
  Object.assign(document.components, { headers: { Tag: { required: true, schema: { pattern: '^"' } } } });
  const module = (await import(
    `data:text/javascript,${encodeURIComponent(validatorsModule(document))}`
  )) as typeof generated;
  const own = Object.entries(module.validators).filter(([name]) => name.startsWith("logIn."));
  assert.deepEqual(
    own.map(([name, validate]) => [name, validate('"1"'), validate("1")]),
    ["200", "202"].map((status) => [`logIn.${status}.etag`, true, false]),
  );
});

test("there is one for an id that is described in the items of a list, unless any text fits it", async () => {
  const namesWith = (code: object) => {
    const document = smallDocument();
    Object.assign(document.components.schemas?.Parcel?.properties?.code ?? {}, code);
    const list = operationsOf(document).find(({ id }) => id === "listParcels");
    assert.ok(list !== undefined);
    return { document, name: paginationOf(document, list)?.id?.schema ?? null };
  };
  assert.equal(namesWith({}).name, null);
  assert.equal(namesWith({ type: "integer" }).name, "listParcels.items.code");
  const { document, name } = namesWith({ pattern: "^P[0-9]$" });
  assert.equal(name, "listParcels.items.code");
  const { validators } = (await import(
    `data:text/javascript,${encodeURIComponent(validatorsModule(document))}`
  )) as { validators: Readonly<Record<string, (value: unknown) => boolean>> };
  const fits = validators[name ?? ""];
  assert.deepEqual([fits?.("P1"), fits?.("Q1")], [true, false]);
});

/** A sample of each response's schema; of a list, one with items in it. */
const bodies = new Map<string, unknown>();
for (const { id, responses } of Object.values(operations)) {
  for (const [status, schema] of Object.entries(responses)) {
    if (schema !== null) bodies.set(schema, (samples[id].responses as Record<string, unknown>)[status]);
  }
}

/** A copy of a value in which the object that holds a pointer's last name is changed; * is the first item. */
function changed(
  value: unknown,
  pointer: string,
  change: (holder: Record<string, unknown>, name: string) => void,
) {
  const whole = { root: structuredClone(value) };
  const names = `root${pointer}`.split("/").map((name) => (name === "*" ? "0" : name));
  let holder = whole as Record<string, unknown>;
  for (const name of names.slice(0, -1)) holder = (holder[name] ?? {}) as Record<string, unknown>;
  change(holder, names.at(-1) ?? "");
  return whole.root;
}

for (const { schema, pointer, required, properties, invalid } of fields) {
  const at = pointer.replaceAll("*", "0");
  const validate = generated.validators[schema];
  test(`${schema}${pointer}: ${required ? "what is missing" : "what is wrong"} is found there`, () => {
    for (const { kind, value } of invalid) {
      const body = changed(bodies.get(schema), pointer, (holder, name) => {
        holder[name] = value;
      });
      assert.ok(!validate(body), kind);
      assert.ok(
        validate.errors?.every(({ instancePath }) => instancePath.startsWith(at)),
        kind,
      );
    }
    for (const property of properties) {
      const body = changed(
        bodies.get(schema),
        `${pointer}/${property}`,
        (holder, name) => delete holder[name],
      );
      assert.ok(!validate(body), property);
      assert.deepEqual(
        validate.errors?.map(({ params }) => params.missingProperty),
        [property],
      );
    }
  });
}

test("a response may have a property that is not documented", () => {
  for (const { schema, required, pointer } of fields) {
    if (!required) continue;
    const body = changed(bodies.get(schema), `${pointer}/more`, (holder, name) => {
      holder[name] = "more";
    });
    assert.ok(generated.validators[schema](body), `${schema}${pointer}`);
  }
});
