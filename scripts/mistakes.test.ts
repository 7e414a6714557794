/** A mistake in openapi/ is told with file, line and column by every command that reads it, and nothing is written. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { bundledScripts } from "./started-testing.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const commands = {
  generate: ["generate"],
  lint: ["lint-description"],
  diff: ["diff", "--base", "HEAD"],
  docs: ["docs"],
};
type Command = keyof typeof commands;
let copy: string;
let started: (name: string) => string;

before(async () => {
  copy = mkdtempSync(join(tmpdir(), "partner-card-mistakes-"));
  for (const name of [
    "openapi",
    "generated",
    "src",
    "conformance",
    "scripts",
    "package.json",
    "redocly.yaml",
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: copy,
    });
  git("init", "--quiet");
  git("add", "openapi");
  git("commit", "--quiet", "--message", "Base");
  const names = Object.values(commands).map(([name = ""]) => name);
  started = await bundledScripts(copy, names, join(copy, "dist"));
});

after(() => rmSync(copy, { recursive: true, force: true }));

const run = (command: Command): Promise<{ status: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const [name = "", ...args] = commands[command];
    const child = execFile(
      process.execPath,
      [started(name), ...args],
      { cwd: copy, env: { ...process.env, FORCE_COLOR: "1" } },
      (_, stdout, stderr) => resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    );
  });

/** Changes a file of the copy while something runs. */
async function changed(path: string, from: string, to: string, work: () => Promise<void>): Promise<void> {
  const original = readFileSync(join(copy, path), "utf8");
  assert.ok(original.includes(from), `${path} holds ${from}`);
  writeFileSync(join(copy, path), original.replace(from, to));
  try {
    await work();
  } finally {
    writeFileSync(join(copy, path), original);
  }
}

const description = "openapi/partner-card.yaml";
const requirements = "openapi/requirements.yaml";
const lastFour = "  - id: card.last4\n";

for (const [what, path, from, to, message] of [
  [
    "a tab",
    description,
    "      summary: List",
    "\tsummary: List",
    /:1: Tabs are not allowed as indentation$/,
  ],
  [
    "a double key",
    description,
    "      summary: List",
    "      summary: A\n      summary: List",
    /:7: Map keys must be unique$/,
  ],
  [
    "an open quote",
    description,
    "summary: List cards",
    'summary: "List cards',
    /:27: Missing closing "quote$/,
  ],
  ["a $ref that leads nowhere", description, "schemas/CardList", "schemas/CardLst", /:\d+.* \$ref/],
  ["a tab", requirements, lastFour, "\t- id: card.last4\n", /:1: Tabs are not allowed as indentation$/],
  [
    "an unknown basis",
    requirements,
    `${lastFour}    section: Resources and their fields / Card\n    source: row last4\n    operation: listCards\n    basis: stated`,
    `${lastFour}    section: Resources and their fields / Card\n    basis: statd`,
    /:5: requirement card\.last4: basis is "statd"; allowed are stated, derived, unspecified, practice$/,
  ],
] as const) {
  test(`every command names the place of ${what} in ${path}`, async () => {
    const original = readFileSync(join(copy, path), "utf8");
    const line = original.slice(0, original.indexOf(from)).split("\n").length;
    await changed(path, from, to, async () => {
      const results = await Promise.all(
        (Object.keys(commands) as Command[]).map(async (name) => ({ name, ...(await run(name)) })),
      );
      for (const { name, status, stdout, stderr } of results) {
        const [first = ""] = stderr.split("\n");
        assert.equal(status, name === "diff" ? 2 : 1, `${name}: ${stdout}${stderr}`);
        assert.equal(stdout, "", name);
        assert.ok(first.startsWith(`${path}:`), `${name}: ${stderr}`);
        assert.ok(Math.abs(Number(first.split(":")[1]) - line) <= 2, `${name} names line ${line}: ${first}`);
        assert.match(first, message, name);
        assert.doesNotMatch(stderr, /\n\s+at |Node\.js|║/, name);
        assert.equal(stripVTControlCharacters(stderr), stderr, name);
      }
    });
  });
}

test("the documentation is not made from stale files, nor beside files that nobody writes", async () => {
  writeFileSync(join(copy, "generated/old.ts"), "");
  await changed("generated/requirements.ts", '"id": "card.last4"', '"id": "card.last"', async () => {
    const { status, stdout, stderr } = await run("docs");
    assert.deepEqual(
      { status, stdout, stderr },
      {
        status: 1,
        stdout: "",
        stderr:
          "generated/requirements.ts is stale; run npm run generate\n" +
          "generated/old.ts is not written by npm run generate; delete it\n",
      },
    );
  });
  rmSync(join(copy, "generated/old.ts"));
});
