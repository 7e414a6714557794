import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { clientRequirements, requirements } from "../generated/requirements.ts";
import type { Document } from "../scripts/generate/document.ts";
import { operationsOf } from "../scripts/generate/document.ts";

const rows = (
  parse(readFileSync(new URL("requirements.yaml", import.meta.url), "utf8")) as {
    requirements: {
      id: string;
      section: string;
      basis: string;
      settled?: string;
      source?: string | string[];
    }[];
  }
).requirements;
const description = JSON.parse(
  readFileSync(new URL("../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

/** Each statement of the specification, and the rows that it is carried by. */
const statements = new Map<string, string[]>();
for (const { section, source = [], basis: now, settled } of rows) {
  // What has been settled since is a rule now, but was not shown there.
  const basis = settled === undefined ? now : "unspecified";
  for (const line of [source].flat()) {
    const statement = `${section} / ${line}`;
    statements.set(statement, [...(statements.get(statement) ?? []), basis]);
  }
}

test("every requirement names the statements of the specification that it comes from", () => {
  const without = rows.filter(({ source }) => source === undefined).map(({ id }) => id);
  assert.deepEqual(without, []);
});

test("what is called not shown is an open question, and what has a row is not only that", () => {
  for (const [statement, bases] of statements) {
    const open = bases.filter((basis) => basis === "unspecified").length;
    if (/not shown$/.test(statement)) assert.equal(open, bases.length, statement);
    if (/ \/ (?:row|field|parameter) [^/]*$/.test(statement)) assert.ok(open < bases.length, statement);
  }
});

test("a practice says who advises it, and a rule for clients stands apart from those about the service", () => {
  assert.ok(clientRequirements.length >= 40);
  for (const { id, basis, because } of clientRequirements) {
    if (basis !== "stated") assert.ok((because ?? "").length > 40, id);
    assert.ok(!requirements.some((row) => row.id === id), id);
  }
});

test("every operation that a requirement speaks of is described", () => {
  const known = new Set(operationsOf(description).map(({ id }) => id));
  for (const { id, operations } of [...requirements, ...clientRequirements]) {
    for (const operation of operations) assert.ok(known.has(operation), `${id} speaks of ${operation}`);
  }
});

test("the description shows each open question about a described operation where a reader meets it", () => {
  const text = JSON.stringify(description);
  const hidden = requirements.filter(({ id, basis }) => basis === "unspecified" && !text.includes(`"${id}"`));
  assert.deepEqual(
    hidden.map(({ id }) => id),
    [],
  );
});
