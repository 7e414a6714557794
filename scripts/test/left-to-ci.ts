/** Which test files a run by hand leaves out, so that it takes about half as long as CI. */

/** How their paths begin. They build packages and sites, compile copies of the repository, or judge many whole runs. */
export const leftToCi: readonly string[] = [
  "conformance/checks/drawn",
  "conformance/cli/case",
  "conformance/report/secrets",
  "conformance/selftest/cards/answered-202",
  "conformance/selftest/cards/histories-lawful",
  "conformance/selftest/cards/late-histories",
  "conformance/selftest/cards/left",
  "conformance/selftest/cards/rarely-met",
  "conformance/selftest/hostile",
  "conformance/selftest/matrix",
  "conformance/selftest/plain-",
  "conformance/selftest/sample/lawful",
  "conformance/selftest/sample/sample",
  "conformance/selftest/sample/witness",
  "scripts/bench",
  "scripts/contributing",
  "scripts/docs/guides",
  "scripts/docs/other-description",
  "scripts/docs/samples",
  "scripts/drills/another-api",
  "scripts/drills/demands",
  "scripts/drills/drills",
  "scripts/drills/limits",
  "scripts/drills/notes",
  "scripts/drills/one-write",
  "scripts/drills/opposites",
  "scripts/package",
  "src/client/matrix",
];

/**
 * The test files to run: those that hold a word, whatever they take, or all but what is left to CI.
 *
 * @param found - Paths from the root of the repository, with `/`.
 * @param words - None for all files.
 * @param isCi - True where nothing may be left out.
 */
export function filesToRun(
  found: readonly string[],
  words: readonly string[],
  isCi: boolean,
): readonly string[] {
  if (words.length > 0) return found.filter((path) => words.some((word) => path.includes(word)));
  return isCi ? found : found.filter((path) => !leftToCi.some((start) => path.startsWith(start)));
}
