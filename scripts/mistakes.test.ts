/** A mistake in openapi/ is told with file, line and column by every command that reads it, and nothing is written. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { copyRepository } from "./drills/copy.ts";
import { bundledScripts } from "./kit/started-testing.ts";

const commands = {
  generate: ["generate"],
  lint: ["lint-description"],
  diff: ["diff", "--base", "HEAD"],
  docs: ["docs"],
};
type Command = keyof typeof commands;
const copy = copyRepository();
let started: (name: string) => string;

before(async () => {
  await copy.commit();
  const names = Object.values(commands).map(([name = ""]) => name);
  started = await bundledScripts(copy.folder, names, join(copy.folder, "dist"));
  copy.write("dist/in-turn.mjs", inTurn);
});

after(copy.remove);

/** A change of a file of the copy: the path, a text that is in it, and what stands there instead. */
type Change = readonly [path: string, from: string, to: string];

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes changes one after the other, and runs a program with each; its exit code and a zero byte follow what it prints. */
const inTurn = `import { readFileSync, writeFileSync } from "node:fs";
for (const [index, [[path, from, to], file, ...args]] of JSON.parse(process.argv[2]).entries()) {
  const original = readFileSync(path, "utf8");
  writeFileSync(path, original.replace(from, to));
  process.argv = [process.execPath, file, ...args];
  process.exitCode = undefined;
  await import(file + "?" + index);
  process.stdout.write(process.exitCode + "\\0");
  process.stderr.write("\\0");
  writeFileSync(path, original);
}
process.exitCode = 0;`;

/** Runs commands, each with a change, in one process: to load what they have in common takes longer than they do. */
const run = (runs: readonly (readonly [Change, Command])[]): Promise<Ended[]> =>
  new Promise((resolve, reject) => {
    const lines = runs.map(([change, command]) => {
      const [name = "", ...args] = commands[command];
      const [path, from] = change;
      assert.ok(copy.read(path).includes(from), `${path} holds ${from}`);
      return [change, started(name), ...args];
    });
    const args = [join(copy.folder, "dist/in-turn.mjs"), JSON.stringify(lines)];
    const env = { ...process.env, FORCE_COLOR: "1" };
    execFile(process.execPath, args, { cwd: copy.folder, env }, (error, stdout, stderr) => {
      if (error !== null) return reject(error);
      const words = stderr.split("\0");
      const printed = [...stdout.matchAll(/([^\0]*?)(\d+)\0/g)];
      resolve(
        printed.map(([, text = "", status], index) => ({
          status: Number(status),
          stdout: text,
          stderr: words[index] ?? "",
        })),
      );
    });
  });

const description = "openapi/partner-card.yaml";
const requirements = "openapi/requirements.yaml";
const lastFour = "  - id: card.last4\n";

const mistakes = [
  [
    "a tab",
    description,
    "      summary: List",
    "\tsummary: List",
    /:1: Tabs are not allowed as indentation$/,
  ],
  ["a $ref that leads nowhere", description, "schemas/CardList", "schemas/CardLst", /:\d+.* \$ref/],
  [
    "a property with nothing in it",
    description,
    "        nickname:\n",
    "        colour:\n        nickname:\n",
    /:9: colour: nothing/,
  ],
  ["security as a map", description, "security: []", "security: {}", /:7: security: a list belongs here/],
  ["a tab", requirements, lastFour, "\t- id: card.last4\n", /:1: Tabs are not allowed as indentation$/],
  [
    "an unknown basis",
    requirements,
    `${lastFour}    section: Resources and their fields / Card\n    source: row last4\n    operation: listCards\n    basis: stated`,
    `${lastFour}    section: Resources and their fields / Card\n    basis: statd`,
    /:5: requirement card\.last4: basis is "statd"; allowed are stated, derived, unspecified, practice$/,
  ],
] as const;

describe("every command names the place", () => {
  const names = Object.keys(commands) as Command[];
  let ended: readonly Ended[];
  before(async () => {
    ended = await run(
      mistakes.flatMap(([, path, from, to]) => names.map((name) => [[path, from, to], name] as const)),
    );
    assert.equal(ended.length, mistakes.length * names.length);
  });

  for (const [row, [what, path, from, , message]] of mistakes.entries()) {
    it(`of ${what} in ${path}`, () => {
      const original = copy.read(path);
      const line = original.slice(0, original.indexOf(from)).split("\n").length;
      for (const [column, name] of names.entries()) {
        const { status, stdout, stderr } = ended[row * names.length + column] as Ended;
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
  }
});

test("the documentation is not made from stale files, nor beside files that nobody writes", async () => {
  copy.write("generated/old.ts", "");
  const stale = ["generated/requirements.ts", '"id": "card.last4"', '"id": "card.last"'] as const;
  const [ended] = await run([[stale, "docs"]]);
  assert.deepEqual(ended, {
    status: 1,
    stdout: "",
    stderr:
      "generated/requirements.ts is stale; run npm run generate\n" +
      "generated/old.ts is not written by npm run generate; delete it\n",
  });
  rmSync(join(copy.folder, "generated/old.ts"));
});
