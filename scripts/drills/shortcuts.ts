/** `npm run NAME` and `npx tsx FILE` in a copy, without npm, which takes as long as many of the programs. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launcher } from "../kit/launcher-testing.ts";
import type { Copy } from "./copy.ts";

/** Programs of package.json, by the name of their command. */
const starts: Readonly<Record<string, string>> = {
  tsx: `"${process.execPath}" "${launcher}"`,
  node: `"${process.execPath}"`,
};

/**
 * Puts an `npm` and an `npx` into a folder of the copy that git ignores. They do what package.json says where that
 * is one program of {@link starts}, and leave all the rest to npm.
 *
 * @returns The folder, to stand first in PATH.
 */
export function shortcuts(copy: Copy): string {
  const folder = join(copy.folder, "dist/shortcuts");
  mkdirSync(folder, { recursive: true });
  const { scripts } = JSON.parse(copy.read("package.json")) as { scripts: Readonly<Record<string, string>> };
  const cases = Object.entries(scripts).flatMap(([name, line]) => {
    const [, program = "", rest = ""] = /^(\w+) ([\w./ =-]+)$/.exec(line) ?? [];
    const start = starts[program];
    return start === undefined
      ? []
      : [`  "run ${name}") shift 2; [ "$1" != -- ] || shift; exec ${start} ${rest} "$@" ;;`];
  });
  write("npm", cases);
  write("npx", [`  "tsx "*) shift; exec ${starts.tsx} "$@" ;;`]);
  return folder;

  function write(name: string, lines: readonly string[]): void {
    const words = name === "npm" ? '"$1 $2"' : '"$*"';
    const text = [
      "#!/bin/sh",
      `case ${words} in`,
      ...lines,
      "esac",
      `PATH="\${PATH#*:}" exec ${name} "$@"`,
      "",
    ];
    writeFileSync(join(folder, name), text.join("\n"));
    chmodSync(join(folder, name), 0o755);
  }
}
