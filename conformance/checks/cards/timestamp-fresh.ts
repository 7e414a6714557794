/** Timestamps that are old, but not too old. */
import { api } from "../../../generated/operations.ts";
import { inWords } from "../../base/seconds.ts";
import { isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { freshSeconds } from "../defects.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { clockDoubt } from "../kit/clock-doubt.ts";
import type { Fact } from "../kit/verdict.ts";
import { notAccepted } from "./control-writes.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { writeCheck, writeCheckId } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

const id = "timestamp.fresh";

/** Sends a write with a timestamp of this age; if it is refused, sends it again, and then without the age. */
async function writeWithAge(run: Run, card: CardUnderTest, age: number): Promise<Fact> {
  const value = card.nextValue();
  const description = `with a timestamp ${age} seconds old`;
  const alteration = { description, timestamp: (seconds: number) => String(seconds - age) };
  const aged = () => card.write(value, { purpose: writeCheckId(id, card.form.operation), alteration });
  const exchange = await aged();
  const margin = api.timestampWindowSeconds - age - Math.ceil(exchange.durationMs / 1000);
  const doubt = clockDoubt(run, margin);
  if (doubt !== null) return missing(doubt);
  if (succeeded(exchange)) {
    return held(`timestamps ${freshSeconds.join(" and ")} seconds old were accepted`, exchange.id);
  }
  const again = isRefusal(exchange) ? await aged() : null;
  if (again === null || !isRefusal(again)) {
    return missing(`${description}: ${outcomeOf(exchange)}`, [exchange.id]);
  }
  const control = await card.write(value, { purpose: "control" });
  if (!succeeded(control)) {
    return missing("the same write is refused with a timestamp of now as well", [exchange.id]);
  }
  return {
    kind: "violated",
    message: `A write ${description} was refused twice, and accepted with one of now; the limit is ${api.timestampWindowSeconds} seconds.`,
    expected: ["2xx"],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, again.id, control.id],
  };
}

/** One check for each write operation. */
export const timestampFreshChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id,
    title: `a timestamp younger than ${inWords(api.timestampWindowSeconds)} is not refused for its age`,
    requirements: ["auth.timestamp.fresh"],
    run: (run) =>
      withCard(run, operation, async (card) => {
        const before = await card.control();
        if (!before.accepted) return [notAccepted(before)];
        const facts: Fact[] = [];
        for (const age of freshSeconds) facts.push(await writeWithAge(run, card, age));
        return facts;
      }),
  }),
);
