/** The package as it would be published, made apart from the working tree's own dist/. */
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTemporaryFolder } from "../temporary-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What npm says of a tarball. */
export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  /** Paths of its files, without the folder that all of them stand in. */
  readonly files: readonly string[];
}

/**
 * Runs npm in a folder and returns what it prints.
 *
 * @throws Error when npm fails; what it says of that has gone to standard error.
 */
export function npm(folder: string, ...args: string[]): string {
  return execFileSync("npm", [...args, "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Packs a folder that holds a package.json, without running its scripts. */
export function packFolder(source: string, destination: string): Packed {
  const args = ["--json", "--ignore-scripts", "--pack-destination", destination];
  const [packed] = JSON.parse(npm(source, "pack", ...args)) as [
    { filename: string; files: { path: string }[] },
  ];
  return { tarball: join(destination, packed.filename), files: packed.files.map(({ path }) => path) };
}

/**
 * Builds the package and packs it. Tests do so at the same time, and a build begins by emptying its folder,
 * so each has one of its own.
 */
export function packPackage(destination: string): Packed {
  return inTemporaryFolder((stage) => {
    for (const name of ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "generated/openapi.json"]) {
      cpSync(join(root, name), join(stage, name));
    }
    const build = join(root, "scripts/build.ts");
    execFileSync(process.execPath, ["--import", "tsx", build, "--out", join(stage, "dist")], {
      cwd: root,
      stdio: "inherit",
    });
    return packFolder(stage, destination);
  });
}
