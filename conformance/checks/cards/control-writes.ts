/** Writes as specified: they are accepted, and have exactly the effect they should. */
import { jsonText } from "../../base/json-text.ts";
import { pauseSeconds } from "../../plan/situations.ts";
import { type Exchange, outcomeOf } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run, samplesFirst } from "../kit/check.ts";
import { isPatient, longestPauseMs } from "../kit/situation.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import type { WholeList } from "../kit/whole-list.ts";
import { withCard } from "./kit/acceptance.ts";
import {
  changedBeside,
  changesByItself,
  fieldsBesideWritten,
  hasMovedBefore,
  isChangedByFirst,
  someLooks,
  staysByItself,
} from "./kit/card-compare.ts";
import type { Control } from "./kit/card-log.ts";
import { type CardUnderTest, writtenAmount } from "./kit/card-under-test.ts";
import { failingSince, refusedNowAndThen } from "./kit/refused-after-accepted.ts";
import { areAllSeen, isSeen, severalWrites } from "./kit/seen-writes.ts";
import { writeCheck } from "./kit/write-check.ts";
import { restoreAsWell } from "./kit/write-ledger.ts";
import { documentedLimits, limitsOf, type RawCard, writtenLimit, writtenRows } from "./limits.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";
import { judgeElsewhere, writtenElsewhere } from "./written-elsewhere.ts";

/** How many writes have their effect before it counts that they do: a server may lose one now and then. */
const samplesOfCalm = 5;

/** The card after its control writes, and all of the run for the operation, those around refusals among them. */
async function controls(run: Run, operation: WriteOperation) {
  const card = await run.memoize(`controls ${operation}`, () =>
    withCard(run, operation, async (found) => {
      // What was seen once may come only some seconds after a write.
      if (run.samples > samplesFirst && isPatient(run)) await run.probe.session.sleep(pauseSeconds * 1000);
      const isCalm = (control: Control) => control.accepted && isSeen(found, control);
      // Where histories are played, they show it as well; otherwise it takes as many that follow each other.
      const earlier = run.draw.histories > 0 ? found.listed.log.controls : [];
      const before = earlier.filter((one) => one.operation === operation && isCalm(one));
      const more = Math.max(run.samples, samplesOfCalm - before.length);
      for (let time = 0; time < more; time += 1) {
        if (!isCalm(await found.control()) && time + 1 >= run.samples) break;
      }
      return found;
    }),
  );
  const all = card.listed.log.controls;
  return { card, controls: all.filter((control) => control.operation === operation) };
}

/** A check that looks at each control write of the run; what it looks at must not change by itself. */
function controlCheck(
  operation: WriteOperation,
  check: Pick<Check, "id" | "title" | "requirements" | "essentialTo">,
  look: (control: Control, card: CardUnderTest, log: readonly Exchange[]) => Fact,
  watched: (card: RawCard | undefined) => unknown,
): Check {
  return writeCheck(operation, {
    ...check,
    stage: "last",
    run: async (run) => {
      const made = await controls(run, operation);
      const log = run.probe.session.exchanges;
      const facts = made.controls.map((control) => look(control, made.card, log));
      const broken = facts.filter(({ kind }) => kind === "violated").length;
      if (broken === 0) return facts;
      // Someone else may change the card at any time: it is watched long enough to notice that.
      const looks = Math.min(mostLooks, someLooks + Math.ceil((requestsEach * facts.length) / broken));
      return !hasMovedBefore(log, made.card.id, watched) &&
        (await run.withCardLock(() =>
          staysByItself(made.card, { looks, besideMs: longestPauseMs(run) }, watched),
        ))
        ? facts
        : [changesByItself];
    },
  });
}

/** Requests for a write and reading it back, times three to be sure. */
const requestsEach = 9;
const mostLooks = 100;

/** A fact for a write as specified that was not accepted: it does not show the reason. */
export function notAccepted({ exchange }: Control): Fact {
  return missing(`the write as specified is not accepted (${outcomeOf(exchange)})`, [exchange.id]);
}

