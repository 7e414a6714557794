import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { requirements } from "../generated/requirements.ts";
import type { Document } from "../scripts/generate/document.ts";
import { operationsOf } from "../scripts/generate/document.ts";

const statements = parse(readFileSync(new URL("statements.yaml", import.meta.url), "utf8")) as Record<
  string,
  Record<string, string[]>
>;
const description = JSON.parse(
  readFileSync(new URL("../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

const places = Object.entries(statements).flatMap(([section, lines]) =>
  Object.entries(lines).map(([line, ids]) => ({ section, line, ids })),
);

test("every statement of the specification is carried by requirements that exist", () => {
  const known = new Set<string>(requirements.map(({ id }) => id));
  for (const { section, line, ids } of places) {
    assert.ok(ids.length > 0, `${section}: ${line} has no requirement`);
    for (const id of ids) {
      assert.ok(known.has(id), `${section}: ${line} names ${id}, which is gone; a published id stays`);
    }
  }
});

test("every requirement comes from a statement, and stands in the section of one", () => {
  for (const { id, section } of requirements) {
    const sections = places.filter(({ ids }) => ids.includes(id)).map((place) => place.section);
    assert.ok(
      sections.includes(section),
      `${id} stands under ${section}, its statements under ${sections.join(", ") || "none"}`,
    );
  }
});

test("what is called not shown is an open question, and what has a row is not only that", () => {
  for (const { section, line, ids } of places) {
    const open = ids.filter((id) => id.startsWith("gap."));
    if (/not shown$/.test(line)) assert.deepEqual(ids, open, `${section}: ${line}`);
    if (/^(row|field|parameter) /.test(line)) assert.ok(open.length < ids.length, `${section}: ${line}`);
  }
});

test("every operation that a requirement speaks of is described", () => {
  const known = new Set(operationsOf(description).map(({ id }) => id));
  for (const { id, operations } of requirements) {
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
