/** What part of a long list of servers the tests judge: a test run has minutes, `npm run proof` has its time. */

/** The environment variable under which the tests judge every server of such a list: `npm run proof` sets it to 1. */
export const proveAll = "PROVE_ALL";

/** One in so many of these, always the same ones and the first among them; all of them under {@link proveAll}. */
export function oneIn<T>(many: number, list: readonly T[]): readonly T[] {
  return process.env[proveAll] === "1" ? list : list.filter((_, index) => index % many === 0);
}
