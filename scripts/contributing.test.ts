/** Each change that CONTRIBUTING.md walks through is carried out on a copy of the repository. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Block, codeBlocks } from "./docs/blocks.ts";
import { outputPattern } from "./docs/output.ts";
import { placeHunks } from "./docs/patch.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** The changes: title and blocks of each third-level heading. */
const changes = text
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split("\n", 1)[0] ?? "",
    blocks: codeBlocks(section.split(/^## /m)[0] ?? ""),
  }));

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Copies every file that is not ignored, as it stands, and gives the copy a history of one commit. */
function copyRepository(folder: string): void {
  const names = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
  for (const name of names.filter((path) => path !== "" && path !== "node_modules")) {
    if (!existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  git(folder, "init", "--quiet");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "Before the change");
}

/** Does what one block says; returns what the commands printed. */
function carryOut(folder: string, { language, words, code }: Block, printed: string): string {
  if (language === "diff") {
    writeFileSync(
      join(folder, ".change.patch"),
      placeHunks(code, (name) => readFileSync(join(folder, name), "utf8")),
    );
    git(folder, "apply", ".change.patch");
    return "";
  }
  if (language === "ts") {
    writeFileSync(join(folder, words[0] ?? ""), code);
    return "";
  }
  if (language === "sh") {
    const expected = Number(words.find((word) => word.startsWith("exits-"))?.slice("exits-".length) ?? 0);
    const run = spawnSync("bash", ["-euo", "pipefail", "-c", code], { cwd: folder, encoding: "utf8" });
    const out = run.stdout + run.stderr;
    assert.equal(run.status, expected, `${code}\n${out}`);
    return out;
  }
  assert.ok(words.includes("output"), `a block of ${language} is neither done nor printed`);
  for (const line of code.trimEnd().split("\n"))
    assert.match(printed, outputPattern(line), `after the block before`);
  return printed;
}

test("there are three changes", () => {
  assert.deepEqual(
    changes.map(({ title }) => title),
    [
      "A new field in a card",
      "A new paginated operation and a new signed one",
      "A field that gets another name",
    ],
  );
});

for (const { title, blocks } of changes) {
  test(title, () => {
    const folder = mkdtempSync(join(tmpdir(), "partner-card-change-"));
    try {
      copyRepository(folder);
      let printed = "";
      for (const block of blocks) printed = carryOut(folder, block, printed);
      const touched = git(folder, "status", "--porcelain", "src/").trim();
      assert.equal(touched, "", "no line of the client is changed by hand");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
