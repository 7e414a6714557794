import type { Fact } from "./verdict.ts";

/**
 * Thrown by the functions a check calls when the check can't go on: the fact says what is missing. The code
 * that runs the check turns that fact into its verdict, so that no check has to pass it on.
 */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  readonly fact: Fact;

  /**
   * @param what - What is missing, in one line for the report; or a fact that says so, or that it is left out.
   * @param exchanges - Ids of the exchanges that show it.
   */
  constructor(what: string | Fact, exchanges: readonly string[] = []) {
    const fact: Fact = typeof what === "string" ? { kind: "missing", what, exchanges } : what;
    super(fact.kind === "missing" ? fact.what : fact.kind);
    this.fact = fact;
  }
}

/** The result of some work; if it throws {@link Inconclusive}, the result of `otherwise`. */
export async function onInconclusive<T, U>(
  work: Promise<T>,
  otherwise: (reason: Inconclusive) => U,
): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Inconclusive) return otherwise(error);
    throw error;
  }
}

/** The result of some work; null if it throws {@link Inconclusive} and the check can go on without it. */
export function ifConclusive<T>(work: Promise<T>): Promise<T | null> {
  return onInconclusive(work, () => null);
}
