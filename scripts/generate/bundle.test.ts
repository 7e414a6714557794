import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { redocly } from "../redocly/run.ts";
import { bundle } from "./bundle.ts";

const description = fileURLToPath(new URL("../../openapi/partner-card.yaml", import.meta.url));

/** A folder with two files: the description, and the schema CardId that it takes from the other one. */
function split(t: { after(fn: () => void): void }, target: string): string {
  const folder = temporaryFolder(t);
  const text = readFileSync(description, "utf8");
  const schema = / {4}CardId:\n((?: {6}.*\n)+)/.exec(text)?.[1] ?? "";
  assert.notEqual(schema, "");
  writeFileSync(join(folder, "ids.yaml"), `CardId:\n${schema.replaceAll(/^ {4}/gm, "")}`);
  writeFileSync(join(folder, "all.yaml"), text.replace(schema, `      $ref: "${target}"\n`));
  return join(folder, "all.yaml");
}

test("a description in one file is what Redocly's bundle gives, to the byte", () => {
  const { stdout } = redocly(["bundle", description, "--ext", "json"]);
  assert.equal(JSON.stringify(bundle(description)), JSON.stringify(JSON.parse(stdout)));
});

test("a description in several files is joined", (t) => {
  const { components } = bundle(split(t, "ids.yaml#/CardId"));
  assert.equal(JSON.stringify(components.schemas).includes("ids.yaml"), false);
  assert.equal(JSON.stringify(components.schemas).includes("^CRD[0-9]+$"), true);
});

test("a reference into another file that leads nowhere is told in one line, with file, line and column", (t) => {
  for (const [target, why] of [
    ["ids.yaml#/CardNumber", "Can't resolve \\$ref"],
    ["gone.yaml#/CardId", "Can't resolve \\$ref: ENOENT: no such file or directory '.*gone\\.yaml'"],
  ] as const) {
    const line = new RegExp(`^Error: \\S*all\\.yaml:\\d+:\\d+: ${why}; correct it or add what it names$`);
    assert.throws(() => bundle(split(t, target)), line);
  }
});

test("a reference that comes back to itself is named with file, line and column", (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "round.yaml");
  const schemas = (second: string) =>
    `paths: {}\ncomponents:\n  schemas:\n    One: { $ref: "#/components/schemas/Two" }\n    Two: ${second}\n`;
  writeFileSync(file, schemas('{ $ref: "#/components/schemas/One" }'));
  assert.throws(
    () => bundle(file),
    /^Error: \S*round\.yaml:4:12: the \$ref #\/components\/schemas\/Two comes back to itself; say what is meant instead$/,
  );
  // A tree holds trees.
  writeFileSync(file, schemas('{ items: { $ref: "#/components/schemas/Two" } }'));
  bundle(file);
});
