import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isMap, isSeq, parseDocument, type YAMLMap } from "yaml";
import { lintDescriptions, type Problem } from "../lint-description.ts";
import { defects } from "./defects.ts";

const openapi = fileURLToPath(new URL("../../openapi/", import.meta.url));
const source = readFileSync(join(openapi, "partner-card.yaml"), "utf8");

let folder: string;
let problems: Problem[];

before(() => {
  folder = mkdtempSync(join(tmpdir(), "partner-card-house-"));
  copyFileSync(join(openapi, "requirements.yaml"), join(folder, "requirements.yaml"));
  const files = defects.map(({ bring }, index) => {
    const description = parseDocument(source);
    bring(description);
    const file = join(folder, `defect-${index}.yaml`);
    writeFileSync(file, String(description));
    return file;
  });
  problems = lintDescriptions([join(openapi, "partner-card.yaml"), ...files]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("the description of this repository keeps every rule", () => {
  assert.deepEqual(
    problems.filter(({ file }) => file === "openapi/partner-card.yaml"),
    [],
  );
});

for (const [index, { rule, what, says }] of defects.entries()) {
  test(`house/${rule} finds ${what}`, () => {
    const own = problems.filter(({ file }) => file.endsWith(`defect-${index}.yaml`));
    const house = own.filter((problem) => problem.rule.startsWith("house/"));
    assert.deepEqual([...new Set(house.map((problem) => problem.rule))], [`house/${rule}`]);
    for (const { message, pointer, line } of house) {
      if (says !== undefined) assert.ok(message.includes(says), message);
      assert.match(message, /\. [A-Z]/, "a message says what is wrong, and then what to do");
      assert.ok(pointer.startsWith("#/") && line > 0, "a problem has a place");
    }
  });
}

test("every house rule that is switched on has a defect that it finds", () => {
  const config = parseDocument(readFileSync(new URL("../../redocly.yaml", import.meta.url), "utf8"));
  const rules = config.get("rules") as YAMLMap<{ value: string }, { value: string }>;
  assert.ok(isMap(rules));
  const on = rules.items.map(({ key }) => key.value.replace("house/", ""));
  assert.deepEqual(new Set(on), new Set(defects.map(({ rule }) => rule)));
  assert.ok(rules.items.every(({ value }) => value?.value === "error"));
});

test("Redocly's own rules are the strict ones, and nothing is sent to its makers", () => {
  const config = parseDocument(readFileSync(new URL("../../redocly.yaml", import.meta.url), "utf8"));
  const extended = config.get("extends");
  assert.ok(isSeq(extended));
  assert.deepEqual(extended.toJSON(), ["recommended-strict", "diff-recommended"]);
  assert.equal(config.get("telemetry"), "off");
});
