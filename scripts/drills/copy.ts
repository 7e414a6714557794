/** Copies of the repository in which a drill changes the description, and the commands run there. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
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
import { fileURLToPath } from "node:url";
import { launcher } from "../kit/launcher-testing.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How a command ended, with all that it printed. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** A copy of the repository. */
export interface Copy {
  /** Its folder. */
  readonly folder: string;
  /** Replaces texts in a file, each wherever it stands. @throws Error for one that stands nowhere. */
  edit(file: string, ...changes: readonly (readonly [from: string, to: string])[]): void;
  /** Reads a file. @throws Error if it is not there. */
  read(file: string): string;
  /** Writes a file. */
  write(file: string, text: string): void;
  /** Runs one of its TypeScript programs; returns what it printed. @throws AssertionError with that where it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Runs a command in its folder. */
  command(name: string, ...args: readonly string[]): Promise<Ended>;
  /** Makes it a git repository of its own, where it is none, and commits what stands there. */
  commit(): Promise<void>;
  /** Removes it. */
  remove(): void;
}

/**
 * Copies every file that git does not ignore, as it stands; `node_modules` is the one of this repository.
 *
 * @param leaves - Tells which files to leave out.
 */
export function copyRepository(leaves: (path: string) => boolean = () => false): Copy {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-drill-"));
  const paths = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  }).split("\0");
  for (const path of paths) {
    if (path === "" || path === "node_modules" || leaves(path) || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const at = (file: string) => join(folder, file);
  const command: Copy["command"] = (name, ...args) => runIn(folder, name, args);
  const copy: Copy = {
    folder,
    read: (file) => readFileSync(at(file), "utf8"),
    write: (file, text) => {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    },
    edit: (file, ...changes) => {
      let text = copy.read(file);
      for (const [from, to] of changes) {
        if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
        text = text.replaceAll(from, to);
      }
      copy.write(file, text);
    },
    command,
    commit: async () => {
      const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
      for (const args of [
        ["init", "--quiet"],
        ["add", "."],
        ["commit", "--quiet", "--allow-empty", "--message", "As it stands"],
      ]) {
        const { status, output } = await command("git", ...identity, ...args);
        assert.equal(status, 0, output);
      }
    },
    run: async (program, ...args) => {
      const { status, output } = await command(process.execPath, launcher, program, ...args);
      assert.equal(status, 0, output);
      return output;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return copy;
}

/** Tells which files are tests, or are there for tests alone; the keys serve the self-test as well. */
export function isTest(path: string): boolean {
  return /(\.test|testing)\.ts$|^src\/testing\/(?!keys\.ts$)/.test(path);
}

function runIn(folder: string, name: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // Inside another test run, node would skip every test file.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(name, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, output: Buffer.concat(chunks).toString("utf8") }));
  });
}
