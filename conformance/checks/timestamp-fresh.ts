/** Timestamps that are old, but not too old. */
import { type Control, isFact } from "../card-under-test.ts";
import { type Check, held, missing } from "../check.ts";
import type { Fact } from "../verdict.ts";
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";
import { notAccepted } from "./control-writes.ts";
import { freshSeconds } from "./defects.ts";
import { clockDoubt, readyCard, type WriteName, writeOperations } from "./writes-refused.ts";

const fresh = (name: WriteName): Check => ({
  id: `timestamp.fresh.${name}`,
  title: `${name.toUpperCase()}: a timestamp younger than 5 minutes is not refused for its age`,
  requirements: ["auth.timestamp.fresh"],
  access: "write",
  stage: "request",
  run: (run) =>
    run.alone(async () => {
      const card = await readyCard(run, name);
      if (isFact(card)) return [card];
      const operation = writeOperations[name];
      const before = await card.control(operation);
      if (before === null) return [missing("the card list could not be read")];
      if (!before.accepted) return [notAccepted(before)];
      const facts: Fact[] = [];
      for (const age of [240, freshSeconds]) {
        const exchange = await card.write(operation, card.nextValue(), {
          purpose: `timestamp.fresh.${name}`,
          alteration: {
            words: `with a timestamp ${age} seconds old`,
            timestamp: (seconds) => String(seconds - age),
          },
        });
        if (exchange === null) return [missing("no token")];
        const margin = 300 - age - Math.ceil(exchange.durationMs / 1000);
        const doubt = clockDoubt(run, margin);
        if (doubt !== null) facts.push(doubt);
        else facts.push(judgeFresh(exchange, age, before));
      }
      return facts;
    }),
});

function judgeFresh(exchange: Exchange, age: number, before: Control): Fact {
  if (succeeded(exchange)) return held("timestamps 240 and 270 seconds old were accepted", exchange.id);
  const status = exchange.response?.status ?? 0;
  if (status < 400 || status > 499 || status === 429) return missing(outcomeOf(exchange), [exchange.id]);
  return {
    kind: "broken",
    message: `A write with a timestamp ${age} seconds old was refused; the limit is 300 seconds.`,
    expected: ["2xx"],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, before.exchange.id],
  };
}

/** One check for each write operation. */
export const timestampFreshChecks: readonly Check[] = [fresh("patch"), fresh("put")];
