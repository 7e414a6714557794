/** Whether a timestamp that is old, but not too old, is refused for its age. */
import { api } from "../../../generated/operations.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { widestMargin } from "../../wire/clock-offset.ts";
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "./check.ts";
import { clockDoubt } from "./clock-doubt.ts";
import type { Fact } from "./verdict.ts";

const window = api.timestampWindowSeconds;

/** The margin that any server gets with whose timestamps nothing else is wrong. */
const wideMargin = Math.ceil(0.2 * window);

/**
 * Sends the same request with a timestamp that is clearly within the window, and with one that is so by as little
 * as the clock is known; if one is refused, sends it again, and then without the age.
 *
 * @param send - Sends the request as specified, or with an alteration.
 */
export async function judgeFreshTimestamps(
  run: Run,
  send: (alteration?: Alteration) => Promise<Exchange>,
): Promise<readonly Fact[]> {
  const near = run.probe.session.marginSeconds() ?? widestMargin;
  return [
    (await judgeMargin(run, send, wideMargin)) ?? missing("the responses take too long"),
    // A response may take longer than those before it.
    (await judgeMargin(run, send, near)) ??
      (await judgeMargin(run, send, widestMargin)) ??
      missing("the responses take too long"),
  ];
}

/** Judges one age; null if it may have been over when the request arrived. */
async function judgeMargin(
  run: Run,
  send: (alteration?: Alteration) => Promise<Exchange>,
  margin: number,
): Promise<Fact | null> {
  const age = window - margin - api.clockToleranceSeconds;
  if (age <= 0) return missing("the words let clocks differ by almost as much as a timestamp may be old");
  const description = `with a timestamp ${age} seconds old`;
  const aged = () => send({ description, timestamp: (seconds: number) => String(seconds - age) });
  const exchange = await aged();
  const doubt = clockDoubt(run);
  if (doubt !== null) return missing(doubt);
  if (isLate(run, exchange, margin)) return null;
  if (succeeded(exchange)) return held(`a timestamp ${age} seconds old was accepted`, exchange.id);
  // What is answered "not now" has another reason than its age.
  const again = isPlainRefusal(exchange) ? await aged() : null;
  if (again !== null && isLate(run, again, margin)) return null;
  if (again === null || !isPlainRefusal(again)) {
    const isChance = again === null || !succeeded(again);
    const refused = isChance ? [exchange] : [exchange, ...(await refusedBeside(run, aged, send, margin))];
    if (refused.length < tellingRefusals)
      return missing(`${description}: ${outcomeOf(exchange)}`, [exchange.id]);
    return {
      kind: "violated",
      message: `A request ${description} was refused ${refused.length} of ${timesBeside + 2} times, and accepted each of ${timesBeside} times with one of now; the limit is ${window} seconds.`,
      expected: ["2xx"],
      received: outcomeOf(exchange),
      exchanges: refused.map(({ id }) => id),
    };
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

/** How often a request is sent with either timestamp where it was refused once: one of several machines may have another window. */
const timesBeside = 12;
/** How many refusals of them tell it from chance, where none of those with a timestamp of now is refused. */
const tellingRefusals = 3;

/** Those requests with an old timestamp that were refused, between others of now; none where one of these is not accepted. */
async function refusedBeside(
  run: Run,
  aged: () => Promise<Exchange>,
  send: () => Promise<Exchange>,
  margin: number,
): Promise<readonly Exchange[]> {
  const refused: Exchange[] = [];
  for (let time = 0; time < timesBeside; time += 1) {
    const old = await aged();
    if (isPlainRefusal(old) && !isLate(run, old, margin)) refused.push(old);
    if (!succeeded(await send())) return [];
  }
  return refused;
}

/** True if a request may have arrived when its margin was used up. */
function isLate(run: Run, { startedAt, endedAt }: Exchange, margin: number): boolean {
  return (run.probe.session.marginSeconds(endedAt - startedAt) ?? Number.POSITIVE_INFINITY) > margin;
}
