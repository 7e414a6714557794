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
  "conformance/selftest/cards/histories",
  "conformance/selftest/matrix",
  "scripts/contributing",
  "scripts/drills/another-api",
  "scripts/drills/demands",
  "scripts/drills/drills",
  "scripts/drills/limits",
  "scripts/drills/notes",
  "scripts/drills/one-write",
  "scripts/drills/opposites",
  "scripts/docs/guides",
  "scripts/docs/other-description",
  "scripts/docs/site",
  "scripts/docs/samples",
  "scripts/package",
  "scripts/bench",
  "scripts/proof",
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

/** Folders whose short files calculate for long. They begin with those below, which mostly wait, and not last. */
const busy = ["conformance/selftest", "conformance/checks", "conformance/run"];
const mostlyWaiting = long.indexOf("conformance/report/html/browser");

/**
 * Files that share a process although they take many seconds, or lie beside others. Of those in memory and in virtual
 * time, what is compiled, signed and parsed for one serves the next: together they take a sixth less.
 */
const together: readonly { readonly name: string; readonly starts: readonly string[] }[] = [
  {
    name: "conformance/selftest/histories",
    starts: [
      "conformance/selftest/cards/histories",
      "conformance/selftest/cards/variations",
      "conformance/selftest/cards/rarely-met",
      "conformance/selftest/cards/answered-202",
      "conformance/selftest/cards/late-histories",
      "conformance/checks/drawn",
    ],
  },
  {
    name: "conformance/selftest/in-memory",
    starts: [
      "conformance/selftest/matrix",
      "conformance/checks/forms",
      "conformance/selftest/sample/lawful",
      "conformance/selftest/sample/sample",
      "conformance/selftest/sample/witness",
      "conformance/selftest/cards/put-back",
      "conformance/selftest/cards/walks-in-company",
    ],
  },
  {
    name: "conformance/selftest/plain",
    starts: ["conformance/selftest/plain-server", "conformance/selftest/plain-signing"],
  },
  {
    // The site is built once for them.
    name: "scripts/docs/site",
    starts: [
      "scripts/docs/figures-table",
      "scripts/docs/navigation",
      "scripts/docs/site",
      "scripts/docs/spellings-table",
    ],
  },
];

/** A folder and the one within it share processes, and no deeper one does. */
const depth = 2;

/**
 * Puts the short files of a folder into one group, those that are better together into another, and every other file
 * into one of its own.
 *
 * @param root - Path of the repository.
 * @param files - Paths from there, with `/`.
 */
export function groupsOf(root: string, files: readonly string[]): readonly Group[] {
  const shared = new Map<string, string[]>();
  const alone: Group[] = [];
  for (const { name, starts } of together) {
    const paths = files.filter((path) => starts.some((start) => path.startsWith(start)));
    if (paths.length > 0) alone.push({ name, paths });
  }
  for (const path of files) {
    if (alone.some(({ paths }) => paths.includes(path))) continue;
    const folder = dirname(path).split("/").slice(0, depth).join("/");
    if (isLong(path) || actsOnOthers(readFileSync(join(root, path), "utf8")))
      alone.push({ name: path, paths: [path] });
    else shared.set(folder, [...(shared.get(folder) ?? []), path]);
  }
  const groups = [...shared].map(([name, paths]) => ({ name, paths }));
  const rank = ({ name, paths }: Group) => {
    if (busy.includes(name)) return mostlyWaiting - 0.5;
    const found = long.findIndex((start) => paths.some((path) => path.startsWith(start)));
    return found === -1 ? long.length : found;
  };
  return [...alone, ...groups].sort((a, b) => rank(a) - rank(b));
}

/**
 * Tells of the text of a test file whether it would act on the tests of others in its process: by a hook outside of
 * any suite, or by work that it does before the first test.
 */
function actsOnOthers(text: string): boolean {
  return /^(?:test\.)?(?:before|beforeEach|afterEach)\(|^(?:(?:export )?(?:const|let) .*= )?await /m.test(
    text,
  );
}

function isLong(path: string): boolean {
  return long.some((start) => path.startsWith(start));
}
