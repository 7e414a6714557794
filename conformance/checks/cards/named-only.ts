/** A patch that names another limit than daily, or none, changes nothing else. */
import { jsonText } from "../../base/json-text.ts";
import { succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { longestPauseMs } from "../kit/situation.ts";
import type { Fact } from "../kit/verdict.ts";
import { fieldsBesideDaily, someLooks, staysByItself } from "./kit/card-compare.ts";
import type { Snapshot } from "./kit/card-list.ts";
import { dailyOf } from "./kit/card-under-test.ts";
import { changedBeside, type OtherPatch, otherPatches, patchAgain } from "./kit/other-patches.ts";
import { writeCheck } from "./kit/write-check.ts";

/** A documented field of the card, as JSON. */
function textOf({ card }: OtherPatch, view: Snapshot | null, field: string): string {
  return jsonText(
    field === "limits.daily" ? dailyOf(view, card.id) : fieldsBesideDaily(view?.cards.get(card.id))[field],
  );
}

/** What a patch that changed something else shows: it has to do so a second time, and nobody else may. */
async function judged(run: Run, made: OtherPatch, field: string): Promise<Fact> {
  const { card, named, exchange, before, after } = made;
  const again = await patchAgain(made, field);
  const isAgain = again !== null && changedBeside(again).includes(field);
  const what = named === null ? "A patch that names nothing" : `A patch that names ${named} alone`;
  const isOwn =
    isAgain &&
    (await staysByItself(card, { looks: someLooks, besideMs: longestPauseMs(run) }, fieldsBesideDaily));
  if (!isOwn)
    return missing(`${field} changed beside a patch that does not name it, but not again`, [exchange.id]);
  return {
    kind: "violated",
    message: `${what} changes ${field} as well.`,
    expected: [`${field} ${textOf(made, before, field)}`],
    received: `${field} ${textOf(made, after, field)}, twice`,
    pointer: `/${field.replace(".", "/")}`,
    exchanges: [exchange.id, again.exchange.id],
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
