import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { circles, houses, type ImportGraph, importsOf, importsOfOwn, upwardImports } from "./imports.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Tests may use what stands above them; nothing imports a test. */
const files = ["openapi", "generated", "src", "conformance", "scripts"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith(".test.ts")),
);
const graph: ImportGraph = new Map(
  files.map((file) => [file, importsOf(file, readFileSync(join(root, file), "utf8"))]),
);

for (const [folder, floors] of Object.entries(houses)) {
  test(`imports in ${folder || "the repository"} lead down`, () => {
    assert.ok([...graph.values()].flat().length > files.length, "the imports were read");
    assert.deepEqual(upwardImports(graph, folder, floors), []);
  });
}

test("no file imports itself in the end", () => {
  assert.deepEqual(circles(graph), []);
});

test("an import that leads up, one between the rooms of a floor, and a file of no room are found", () => {
  const floors = [["base/"], ["wire/", "report/"], ["cli.ts"]];
  const bad = new Map([
    ["a/base/x.ts", ["a/wire/y.ts"]],
    ["a/wire/y.ts", ["a/report/z.ts", "a/base/x.ts", "a/wire/w.ts"]],
    ["a/cli.ts", ["a/base/x.ts", "b/elsewhere.ts"]],
    ["a/attic/x.ts", []],
  ]);
  assert.deepEqual(upwardImports(bad, "a/", floors), [
    "a/base/x.ts imports a/wire/y.ts",
    "a/wire/y.ts imports a/report/z.ts",
    "a/attic/x.ts is in no room of a/",
  ]);
});

test("of a folder with the card API's own, only the index is imported", () => {
  assert.deepEqual(importsOfOwn(graph), []);
  assert.ok(
    [...graph.values()].flat().includes("conformance/checks/cards/index.ts"),
    "it is imported at all",
  );
});

test("an import of the card API's own files beside the index is found", () => {
  const bad = new Map([
    ["a/cards/x.ts", ["a/cards/kit/y.ts", "a/z.ts"]],
    ["a/z.ts", ["a/cards/index.ts", "a/cards/kit/y.ts"]],
    ["b/cards/x.ts", ["a/cards/x.ts", "a/cards/index.ts"]],
  ]);
  assert.deepEqual(importsOfOwn(bad), [
    "a/z.ts imports a/cards/kit/y.ts",
    "b/cards/x.ts imports a/cards/x.ts",
  ]);
});

test("a circle is told with its way around", () => {
  const round = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts"]],
    ["c.ts", ["b.ts"]],
  ]);
  assert.deepEqual(circles(round), ["b.ts -> c.ts -> b.ts"]);
});

test("imports of values, of types, in passing and of effects alone are read", () => {
  const source = [
    'import { a } from "./a.ts";\nimport type {\n  B,\n} from "../b.ts";',
    'import "./c.ts";\nexport * from "./d.ts";\nconst e = await import("./e.ts");\nimport "node:fs";',
  ].join("\n");
  assert.deepEqual(importsOf("f/g.ts", source), ["f/a.ts", "b.ts", "f/c.ts", "f/d.ts", "f/e.ts"]);
});
