/** The clients that the guide "Judge your client" starts from, each judged as the guide says. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { runHere } from "../../conformance/cli/testing.ts";
import { placeholders } from "../../conformance/clients/placeholders.ts";
import { clientRules } from "../../conformance/clients/rules.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { codeBlocks } from "./blocks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const guide = readFileSync(new URL("pages/judging.md", import.meta.url), "utf8");
const blocks = codeBlocks(guide).filter(({ words }) => words.includes("client"));

/** What runs a language. */
const tools: Readonly<Record<string, string>> = { js: process.execPath, py: "python3", bash: "bash" };
/** One scenario of each sort; all of them would take long for a shell. */
const some = [
  "calm-list",
  "lists-at-once",
  "odd-cursors",
  "page-redirected",
  "patch-null",
  "token-ends-before-write",
  "write-answer-lost",
];

/** Why a program cannot be run here, or false where it can. */
function unlessFound(...commands: readonly string[]): string | false {
  const lacking = commands.find((command) => spawnSync("sh", ["-c", `command -v ${command}`]).status !== 0);
  return process.env.REQUIRE_ALL === "1" || lacking === undefined ? false : `${lacking} is not here`;
}

/** The client of this package and the program that uses it in one file, which starts quickly. */
async function bundled(file: string): Promise<void> {
  await build({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
    alias: { "partner-card": join(root, "src/index.ts") },
    nodePaths: [join(root, "node_modules")],
  });
}

const folder = temporaryFolder();

describe("the clients of the guide", () => {
  test("are one in each language", () => {
    assert.deepEqual(
      blocks.map(({ language }) => language),
      Object.keys(tools),
    );
  });

  // Python finds this before the library of that name.
  const without = join(folder, "without");
  mkdirSync(without);
  writeFileSync(join(without, "requests.py"), "raise ImportError\n");
  const ways: readonly (readonly [(typeof blocks)[number], string, Readonly<Record<string, string>>])[] = [
    ...blocks.map((block) => [block, "", {}] as const),
    ...blocks
      .filter(({ language }) => language === "py")
      .map((block) => [block, ", without requests,", { PYTHONPATH: without }] as const),
  ];

  for (const [{ language, code }, way, environment] of ways) {
    const tool = tools[language] ?? "";
    const skip = language === "js" ? false : unlessFound(tool, "curl", "openssl");
    test(`the one in ${language}${way} conforms`, { skip }, async () => {
      const file = join(folder, `client.${language === "js" ? "mjs" : language}`);
      writeFileSync(file, code);
      if (language === "js") await bundled(file);
      const flags = some.flatMap((name) => ["--scenario", name]);
      const report = join(folder, `${language}.json`);
      const { code: exit, stdout } = await runHere(
        ["client-conformance", ...flags, "--report", `json=${report}`, "--", tool, file],
        { PATH: process.env.PATH ?? "", HOME: folder, ...environment },
      );
      assert.equal(exit, 0, stdout);
      const { summary } = JSON.parse(readFileSync(report, "utf8")) as { summary: Record<string, number> };
      assert.equal(summary.observed, 0, stdout);
      // What these scenarios do not reach is inconclusive.
      assert.ok((summary.passed ?? 0) >= 28, stdout);
    });
  }
});

test("the placeholders that the guide names are those that there are", () => {
  const [, list = ""] = /`(\{base\}.*?)\. The secret/s.exec(guide) ?? [];
  const named = [...list.matchAll(/\{([a-z-]+)\}/g)].map(([, name]) => name);
  assert.deepEqual(named, Object.keys(placeholders));
});

test("the limits that the guide names are those of the command", async () => {
  const { stdout } = await runHere(["client-conformance", "--help"]);
  const [, timeout, budget] = /`--timeout` \((\d+)\).*?`--budget` \((\d+)\)/s.exec(guide) ?? [];
  assert.match(stdout, new RegExp(`--timeout S[^(]*\\(${timeout}\\)`));
  assert.match(stdout, new RegExp(`--budget S[^(]*\\(${budget}\\)`));
});

test("the rules that the guide names are there", () => {
  const named = [...guide.matchAll(/\bclient\.(?!cards)[a-z]+(?:\.[a-z-]+)+/g)].map(([id]) => id);
  const known = clientRules.map(({ id }) => id);
  assert.ok(named.length >= 3);
  assert.deepEqual(
    named.filter((id) => !known.includes(id)),
    [],
  );
});