/**
 * True if no write of the operation was ever seen, though several were accepted, while each of another one was: what is
 * carried out later there, as an answer of 202 says, is never carried out here.
 */
function isOnlyOperationInVain(card: CardUnderTest, operation: WriteOperation): boolean {
  const accepted = card.listed.log.controls.filter(({ accepted, after }) => accepted && after !== null);
  const own = accepted.filter((one) => one.operation === operation);
  const others = accepted.filter((one) => one.operation !== operation);
  const isInVain = own.length >= severalWrites && !own.some((one) => isSeen(card, one));
  return isInVain && areAllSeen(card, others);
}

const effect = (operation: WriteOperation): Check =>
  controlCheck(
    operation,
    {
      id: "write.effect",
      essentialTo: operation,
      title: "an accepted write is what is read afterwards",
      requirements:
        operation === "updateCardLimits"
          ? ["service.limits.change", "patch.request", writtenRows.patch]
          : ["put.request"],
    },
    (control, card) => {
      const { exchange, value, after } = control;
      if (!control.accepted) return notAccepted(control);
      const read = writtenAmount(after, card.id);
      if (jsonText(read) === jsonText(value)) return held("each accepted write was read back", exchange.id);
      const ids = [exchange.id, ...(after?.exchanges ?? [])];
      if (after === null) return missing("the card could not be read afterwards", ids);
      const isForLater = exchange.response?.status === 202;
      const isInVain = isForLater && isOnlyOperationInVain(card, operation);
      if ((isForLater && !isInVain) || !after.isSettled) {
        return missing(`a write was answered ${outcomeOf(exchange)} and was not to be seen in time`, ids);
      }
      return {
        kind: "violated",
        message: `${exchange.request.method} of limits.${writtenLimit} was answered ${outcomeOf(exchange)}, but is not what is read afterwards.`,
        expected: [`limits.${writtenLimit} ${jsonText(value)}`],
        received: `limits.${writtenLimit} ${jsonText(read)}`,
        pointer: `/limits/${writtenLimit}`,
        exchanges: ids,
        // Asked once more, it would not know how many there were.
        ...(isInVain ? { isLasting: true } : {}),
      };
    },
    (card) => limitsOf(card)?.[writtenLimit],
  );

const otherFields = (operation: WriteOperation): Check =>
  controlCheck(
    operation,
    {
      id: "write.other-fields",
      title: "what the write does not change stays as it was",
      requirements: operation === "updateCardLimits" ? ["patch.partial"] : ["put.request"],
    },
    (control, card, log) => {
      const { exchange, before, after } = control;
      if (!control.accepted || after === null) return notAccepted(control);
      const [then, now] = [before.cards.get(card.id), after.cards.get(card.id)];
      // That it is not there is for the effect of the write, and for the list.
      if (then === undefined || now === undefined)
        return missing("the card was not in the list that was read before or afterwards", after.exchanges);
      const changed = changedBeside(card, then, now);
      const [field] = changed;
      if (field === undefined) return held("all other fields of the card stayed", exchange.id);
      return {
        kind: "violated",
        message: `A write that sets ${writtenLimit} changed ${changed.join(", ")} as well.`,
        expected: [`${field} ${jsonText(fieldsBesideWritten(then)[field])}`],
        received: `${field} ${jsonText(fieldsBesideWritten(now)[field])}`,
        pointer: `/${field.replace(".", "/")}`,
        exchanges: [exchange.id, ...after.exchanges],
        ...(isChangedByFirst(card.listed, control, field, log) ? { isLasting: true } : {}),
      };
    },
    fieldsBesideWritten,
  );

/** What all writes of the run say of other cards; null if nothing. */
async function judgedElsewhere(run: Run, operation: WriteOperation, list: WholeList): Promise<Fact | null> {
  const all = await run.memoize("written elsewhere", async () =>
    writtenElsewhere(run.probe.session.exchanges),
  );
  const own = all.filter(({ write }) => write.operation === operation);
  const fact = judgeElsewhere(own);
  if (fact !== null) for (const { id } of own) restoreAsWell(run, list, id);
  return fact;
}

