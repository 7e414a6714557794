/** What the texts for readers name is there: commands of npm, files, and numbers that can be counted. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadVectors } from "../../conformance/vectors/vectors.ts";
import { codeBlocks } from "./blocks.ts";
import { guideFiles } from "./guide-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const texts = [
  ...["README.md", "CONTRIBUTING.md"],
  ...guideFiles.map(({ name }) => `scripts/docs/pages/${name}.md`),
];
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const ownCommands = new Set(["ci", "test", "install", "run"]);

/** Commands of npm in a text: names of scripts, and words that npm has to know by itself. */
function npmCommands(text: string): { scripts: string[]; others: string[] } {
  const all = [...text.matchAll(/\bnpm (run )?(?:--?\S+ )*([a-z][\w:-]*)/g)];
  const named = all.filter(([, run]) => run !== undefined).map(([, , name = ""]) => name);
  return {
    scripts: named,
    others: all.filter(([, run]) => run === undefined).map(([, , name = ""]) => name),
  };
}

/** Paths of this repository that stand in a text as code, without what the text itself makes. */
function namedPaths(text: string): string[] {
  const made = new Set(codeBlocks(text).flatMap(({ words }) => words));
  const path = /(?<![\w./-])(?:openapi|generated|src|conformance|scripts|\.github|\.ci)\/[\w./-]*/g;
  const spans = [...text.matchAll(/`([^`\n]+)`|^\s*npx tsx (\S+)/gm)].map(([span]) => span);
  return spans.flatMap((span) => span.match(path) ?? []).filter((found) => !made.has(found));
}

test("the readers of these texts are not fooled themselves", () => {
  assert.deepEqual(npmCommands("`npm run no-such -- --base x`, npm ci, npm run --silent diff"), {
    scripts: ["no-such", "diff"],
    others: ["ci"],
  });
  assert.deepEqual(
    namedPaths("`src/none.ts`, `npx tsx scripts/a.ts`, `dist/src/b`\n```ts scripts/a.ts\n```\n"),
    ["src/none.ts"],
  );
});

for (const name of texts) {
  test(`${name}: every command of npm exists`, () => {
    const { scripts: named, others } = npmCommands(read(name));
    assert.deepEqual(
      named.filter((script) => !(script in scripts)),
      [],
    );
    assert.deepEqual(
      others.filter((command) => !ownCommands.has(command)),
      [],
    );
  });

  test(`${name}: every file exists`, () => {
    assert.deepEqual(
      namedPaths(read(name)).filter((path) => !existsSync(join(root, path))),
      [],
    );
  });
}

for (const name of ["README.md", "CONTRIBUTING.md"]) {
  test(`${name}: every link leads to a file, and to a heading where it names one`, () => {
    const links = [...read(name).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    for (const link of links.filter((one) => !one.startsWith("https://"))) {
      const [path = "", heading] = link.split("#");
      const file = join(dirname(name), path);
      assert.ok(existsSync(join(root, file)), link);
      if (heading === undefined) continue;
      const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
        text.toLowerCase().replaceAll(" ", "-"),
      );
      assert.ok(headings.includes(heading), link);
    }
  });
}

test("the README counts the signature vectors right", () => {
  const [, count] = /the (\d+) signature vectors/.exec(read("README.md")) ?? [];
  assert.equal(Number(count), loadVectors().vectors.length);
});

test("the README names every script that a maintainer or partner runs", () => {
  const readme = read("README.md") + read("CONTRIBUTING.md");
  const known = npmCommands(readme);
  const inner = new Set(["build", "format", "prepack", "test"]);
  const missing = Object.keys(scripts).filter((one) => !inner.has(one) && !known.scripts.includes(one));
  assert.deepEqual(missing, []);
});
