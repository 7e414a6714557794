/** Whether a timestamp that is old, but not too old, is refused for its age. */
import { api } from "../../../generated/operations.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "./check.ts";
import { clockDoubt } from "./clock-doubt.ts";
import type { Fact } from "./verdict.ts";

const window = api.timestampWindowSeconds;

/** Ages of timestamps that must not be refused because of their age, in seconds. */
export const freshSeconds: readonly number[] = [Math.floor(0.8 * window), Math.floor(0.9 * window)];

/**
 * Sends the same request with a timestamp of each age; if one is refused, sends it again, and then without the age.
 *
 * @param send - Sends the request as specified, or with an alteration.
 */
export async function judgeFreshTimestamps(
  run: Run,
  send: (alteration?: Alteration) => Promise<Exchange>,
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const age of freshSeconds) facts.push(await judgeAge(run, send, age));
  return facts;
}

async function judgeAge(
  run: Run,
  send: (alteration?: Alteration) => Promise<Exchange>,
  age: number,
): Promise<Fact> {
  const description = `with a timestamp ${age} seconds old`;
  const aged = () => send({ description, timestamp: (seconds: number) => String(seconds - age) });
  const exchange = await aged();
  const doubt = clockDoubt(run, window - age - Math.ceil(exchange.durationMs / 1000));
  if (doubt !== null) return missing(doubt);
  if (succeeded(exchange)) {
    return held(`timestamps ${freshSeconds.join(" and ")} seconds old were accepted`, exchange.id);
  }
  const again = isRefusal(exchange) ? await aged() : null;
  if (again === null || !isRefusal(again)) {
    return missing(`${description}: ${outcomeOf(exchange)}`, [exchange.id]);
  }
  const control = await send();
  if (!succeeded(control)) {
    return missing("the same request is refused with a timestamp of now as well", [exchange.id]);
  }
  return {
    kind: "violated",
    message: `A request ${description} was refused twice, and accepted with one of now; the limit is ${window} seconds.`,
    expected: ["2xx"],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, again.id, control.id],
  };
}