const otherCards = (operation: WriteOperation): Check =>
  writeCheck(operation, {
    id: "write.other-cards",
    title: "other cards stay as they were",
    requirements: operation === "updateCardLimits" ? ["patch.request"] : ["put.request"],
    stage: "last",
    run: async (run) => {
      const made = await controls(run, operation);
      const { list } = made.card.listed;
      const own = made.controls.filter(({ accepted }) => accepted);
      const touched = own.flatMap((control) =>
        cardsChangedBeside(made.card, control).map((id) => ({ id, control })),
      );
      const elsewhere = await judgedElsewhere(run, operation, list);
      if (elsewhere !== null) return [elsewhere];
      if (touched.length === 0) {
        const seen = own.filter(({ before, after }) => after !== null && before.cards.size > 1);
        return seen.length === 0
          ? [missing("needs an accepted write and a second card to compare with")]
          : seen.map(({ exchange }) => held("the limits of all other cards stayed", exchange.id));
      }
      // Someone else may change other cards at any time; a value that only this run writes is its own,
      // unless the other card had it before.
      const ours = touched.filter(({ id, control: { before, after, value } }) => {
        const [then, now] = [before, after].map((view) => limitsOf(view?.cards.get(id))?.[writtenLimit]);
        return now === value && then !== value;
      });
      for (const { id } of ours) restoreAsWell(run, list, id);
      const [shown] = ours;
      if (shown === undefined) {
        return [missing("limits of other cards changed; that may be somebody else's doing")];
      }
      const { exchange, after } = shown.control;
      return violations({
        message: `A write to ${made.card.id} changed the limits of ${shown.id}.`,
        expected: [`the limits of ${shown.id} as they were`],
        received: jsonText(limitsOf(after?.cards.get(shown.id))),
        exchanges: [exchange.id, ...(after?.exchanges ?? [])],
      });
    },
  });

/** Ids of other cards whose limits differ before and after a write. */
function cardsChangedBeside(card: CardUnderTest, { before, after }: Control): string[] {
  return [...before.cards.keys()].filter((id) => {
    const now = after?.cards.get(id);
    const then = documentedLimits(before.cards.get(id));
    return id !== card.id && now !== undefined && jsonText(then) !== jsonText(documentedLimits(now));
  });
}

const headers = (operation: WriteOperation): Check =>
  writeCheck(operation, {
    id: "write.headers",
    title: "a write with the four headers, signed as specified, is accepted",
    requirements: operation === "updateCardLimits" ? ["patch.headers", "patch.merge-patch"] : ["put.headers"],
    stage: "last",
    run: async (run) => {
      const made = (await controls(run, operation)).controls;
      const log = run.probe.session.exchanges;
      const refused = refusedNowAndThen(log, operation) ?? failingSince(log, operation);
      if (refused !== null) return [refused];
      return made.map((control): Fact => {
        const { exchange, refusedFirst } = control;
        if (refusedFirst !== null) {
          return {
            kind: "violated",
            message: `A write as specified was refused, and accepted when it was sent again at once under a new key${exchange.alteration === null ? "" : ", signed with another timestamp"}.`,
            expected: ["2xx"],
            received: `${outcomeOf(refusedFirst)}, then ${outcomeOf(exchange)}`,
            exchanges: [refusedFirst.id, exchange.id],
          };
        }
        return control.accepted
          ? held(`accepted (${outcomeOf(exchange)})`, exchange.id)
          : notAccepted(control);
      });
    },
  });

/** Checks of writes that are as specified. */
export const controlWriteChecks: readonly Check[] = writeOperations.flatMap((operation) => [
  headers(operation),
  effect(operation),
  otherFields(operation),
  otherCards(operation),
]);
