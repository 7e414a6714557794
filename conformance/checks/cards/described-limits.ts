/** Limits of which the description states that a patch changes them, besides the one that all writes name: one check for each. */
import { type BodyField, bodyFields } from "../../../generated/fields.ts";
import { isAmount } from "../../base/exact-json.ts";
import { outcomeOf, quoted, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { contradictsByStatus } from "../kit/refused-as-specified.ts";
import type { Fact, Violation } from "../kit/verdict.ts";
import { withCard } from "./kit/acceptance.ts";
import { isCertain, type OtherPatch, otherPatch, patchOf } from "./kit/other-patches.ts";
import { writeCheck } from "./kit/write-check.ts";
import { limitFields, limitsOf, limitText, statedInPatch, writtenLimit } from "./limits.ts";

/**
 * The checks.
 *
 * @param all - The properties of bodies of which a row speaks; those of the description by default.
 */
export function describedLimitChecks(all: readonly BodyField[] = bodyFields): readonly Check[] {
  const others = statedInPatch(all).filter(({ name }) => name !== writtenLimit && limitFields.includes(name));
  return others.map(({ name, requirement }) =>
    writeCheck("updateCardLimits", {
      id: `limit.${name}`,
      stage: "last",
      title: `a patch of ${name} changes it`,
      requirements: [requirement],
      run: async (run) => [await judged(run, name)],
    }),
  );
}

/** What patches of a limit show: to a value beside its own, and then to one that the description shows. */
async function judged(run: Run, name: string): Promise<Fact> {
  const near = await otherPatch(run, name);
  const fact = judgeOne(near, name);
  if (fact.kind === "violated") return confirmed(run, name, fact, false);
  if (fact.kind !== "held" || !isAmount(near.other)) return fact;
  const far = await patchAgain(run, name, true);
  return far.kind === "violated" ? confirmed(run, name, far, true) : fact;
}

const patchAgain = (run: Run, name: string, isFar: boolean): Promise<Fact> =>
  withCard(run, "updateCardLimits", async (card) => judgeOne(await patchOf(card, name, isFar), name));

/** What the same patch once more makes of a contradiction: somebody else may have undone the first one. */
async function confirmed(run: Run, name: string, first: Violation, isFar: boolean): Promise<Fact> {
  const again = await patchAgain(run, name, isFar);
  return again.kind === "violated" && again.received === first.received
    ? { ...again, exchanges: [...first.exchanges, ...again.exchanges] }
    : missing(`${name} was once not changed`, first.exchanges);
}

/** Judges a patch that gives a limit another value. */
export function judgeOne({ card, exchange, other, before, after }: OtherPatch, name: string): Fact {
  const textIn = (view: OtherPatch["before"]) => limitText(limitsOf(view?.cards.get(card.id))?.[name]);
  const violated = (message: string, expected: string, received: string): Fact => ({
    kind: "violated",
    message,
    expected: [expected],
    received,
    pointer: `/limits/${name}`,
    exchanges: [exchange.id],
    isLasting: true,
  });
  if (contradictsByStatus(exchange))
    return violated(`A patch of ${name} as described is refused.`, "2xx", quoted(exchange));
  if (!succeeded(exchange) || before === null || after === null)
    return missing(`a patch of ${name} was answered ${outcomeOf(exchange)}`, [exchange.id]);
  const [then, now, sent] = [textIn(before), textIn(after), limitText(other)];
  if (sent === then) return missing(`no other value of ${name} is known than the one that it has`);
  // What a text or an object becomes, a server may write in its own way.
  if (now === sent || (now !== then && !isAmount(other)))
    return held(`${name} was changed by a patch`, exchange.id);
  if (!isCertain(exchange, after)) return missing(`the patch of ${name} is for later`, [exchange.id]);
  const becomes = now === then ? "changes nothing" : "gives it another value";
  return violated(
    `A patch of ${name} succeeds and ${becomes}.`,
    `limits.${name} ${sent}`,
    `limits.${name} ${now}`,
  );
}
