/** Patches that name something else than the written limit, or nothing, and what was read around each. */
import { isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { limitsOf, otherValues, patchFields, writtenLimit } from "../limits.ts";
import { withCard } from "./acceptance.ts";
import { changedFields } from "./card-compare.ts";
import type { Snapshot } from "./card-list.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";

/** What is patched besides the written limit: each other limit, and nothing. */
const otherNames: readonly (string | null)[] = [...patchFields.filter((name) => name !== writtenLimit), null];

/** One such patch. */
export interface OtherPatch {
  readonly card: CardUnderTest;
  /** The one limit that it names, if any. */
  readonly named: string | null;
  /** The value that it gives the limit. */
  readonly other: unknown;
  readonly exchange: Exchange;
  /** What was read before and after it; null if that failed, or it was not accepted. */
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
}

/** The purpose of these patches. */
export const ofOtherPatches = "other patches";
/** Not 1, which a server that increments something by mistake would also reach. */
const probeStep = 7;

/** What patches of one limit are made with. */
function patching(card: CardUnderTest, named: string | null, isFar = false) {
  const value = named === null ? undefined : limitsOf(card.original)?.[named];
  const others = named === null ? [] : otherValues(named, value, probeStep * card.step);
  const other = others.at(isFar ? -1 : 0) ?? value ?? null;
  return {
    value,
    /** Another value of the limit, or the one that is there where no other is known. */
    other,
    textIn: (view: Snapshot | null) =>
      view === null ? null : jsonText(limitsOf(view.cards.get(card.id))?.[named ?? ""]),
    send: (amount: unknown) =>
      card.write(0, {
        purpose: ofOtherPatches,
        body: named === null ? {} : { [named]: amount },
        isPassing: true,
      }),
    readUntil: (wanted: unknown) =>
      card.readUntil((limits) => named === null || jsonText(limits?.[named]) === jsonText(wanted)),
  };
}

/** Does something while no limit is 0 that a patch can change: from 0, a reset to 0 can't be seen. */
async function withoutZeros<T>(card: CardUnderTest, work: () => Promise<T>): Promise<T> {
  const zeros = otherNames.filter(
    (name) =>
      name !== null &&
      card.listed.log.patchable.has(name) &&
      jsonText(limitsOf(card.original)?.[name]) === "0",
  );
  const set = async (amount: number) => {
    for (const name of zeros) {
      await card.write(0, { purpose: ofOtherPatches, body: { [name ?? ""]: amount }, isPassing: true });
      await card.readUntil((limits) => jsonText(limits?.[name ?? ""]) === jsonText(amount));
    }
  };
  await set(probeStep * card.step);
  try {
    return await work();
  } finally {
    await set(0);
  }
}

/**
 * Patches a limit, or none: the value that was there is put back afterwards.
 *
 * @param isFar - True for the last other value that is known of it, not the first one, which is beside an amount.
 */
export async function patchOf(card: CardUnderTest, named: string | null, isFar = false): Promise<OtherPatch> {
  const { value, other, textIn, send, readUntil } = patching(card, named, isFar);
  // What a patch adds, only null could take away again, and what that does is open.
  if (named !== null && value === undefined) throw new Inconclusive(`${card.id} has no ${named}`);
  const before = await card.read();
  const exchange = await send(other);
  if (!succeeded(exchange)) return { card, named, other, exchange, before, after: null };
  const isOther = jsonText(other) !== jsonText(value ?? null);
  const after = await (isOther
    ? card.readUntil((limits) => named === null || jsonText(limits?.[named]) !== jsonText(value))
    : card.readSettled());
  if (named !== null && isOther && textIn(after) !== jsonText(value)) {
    card.listed.log.patchable.add(named);
    await send(value);
    await readUntil(value);
  }
  return { card, named, other, exchange, before, after };
}

/** A patch of a limit to 0, from another amount, and one that leaves 0 again. */
export interface ZeroPatch {
  readonly exchange: Exchange;
  /** The amount before and after it, as JSON; null where it was not read, or the patch was not accepted, or is for later. */
  readonly before: string | null;
  readonly after: string | null;
  /** The patch that leaves 0, and the amount after it, as `after`. */
  readonly leaving: Exchange;
  readonly left: string | null;
}

/** True if what was read after a write is what came of it: it may come late, and nobody waits any longer. */
export function isCertain({ response }: Exchange, view: Snapshot | null): boolean {
  return response?.status !== 202 && view?.isSettled === true;
}

/** Sends a patch to 0 of a limit that a patch has changed, from an amount that nobody else sets, and puts that back. */
export async function patchToZero({ card, named }: OtherPatch): Promise<ZeroPatch> {
  const { value, other, textIn, send, readUntil } = patching(card, named);
  await send(other);
  const seen = textIn(await readUntil(other));
  const before = seen === jsonText(other) ? seen : null;
  const exchange = await send(0);
  const view = succeeded(exchange) ? await readUntil(0) : null;
  const known = (sent: Exchange, seen: Snapshot | null, wanted: unknown) =>
    textIn(seen) === jsonText(wanted) || isCertain(sent, seen) ? textIn(seen) : null;
  const leaving = await send(value);
  const end = await readUntil(value);
  return {
    exchange,
    before,
    after: known(exchange, view, 0),
    leaving,
    left: succeeded(leaving) ? known(leaving, end, value) : null,
  };
}

/**
 * The patch of one limit, or of none, sent once in a run.
 *
 * @throws Inconclusive where no patch as specified is accepted.
 */
export function otherPatch(run: Run, named: string | null): Promise<OtherPatch> {
  return run.memoize(`other patch ${named}`, () =>
    withCard(run, "updateCardLimits", async (card) => {
      if (!(await card.control()).accepted) throw new Inconclusive("no write as specified was accepted");
      const work = () => patchOf(card, named);
      return isAmount(limitsOf(card.original)?.[named ?? ""]) ? work() : withoutZeros(card, work);
    }),
  );
}

/** All of these patches of limits that the card has, one after the other; those of a run that has sent none are sent now. */
export async function otherPatches(run: Run): Promise<readonly OtherPatch[]> {
  const all: OtherPatch[] = [];
  const has = await withCard(run, "updateCardLimits", async ({ original }) => limitsOf(original) ?? {});
  for (const named of otherNames) {
    if (named === null || Object.hasOwn(has, named)) all.push(await otherPatch(run, named));
  }
  return all;
}

/** The documented fields of the card that the patch does not name, and that are not as they were before it. */
export function changedBeside({ card, named, before, after }: OtherPatch): readonly string[] {
  if (before === null || after === null) return [];
  const [then, now] = [before, after].map((view) => view.cards.get(card.id));
  if (then === undefined || now === undefined) return [];
  const isAmountChanged =
    jsonText(writtenAmount(before, card.id)) !== jsonText(writtenAmount(after, card.id));
  return [
    ...(isAmountChanged ? [`limits.${writtenLimit}`] : []),
    ...changedFields(then, now, new Map()),
  ].filter((field) => field !== `limits.${named}`);
}

/** Sends a patch once more, after the field that it changed as well was put back; null where that can't be done. */
export async function patchAgain(
  { card, named, before }: OtherPatch,
  field: string,
): Promise<OtherPatch | null> {
  const [, name] = /^limits\.(.+)$/.exec(field) ?? [];
  if (name === undefined) return null;
  const value = limitsOf(before?.cards.get(card.id))?.[name];
  await card.write(0, { purpose: ofOtherPatches, body: { [name]: value }, isPassing: true });
  const isBack = (limits: Readonly<Record<string, unknown>> | null) =>
    jsonText(limits?.[name]) === jsonText(value);
  const seen = await card.readUntil(isBack);
  return isBack(limitsOf(seen?.cards.get(card.id)) ?? null) ? patchOf(card, named) : null;
}
