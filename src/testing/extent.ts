/**
 * How much a test run does: `npm test` by hand about half of what CI does, which has twelve minutes, and `npm run proof`
 * what takes its time. CI sets REQUIRE_ALL=1, the proof PROVE_ALL=1.
 */

/** The environment variable under which the tests judge every server of a list: `npm run proof` sets it to 1. */
export const proveAll = "PROVE_ALL";

/** CI judges so many times more of a list than a run by hand. */
const lessByHand = 4;

const isInProof = (): boolean => process.env[proveAll] === "1";
const isInCi = (): boolean => process.env.REQUIRE_ALL === "1" || isInProof();

/**
 * The part of a list that the tests judge, always the same one, the first among it: one in so many in CI, and fewer by
 * hand. A part of the proof of its own judges the whole list; see {@link oneIn} for others.
 */
export function sampled<T>(many: number, list: readonly T[]): readonly T[] {
  const step = isInCi() ? many : many * lessByHand;
  return list.filter((_, index) => index % step === 0);
}

/** {@link sampled}, and all of the list under {@link proveAll}. */
export function oneIn<T>(many: number, list: readonly T[]): readonly T[] {
  return isInProof() ? list : sampled(many, list);
}

/** How many cases a test draws: those of a usual run in the proof, and no more than 300 elsewhere. */
export function someCases(usual: number): number {
  return isInProof() ? usual : Math.min(usual, 300);
}

/** Why a test that takes many seconds is not run by hand, as the option `skip` of a test; false where it is. */
export const leftToCi: string | false = isInCi() ? false : "takes long: runs in CI, and with REQUIRE_ALL=1";
