/** Copies of the repository in which a drill changes the description, and the commands run there. */
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
import type { TestContext } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tsx = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;

/** How a command ended, with all that it printed. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** A copy of the repository, without its tests. */
export interface Copy {
  /** Its folder. */
  readonly folder: string;
  /** Replaces texts in a file of the copy, each wherever it stands. @throws Error for one that stands nowhere. */
  edit(file: string, ...changes: readonly (readonly [from: string, to: string])[]): void;
  /** Reads a file of the copy. @throws Error if it is not there. */
  read(file: string): string;
  /** Writes a file of the copy. */
  write(file: string, text: string): void;
  /** Runs one of its TypeScript programs. */
  run(program: string, ...args: readonly string[]): Promise<Ended>;
  /** Runs the TypeScript compiler over it. */
  typecheck(): Promise<Ended>;
}

/**
 * Makes a copy for one test; it is removed when the test ends.
 *
 * @param leaves - Tells which further files the copy does not need.
 */
export function copyRepository(t: TestContext, leaves: (path: string) => boolean = () => false): Copy {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-drill-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const isLeft = (path: string) => path === "" || /\.test\.ts$/.test(path) || leaves(path);
  for (const path of listed.split("\0").filter((one) => !isLeft(one) && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const node = (...args: readonly string[]) =>
    new Promise<Ended>((resolve, reject) => {
      const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      const chunks: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.once("error", reject);
      child.once("close", (status) => resolve({ status, output: Buffer.concat(chunks).toString("utf8") }));
    });
  return {
    folder,
    edit: (file, ...changes) => {
      let text = readFileSync(join(folder, file), "utf8");
      for (const [from, to] of changes) {
        if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
        text = text.replaceAll(from, to);
      }
      writeFileSync(join(folder, file), text);
    },
    read: (file) => readFileSync(join(folder, file), "utf8"),
    write: (file, text) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    run: (program, ...args) => node("--import", tsx, program, ...args),
    typecheck: () => node(join(root, "node_modules/typescript/bin/tsc"), "--noEmit"),
  };
}
