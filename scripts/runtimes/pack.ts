/** The package as it would be published, built separately from the working tree's dist/. */
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTemporaryFolder } from "../kit/temporary-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What npm reports about a tarball. */
export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  /** Paths of its files, without the top folder that contains all of them. */
  readonly files: readonly string[];
}

/**
 * Runs npm in a folder and returns what it prints.
 *
 * @throws Error when npm fails; its message has already been written to standard error.
 */
export function npm(folder: string, ...args: string[]): string {
  return execFileSync("npm", [...args, "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Packs folders that contain a package.json each, without running their scripts. */
function packFolders(sources: readonly string[], destination: string): Packed[] {
  const args = ["--json", "--ignore-scripts", "--pack-destination", destination, ...sources];
  const packed = JSON.parse(npm(destination, "pack", ...args)) as {
    filename: string;
    files: { path: string }[];
  }[];
  return packed.map(({ filename, files }) => ({
    tarball: join(destination, filename),
    files: files.map(({ path }) => path),
  }));
}

/**
 * Builds the package and packs it. Tests do so concurrently, and a build begins by emptying its folder, so
 * each uses its own.
 *
 * @param others - Folders of packages that are packed as well.
 * @returns The package, and behind it the others.
 */
export function packPackage(destination: string, others: readonly string[] = []): [Packed, ...Packed[]] {
  return inTemporaryFolder((stage) => {
    for (const name of ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "generated/openapi.json"]) {
      cpSync(join(root, name), join(stage, name));
    }
    const build = join(root, "scripts/build.ts");
    execFileSync(process.execPath, ["--import", "tsx", build, "--out", join(stage, "dist")], {
      cwd: root,
      stdio: "inherit",
    });
    return packFolders([stage, ...others], destination) as [Packed, ...Packed[]];
  });
}
