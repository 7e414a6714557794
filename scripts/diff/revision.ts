import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Writes the folder openapi/ of another git revision into a folder.
 *
 * @param repository - Path of the checkout.
 * @param ref - Branch, tag or commit.
 * @param into - Folder to write openapi/ into.
 * @throws Error that says what to do if git does not know the revision, or it contains no description.
 */
export function checkOutDescription(repository: string, ref: string, into: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  let commit: string;
  try {
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`).trim();
  } catch (error) {
    throw new Error(
      `git knows no revision ${ref}; fetch it first, in CI with a full history (fetch-depth: 0)`,
      {
        cause: error,
      },
    );
  }
  const names = git("ls-tree", "-r", "--name-only", "-z", commit, "openapi/").split("\0").filter(Boolean);
  if (!names.includes("openapi/partner-card.yaml"))
    throw new Error(`${ref} has no openapi/partner-card.yaml`);
  for (const name of names) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), git("show", `${commit}:${name}`));
  }
}
