/** Which test files a run by hand leaves to CI, so that it takes about half as long, and which CI leaves to the proof. */

/** How their paths begin. They build packages and sites, compile copies of the repository, or judge many whole runs. */
export const leftToCi: readonly string[] = [
  "conformance/checks/drawn",
  "conformance/cli/case",
  "conformance/report/secrets",
  "conformance/selftest/cards/histories-lawful",
  "conformance/selftest/cards/rarely-met",
  "conformance/selftest/hostile",
  "conformance/selftest/matrix",
  "conformance/selftest/plain-",
  "conformance/selftest/sample/lawful-drawn",
  "conformance/selftest/sample/sample",
  "conformance/selftest/sample/witness",
  "scripts/docs/guides",
  "scripts/docs/samples",
  "scripts/package",
  "src/client/matrix",
];

/**
 * How the paths of those begin that CI leaves to `npm run proof`, since it has twelve minutes: they judge or compile
 * further changes of the description as a whole, each in a copy of the repository, or servers that are slow, late or
 * have much to send, or run what else takes long.
 */
export const leftToProof: readonly string[] = [
  "conformance/selftest/cards/answered-202",
  "conformance/selftest/cards/late-histories",
  "conformance/selftest/cards/left",
  "conformance/selftest/distant",
  "conformance/selftest/long-list",
  "conformance/selftest/memory",
  "conformance/selftest/sample/lawful.",
  "scripts/bench",
  "scripts/contributing",
  "scripts/docs/navigation",
  "scripts/docs/other-description",
  "scripts/drills/another-api",
  "scripts/drills/demands",
  "scripts/drills/drills",
  "scripts/drills/limits",
  "scripts/drills/notes",
  "scripts/drills/one-write",
  "scripts/drills/opposites",
  "scripts/drills/wrapped",
];

/**
 * The test files to run: those that hold a word, whatever they take, or all but what is left to CI and to the proof.
 *
 * @param found - Paths from the root of the repository, with `/`.
 * @param words - None for all files.
 * @param isCi - True where nothing is left out but what the proof runs.
 */
export function filesToRun(
  found: readonly string[],
  words: readonly string[],
  isCi: boolean,
): readonly string[] {
  if (words.length > 0) return found.filter((path) => words.some((word) => path.includes(word)));
  const left = isCi ? leftToProof : [...leftToCi, ...leftToProof];
  return found.filter((path) => !left.some((start) => path.startsWith(start)));
}

/** Says how many of the test files a run of all leaves to whom, in a line each. */
export function whatIsLeft(found: readonly string[], isCi: boolean): readonly string[] {
  const countOf = (starts: readonly string[]) =>
    found.filter((path) => starts.some((start) => path.startsWith(start))).length;
  const lines = [
    [isCi ? 0 : countOf(leftToCi), "files that take long are left to CI: REQUIRE_ALL=1 npm test"],
    [countOf(leftToProof), "files are left to the proof: npm run proof"],
  ] as const;
  return lines.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
}
