/** Which test files run in one process. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Test files that run in one process, in this order. */
export interface Group {
  /** What they have in common, as `src/core`; unlike that of every other group. */
  readonly name: string;
  /** Paths from the root of the repository, with `/`. */
  readonly paths: readonly string[];
}

/** What takes many seconds. It begins first, so that nothing is left to wait for when all others are done. */
const long = [
  "scripts/contributing",
  "scripts/drills/another-api",
  "scripts/drills/drills",
  "scripts/docs/guides",
  "scripts/docs/other-description",
  "scripts/docs/site",
  "scripts/docs/samples",
  "scripts/package",
  "scripts/bench",
  "scripts/proof",
  "conformance/selftest/matrix",
  "conformance/selftest/cards/",
  "conformance/selftest/second-api",
  "conformance/selftest/plain-",
  "conformance/selftest/memory",
  "conformance/selftest/hostile",
  "conformance/selftest/sample/lawful",
  "conformance/selftest/sample/sample",
  "conformance/selftest/sample/witness",
  "conformance/checks/drawn",
  "conformance/checks/forms",
  "conformance/checks/near-bound",
  "conformance/cli/case",
  "conformance/cli/conformance",
  "conformance/report/html/browser",
  "conformance/report/secrets",
  "conformance/wire/connections",
  "src/client/soak",
  "src/client/matrix",
];

/**
 * Proofs that take many seconds and share a process nevertheless: they judge in memory and in virtual time, and what
 * the engine has compiled, what was signed and what was parsed for one of them serves the next.
 */
const together = [
  "conformance/selftest/sample/lawful",
  "conformance/selftest/sample/sample",
  "conformance/selftest/sample/witness",
  "conformance/selftest/cards/put-back",
  "conformance/selftest/cards/walks-in-company",
];

/** A folder and the one within it share processes, and no deeper one does. */
const depth = 2;

/**
 * Puts the short files of a folder into one group, the proofs in memory into another, and every other file into one
 * of its own.
 *
 * @param root - Path of the repository.
 * @param files - Paths from there, with `/`.
 */
export function groupsOf(root: string, files: readonly string[]): readonly Group[] {
  const shared = new Map<string, string[]>();
  const alone: Group[] = [];
  const inMemory = files.filter((path) => together.some((start) => path.startsWith(start)));
  if (inMemory.length > 0) alone.push({ name: "conformance/selftest/in-memory", paths: inMemory });
  for (const path of files) {
    if (inMemory.includes(path)) continue;
    const folder = dirname(path).split("/").slice(0, depth).join("/");
    if (isLong(path) || actsOnOthers(readFileSync(join(root, path), "utf8")))
      alone.push({ name: path, paths: [path] });
    else shared.set(folder, [...(shared.get(folder) ?? []), path]);
  }
  const groups = [...shared].map(([name, paths]) => ({ name, paths }));
  const rank = ({ paths: [first = ""] }: Group) =>
    isLong(first) ? long.findIndex((start) => first.startsWith(start)) : long.length;
  return [...alone.sort((a, b) => rank(a) - rank(b)), ...groups];
}

/**
 * Tells of the text of a test file whether it would act on the tests of others in its process: by a hook outside of
 * any suite, or by work that it does before the first test.
 */
export function actsOnOthers(text: string): boolean {
  return /^(?:test\.)?(?:before|beforeEach|afterEach)\(|^(?:(?:export )?(?:const|let) .*= )?await /m.test(
    text,
  );
}

function isLong(path: string): boolean {
  return long.some((start) => path.startsWith(start));
}
