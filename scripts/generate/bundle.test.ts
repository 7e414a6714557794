import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { redocly } from "../redocly/run.ts";
import { bundle } from "./bundle.ts";

const description = fileURLToPath(new URL("../../openapi/partner-card.yaml", import.meta.url));

/** A folder with two files: the description, and the schema CardId that it takes from the other one. */
function split(t: { after(fn: () => void): void }, target: string): string {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-split-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
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

test("a reference into another file that leads nowhere is named with file and line", (t) => {
  assert.throws(
    () => bundle(split(t, "ids.yaml#/CardNumber"), "all.yaml"),
    /^Error: all\.yaml cannot be bundled:\n[\s\S]*all\.yaml:\d+:\d+ [\s\S]*Can't resolve \$ref/,
  );
});
