/** Restores the limits of cards, in the forms in which the server has accepted writes. */

import { asItCame, jsonText } from "../../../base/json-text.ts";
import { messageOf } from "../../../base/run-ended.ts";
import { type Exchange, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import type { Probe } from "../../../wire/probe.ts";
import { restoring } from "../../kit/keeper.ts";
import { withWhatElse } from "../beside.ts";
import { documentedLimits, writtenLimit } from "../limits.ts";
import {
  bodyForms,
  bodyIn,
  isSameForm,
  nameOf,
  pathTo,
  specifiedForm,
  type WriteForm,
  writeOperations,
} from "../write-form.ts";
import { readUntil, type Snapshot } from "./card-list.ts";
import type { Journal, JournalCard } from "./journal.ts";

/** Milliseconds between looks, over all cards and forms, since a write may become visible late. */
const looks: readonly number[] = [200, 800, 2000, 5000, 10_000];
/** Milliseconds until the next look when those are used up. */
const lastLook = 200;
const attempts = 3;
const pauseMs = 1000;
/** Milliseconds after which limits are read once more, if a write may still be in progress. */
const settlingMs = 500;

/**
 * Restores every limit that differs from its original value, and reads the cards to verify it; what fails is
 * tried again a little later.
 *
 * @param makeProbe - Makes a probe, with its own token, that sends even after the end of the run.
 * @param mayBeUnderWay - True if an earlier write may still be carried out. Limits that look right are
 *   then written anyway, so that such a write is not the last one, and read once more a moment later.
 * @returns What is left changed, one line for each card; empty if nothing is.
 */
export async function restore(
  makeProbe: () => Probe,
  { cards, forms }: Pick<Journal, "cards" | "forms">,
  mayBeUnderWay = false,
): Promise<readonly string[]> {
  const patience = [...looks];
  const known = withSpecified(forms);
  const restoreAll = async (probe: Probe, isWritten: boolean, by = known): Promise<readonly string[]> => {
    const left: string[] = [];
    for (const card of cards) {
      const problem = await restoreCard(probe, card, { forms: by, patience, isWritten }).catch(
        (error: unknown) => `limits of ${card.id} may be left changed (${messageOf(error)})`,
      );
      if (problem !== null) left.push(problem);
    }
    return left;
  };
  let left: readonly string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const probe = makeProbe();
    if (attempt > 0) await probe.session.sleep(pauseMs);
    left = await restoreAll(probe, mayBeUnderWay);
    if (left.length === 0 && mayBeUnderWay) {
      await probe.session.sleep(settlingMs);
      left = await restoreAll(probe, false);
    }
    // If a write to one card changes others too, the last one may have undone those before it.
    if (left.length === 0 && cards.length > 1) left = await restoreAll(probe, false, []);
    if (left.length === 0) break;
  }
  return left;
}

/** The forms that worked, then the specified ones: a form accepted once is most likely accepted again. */
function withSpecified(forms: readonly WriteForm[]): readonly WriteForm[] {
  const specified = writeOperations.flatMap((operation) => bodyForms(specifiedForm(operation)));
  return [...forms, ...specified.filter((other) => !forms.some((form) => isSameForm(form, other)))];
}

/** How a card is restored. */
interface Manner {
  readonly forms: readonly WriteForm[];
  /** Pauses before further looks, used up one after the other. */
  readonly patience: number[];
  /** True to write limits even if they look right. */
  readonly isWritten: boolean;
}

/** Restores one card; null if its limits are the original ones, otherwise a description of what they are. */
async function restoreCard(
  probe: Probe,
  card: JournalCard,
  { forms, patience, isWritten }: Manner,
): Promise<string | null> {
  const fields = Object.keys(card.limits);
  const differing = (snapshot: Snapshot) => {
    const limits = documentedLimits(snapshot.cards.get(card.id));
    return fields.filter((field) => jsonText(limits[field]) !== jsonText(card.limits[field]));
  };
  const isBack = (snapshot: Snapshot | null) => snapshot !== null && differing(snapshot).length === 0;
  const read = () => readUntil(probe, { pageSize: card.pageSize, purpose: restoring }, card.id);

  let seen = await read();
  if (isBack(seen) && !isWritten) return null;
  const answers: string[] = [];
  for (const form of forms) {
    // In a merge patch null removes a field, so it is sent only if necessary.
    const changed =
      seen === null || isBack(seen) ? fields.filter((field) => card.limits[field] !== null) : differing(seen);
    const sent = await write(probe, card, form, changed);
    answers.push(`${nameOf(form.operation)} was answered ${sent.map(outcomeOf).join(", ") || "not at all"}`);
    seen = await read();
    while (sent.some(succeeded) && seen !== null && !isBack(seen)) {
      const pause = patience.shift();
      await probe.session.sleep(pause ?? lastLook);
      seen = await read();
      if (pause === undefined) break;
    }
    if (isBack(seen)) return null;
    // A server that does not respond at all will not respond to another form.
    if (seen === null && !sent.some(({ response }) => response !== null)) break;
  }
  const problem = probe.tokens.problem();
  const are =
    seen === null
      ? `could not be read${problem === null ? "" : ` (no token: ${problem})`}`
      : `are ${asItCame(documentedLimits(seen.cards.get(card.id)))}`;
  const how = answers.length === 0 ? "changed by a write to another card" : [...new Set(answers)].join("; ");
  return `limits of ${card.id} could not be put back: they were ${asItCame(card.limits)}, and ${are} (${how})`;
}

/** PATCH: one write for each changed limit, since only the written limit is known to be patchable; PUT: one for all. */
async function write(
  probe: Probe,
  card: JournalCard,
  form: WriteForm,
  changed: readonly string[],
): Promise<Exchange[]> {
  const bodies =
    form.operation === "updateCardLimits"
      ? changed.map((field) => ({ [field]: card.limits[field] }))
      : [bodyIn(form, card.limits, card.limits[writtenLimit])];
  const sent: Exchange[] = [];
  for (const body of bodies) {
    const exchange = await probe.call(restoring, {
      operation: form.operation,
      path: pathTo(form.operation, card.id),
      body: withWhatElse(form.operation, body),
      ...(form.way === null ? {} : { way: form.way }),
    });
    if (exchange === null) break;
    sent.push(exchange);
    if (exchange.response === null) break;
  }
  return sent;
}
