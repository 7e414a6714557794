/** Writes as specified in other spellings: they are accepted, and have the same effect. */
import { operations } from "../../../generated/operations.ts";
import { afterRefused, afterWrite, laterToken, narrowToken, repetition } from "../../plan/situations.ts";
import type { Spelling } from "../../plan/spellings.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Check, Run } from "../kit/check.ts";
import { situatedToken } from "../kit/situation.ts";
import { alterationIn, judgeSituations, judgeSpellings, orNotSent } from "../kit/spelled.ts";
import { judgePairs } from "../kit/spelled-pairs.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { spellableWrite } from "./kit/drawn-writes.ts";
import { judgeEffects, usableForEffects } from "./kit/judge-effects.ts";
import { isOfKey, sendBefore, triedSituations, usableSituations } from "./kit/situated-write.ts";
import { writeCheck } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

/** One check for each write. */
export const spelledWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "spelling",
    title: "a write as specified is accepted in every spelling, with the same effect",
    requirements: ["request.spelling", "error.refusal.client-error"],
    run: (run) =>
      withCard(run, operation, async (card) =>
        orNotSent(run, [
          ...(await judgeSpellings(run, spellableWrite(card))),
          ...(await judgeSituations(spellableWrite(card), await situationsToWork(run, card))),
          ...(await judgePairs(run, spellableWrite(card), await situationsCombined(run, card), (row) =>
            sendIn(run, card, row),
          )),
          ...(await judgeEffects(run, card, await usableForEffects(run, card), "the effect")),
        ]),
      ),
  }),
);

/** The situations in which a write is judged: how a repetition is answered is open. */
async function situationsToWork(run: Run, card: CardUnderTest) {
  const tried = await triedSituations(run, card);
  return tried.filter(({ situation: one }) => one !== repetition && !isOfKey(one));
}

/** Situations that take no other request beside them, and no pause. */
const combined = [laterToken, narrowToken, afterRefused, afterWrite];

async function situationsCombined(run: Run, card: CardUnderTest): Promise<readonly Spelling[]> {
  return (await usableSituations(run, card)).filter((one) => combined.includes(one));
}

async function sendIn(run: Run, card: CardUnderTest, row: readonly Spelling[]): Promise<Exchange> {
  const token = await situatedToken(run, operations[card.form.operation], row);
  await sendBefore(run, card, row);
  const altered = row.length === 0 ? {} : { alteration: alterationIn(row) };
  return card.write(card.nextValue(), { purpose: "spelling", token, ...altered });
}
