/** What a rule for clients is made of. */
import type { Fact } from "../checks/kit/verdict.ts";
import type { Seen } from "./evidence.ts";
import type { View } from "./view.ts";

/** A rule that a client is held to: its words and its basis are those of the row with its id. */
export interface Rule {
  /** Id of a row of requirements.yaml. */
  readonly id: string;
  /** What a client has to do so that the rule can be judged, for people. */
  readonly how: string;
  /** What one scenario says about it; nothing where it was not exercised there. Pure. */
  readonly judge: (view: View) => readonly Fact[];
}

const driveIt = "Drive the client: ";

/** What has to be done so that a rule can be judged: who has driven the client is not told to drive it. */
export function hintOf({ how }: Pick<Rule, "how">, isDriven: boolean): string {
  return isDriven && how.startsWith(driveIt)
    ? `The client did not come as far as that: ${how.slice(driveIt.length)}`
    : how;
}

/** A breach in words: what the client did, and what would have been right. */
export interface Breach {
  readonly message: string;
  readonly expected: string;
  readonly received: string;
  readonly hint?: string;
}

/** The fact that a request, or several, break a rule. */
export function broken({ expected, ...breach }: Breach, ...seen: readonly Seen[]): Fact {
  return { kind: "violated", ...breach, expected: [expected], exchanges: seen.map(({ id }) => id) };
}

/** The fact that a rule was kept. */
export function kept(words: string, seen?: Seen): Fact {
  return seen === undefined
    ? { kind: "held", seen: words }
    : { kind: "held", seen: words, exchange: seen.id };
}

/** One fact for each request: the breach that `breachOf` finds, or that the rule was kept. */
export function each(
  requests: readonly Seen[],
  words: string,
  breachOf: (seen: Seen) => Breach | null,
): readonly Fact[] {
  return requests.map((seen) => {
    const breach = breachOf(seen);
    return breach === null ? kept(words, seen) : broken(breach, seen);
  });
}
