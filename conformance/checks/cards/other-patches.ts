/** A patch that names another limit than the written one changes it to whatever amount; and one that names none, nothing. */
import { isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { longestPauseMs } from "../kit/situation.ts";
import type { Fact } from "../kit/verdict.ts";
import {
  changesByItself,
  fieldsBesideWritten,
  hasMovedBefore,
  someLooks,
  staysByItself,
} from "./kit/card-compare.ts";
import type { Snapshot } from "./kit/card-list.ts";
import {
  changedBeside,
  type OtherPatch,
  otherPatches,
  patchAgain,
  patchToZero,
  type ZeroPatch,
} from "./kit/other-patches.ts";
import { writeCheck } from "./kit/write-check.ts";
import { fitsPatch, limitsOf, type RawCard, writtenLimit } from "./limits.ts";

/** How often a patch has to have changed what it does not name. */
const times = 3;

/** The documented fields of a card. */
const fieldsOf = (card: RawCard | undefined): Readonly<Record<string, unknown>> => ({
  ...fieldsBesideWritten(card),
  [`limits.${writtenLimit}`]: limitsOf(card)?.[writtenLimit],
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
  if (isMoved || !(await staysByItself(card, watch, fieldsOf))) return changesByItself;
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

/** True for a patch to 0 that succeeded and left what was there. */
const isIgnored = ({ before, after }: ZeroPatch) => after !== null && after !== "0" && after === before;

/** True for a patch that succeeded and left 0 where it was, although the amount before is another one. */
const isStuck = ({ card: { original } }: OtherPatch, named: string, { after, left }: ZeroPatch) =>
  after === "0" && left === "0" && jsonText(limitsOf(original)?.[named]) !== "0";

/** What patches to 0 show, of a limit that another patch has changed. */
async function judgedZero(made: OtherPatch, named: string): Promise<Fact> {
  const first = await patchToZero(made);
  const { exchange, after } = first;
  if (after === null) return missing(`no patch of ${named} to 0 was seen to be carried out`, [exchange.id]);
  if (isStuck(made, named, first)) return judgedStuck(made, named, first.leaving);
  if (after === "0") return held(`${named} was changed to 0`, exchange.id);
  if (!isIgnored(first)) return missing(`${named} became ${after} after a patch to 0`, [exchange.id]);
  const second = await patchToZero(made);
  if (!isIgnored(second)) return missing(`${named} was once not changed to 0`, [exchange.id]);
  return {
    kind: "violated",
    message: `A patch of ${named} to 0 succeeds and changes nothing, unlike one to another amount.`,
    expected: [`limits.${named} 0`],
    received: `limits.${named} ${after}, as before, each of 2 times`,
    pointer: `/limits/${named}`,
    exchanges: [exchange.id, second.exchange.id],
    isLasting: true,
  };
}

/** The same of a limit that stayed 0 once. */
async function judgedStuck(made: OtherPatch, named: string, once: Exchange): Promise<Fact> {
  const second = await patchToZero(made);
  if (!isStuck(made, named, second)) return missing(`${named} was once not changed from 0`, [once.id]);
  return {
    kind: "violated",
    message: `A patch of ${named} from 0 succeeds and changes nothing, unlike one from another amount.`,
    expected: [`limits.${named} ${jsonText(limitsOf(made.card.original)?.[named])}`],
    received: `limits.${named} 0, as before, each of 2 times`,
    pointer: `/limits/${named}`,
    exchanges: [once.id, second.leaving.id],
    isLasting: true,
  };
}

/** The check of such patches, where any is accepted; after those which compare with what this run has written so far. */
export const namedOnlyCheck: Check = writeCheck("updateCardLimits", {
  id: "write.named-only",
  stage: "last",
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
    return facts.length > 0 ? facts : [missing(`no patch of anything but ${writtenLimit} was accepted`)];
  },
});

/**
 * The check of patches to 0, after all other ones: for them, a limit that becomes what this run has written may be its
 * own write, seen late.
 */
export const zeroCheck: Check = writeCheck("updateCardLimits", {
  id: "write.zero",
  stage: "last",
  title: "a limit that a patch can change is changed to 0 as well, and from it",
  requirements: ["patch.zero"],
  run: async (run) => {
    const facts: Fact[] = [];
    for (const made of await otherPatches(run)) {
      const { card, named } = made;
      if (named === null || !card.listed.log.patchable.has(named)) continue;
      if (isAmount(limitsOf(card.original)?.[named]) && fitsPatch(named, 0))
        facts.push(await run.withCardLock(() => judgedZero(made, named)));
    }
    return facts.length > 0 ? facts : [missing(`no limit but ${writtenLimit} was changed by a patch`)];
  },
});
