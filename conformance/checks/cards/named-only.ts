/** A patch that names another limit than daily, or none, changes nothing else. */
import { jsonText } from "../../base/json-text.ts";
import { succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { longestPauseMs } from "../kit/situation.ts";
import type { Fact } from "../kit/verdict.ts";
import { fieldsBesideDaily, hasMovedBefore, someLooks, staysByItself } from "./kit/card-compare.ts";
import type { Snapshot } from "./kit/card-list.ts";
import { changedBeside, type OtherPatch, otherPatches, patchAgain } from "./kit/other-patches.ts";
import { writeCheck } from "./kit/write-check.ts";
import { limitsOf, type RawCard } from "./limits.ts";

/** How often a patch has to have changed what it does not name. */
const times = 3;

/** The documented fields of a card. */
const fieldsOf = (card: RawCard | undefined): Readonly<Record<string, unknown>> => ({
  ...fieldsBesideDaily(card),
  "limits.daily": limitsOf(card)?.daily,
});

/** What a patch that changed something else shows: it has to do so each time, and nobody else may. */
async function judged(run: Run, made: OtherPatch, field: string): Promise<Fact> {
  const { card, named, exchange } = made;
  const textOf = (view: Snapshot | null) => jsonText(fieldsOf(view?.cards.get(card.id))[field]);
  const all = [made];
  while (all.length < times) {
    const again = await patchAgain(made, field);
    if (again === null || !changedBeside(again).includes(field))
      return missing(`${field} changed beside a patch that does not name it, but not again`, [exchange.id]);
    all.push(again);
  }
  const watch = { looks: 2 * someLooks, besideMs: longestPauseMs(run) };
  const isMoved = hasMovedBefore(run.probe.session.exchanges, card.id, fieldsOf);
  if (isMoved || !(await staysByItself(card, watch, fieldsOf)))
    return missing("the card also changes while this run writes nothing; that may be somebody else's doing");
  const what = named === null ? "A patch that names nothing" : `A patch that names ${named} alone`;
  return {
    kind: "violated",
    message: `${what} changes ${field} as well.`,
    expected: [`${field} ${textOf(made.before)}`],
    received: `${field} ${textOf(made.after)}, each of ${times} times`,
    pointer: `/${field.replace(".", "/")}`,
    exchanges: all.map((one) => one.exchange.id),
    isLasting: true,
  };
}

/** The check of such patches, where any is accepted. */
export const namedOnlyChecks: readonly Check[] = [
  writeCheck("updateCardLimits", {
    id: "write.named-only",
    title: "what a patch does not name stays as it was",
    requirements: ["patch.partial"],
    run: async (run) => {
      const facts: Fact[] = [];
      for (const made of await otherPatches(run)) {
        const [field] = changedBeside(made);
        if (field !== undefined) facts.push(await run.withCardLock(() => judged(run, made, field)));
        else if (succeeded(made.exchange) && made.after !== null)
          facts.push(held("what the patch did not name stayed", made.exchange.id));
      }
      return facts.length > 0 ? facts : [missing("no patch of anything but daily was accepted")];
    },
  }),
];
