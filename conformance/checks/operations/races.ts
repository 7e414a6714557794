/** Two requests at the same time of which one is to be carried out. */
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { held, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { tellingTimes } from "./condition-facts.ts";

/** How often two requests are sent at the same time. */
const mostRaces = 3;

/** What came of some races. */
export interface Races {
  /** Those in which both requests were carried out. */
  readonly both: readonly (readonly Exchange[])[];
  /** In how many one was carried out, and the other refused. */
  readonly decided: number;
}

/**
 * Sends two requests at the same time until their outcome was seen often enough.
 *
 * @param areTwo - False for two answers to one thing that was done.
 */
export async function raceUntilTold(
  race: () => Promise<readonly Exchange[]>,
  areTwo: (answered: readonly Exchange[]) => boolean = () => true,
): Promise<Races> {
  const both: (readonly Exchange[])[] = [];
  let decided = 0;
  for (let times = 0; times < mostRaces && both.length < tellingTimes; times += 1) {
    const sent = await race();
    if (sent.every(isCarriedOut) && areTwo(sent)) both.push(sent);
    if (sent.some(isCarriedOut) && sent.some(isRefusal)) decided += 1;
    if (decided >= tellingTimes) break;
  }
  return { both, decided };
}

/**
 * Judges races of which one request each is to be carried out.
 *
 * @param alone - A request that was refused since one like it had been carried out before, and that one.
 * @param twice - What happened where both are, in words.
 */
export function judgeRaces(
  { both, decided }: Races,
  alone: readonly [second: Exchange, first: Exchange],
  twice: string,
): readonly Fact[] {
  const [second] = alone;
  const ids = alone.map(({ id }) => id);
  if (both.length === 0 && decided > 0) return [held("one of two was refused", second.id)];
  if (both.length < tellingTimes) return [missing("one of two at the same time was not told apart", ids)];
  return violations({
    message: `${twice} where two requests come at the same time, though one that comes after the other is refused.`,
    expected: [outcomeOf(second)],
    received: (both[0] ?? []).map(outcomeOf).join(" and "),
    exchanges: [...both.flat().map(({ id }) => id), ...ids],
    // It was seen more than once.
    isLasting: true,
  });
}

/** True for a success that says that it is done, and not that it will be looked at later. */
const isCarriedOut = (one: Exchange): boolean => succeeded(one) && one.response?.status !== 202;
