/** The changes that CONTRIBUTING.md walks through, carried out on a copy of the repository. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Block, codeBlocks, outputPattern } from "../docs/blocks.ts";
import type { Copy } from "./copy.ts";
import { mergedYaml } from "./merged-yaml.ts";
import { shortcuts } from "./shortcuts.ts";

/** One change: its heading, and its code blocks. */
export interface WalkThrough {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Every third-level heading of CONTRIBUTING.md. */
export const walkThroughs: readonly WalkThrough[] = readFileSync(
  new URL("../../CONTRIBUTING.md", import.meta.url),
  "utf8",
)
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split("\n", 1)[0] ?? "",
    blocks: codeBlocks(section.split(/^## /m)[0] ?? ""),
  }));

/** True for a change after which the types of the whole repository are checked. */
export function compilesAll({ blocks }: WalkThrough): boolean {
  return blocks.some(({ language, code }) => language === "sh" && code.includes("npm run typecheck"));
}

/** Makes only the change itself: adds each YAML of a walk-through to its file. @throws Error for an unknown title. */
export function describe(copy: Copy, title: string): void {
  const found = walkThroughs.find((one) => one.title === title);
  if (found === undefined) throw new Error(`CONTRIBUTING.md has no change called ${title}`);
  for (const { language, words, code } of found.blocks) {
    const [file = ""] = words;
    if (language === "yaml") copy.write(file, mergedYaml(copy.read(file), code));
  }
}

/**
 * Does what the blocks of a change say: adds each YAML to its file, writes each program, runs each command, and
 * compares what it prints with the block of output after it. The first block is the change itself.
 *
 * @returns False if the first block changed nothing: the change has been made already, and the rest is left out.
 * @throws AssertionError for a command that ends or prints otherwise.
 */
export async function carryOut(copy: Copy, { blocks }: WalkThrough): Promise<boolean> {
  await copy.commit();
  const path = `PATH='${shortcuts(copy)}':"$PATH"\n`;
  let printed = "";
  for (const [index, { language, words, code }] of blocks.entries()) {
    const [file = ""] = words;
    if (language === "yaml") {
      copy.write(file, mergedYaml(copy.read(file), code));
    } else if (language === "ts") {
      copy.write(file, code);
    } else if (language === "sh") {
      const expected = Number(words.find((word) => word.startsWith("exits-"))?.slice("exits-".length) ?? 0);
      const { status, output } = await copy.command("bash", "-euo", "pipefail", "-c", path + code);
      assert.equal(status, expected, `${code}\n${output}`);
      printed = output;
    } else {
      assert.ok(words.includes("output"), `a block of ${language} is neither done nor printed`);
      for (const line of code.trimEnd().split("\n"))
        assert.match(printed, outputPattern(line), "after the block before");
    }
    if (index === 0 && (await copy.command("git", "status", "--porcelain")).output === "") return false;
  }
  return true;
}
