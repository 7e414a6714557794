/** Timestamps that are old, but not too old. */

import { api } from "../../generated/operations.ts";
import { isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { notAccepted } from "./control-writes.ts";
import { freshSeconds } from "./defects.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import { clockDoubt, readyCard, type WriteName } from "./writes-refused.ts";

const fresh = (name: WriteName): Check => ({
  id: `timestamp.fresh.${name}`,
  title: `${name.toUpperCase()}: a timestamp younger than 5 minutes is not refused for its age`,
  requirements: ["auth.timestamp.fresh"],
  access: "write",
  stage: "request",
  run: (run) =>
    run.withCardLock(async () => {
      const card = await readyCard(run, name);
      const before = await card.control();
      if (before === null) return [missing("the card list could not be read")];
      if (!before.accepted) return [notAccepted(before)];
      const facts: Fact[] = [];
      for (const age of [240, freshSeconds]) facts.push(await writeWithAge(run, card, name, age));
      return facts;
    }),
});

/** Sends a write with a timestamp of this age; where it is refused, again, and then without the age. */
async function writeWithAge(run: Run, card: CardUnderTest, name: WriteName, age: number): Promise<Fact> {
  const value = card.nextValue();
  const aged = () =>
    card.write(value, {
      purpose: `timestamp.fresh.${name}`,
      alteration: {
        description: `with a timestamp ${age} seconds old`,
        timestamp: (seconds) => String(seconds - age),
      },
    });
  const exchange = await aged();
  if (exchange === null) return missing("no token");
  const margin = api.timestampWindowSeconds - age - Math.ceil(exchange.durationMs / 1000);
  const doubt = clockDoubt(run, margin);
  if (doubt !== null) return missing(doubt);
  if (succeeded(exchange)) return held("timestamps 240 and 270 seconds old were accepted", exchange.id);
  const again = isRefusal(exchange) ? await aged() : null;
  if (again === null || !isRefusal(again))
    return missing(`with a timestamp ${age} seconds old: ${outcomeOf(exchange)}`, [exchange.id]);
  const control = await card.write(value, { purpose: "control" });
  if (control === null || !succeeded(control)) {
    return missing("the same write is refused with a timestamp of now as well", [exchange.id]);
  }
  return {
    kind: "violated",
    message: `A write with a timestamp ${age} seconds old was refused twice, and accepted with one of now; the limit is 300 seconds.`,
    expected: ["2xx"],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, again.id, control.id],
  };
}

/** One check for each write operation. */
export const timestampFreshChecks: readonly Check[] = [fresh("patch"), fresh("put")];
