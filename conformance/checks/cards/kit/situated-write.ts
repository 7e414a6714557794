/** Writes in a situation: what is sent before them, and what they take over from it. */
import { randomUUID } from "node:crypto";
import { operations } from "../../../../generated/operations.ts";
import { isAskedFor } from "../../../plan/draw.ts";
import {
  afterPause,
  afterRefused,
  afterWrite,
  inCompany,
  type KeyForm,
  keyForms,
  nearKeys,
  pauseSeconds,
  repetition,
  sameContent,
  writeContents,
  writeSituations,
} from "../../../plan/situations.ts";
import type { Spelling, SpellingName } from "../../../plan/spellings.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import { Inconclusive, ifConclusive } from "../../kit/inconclusive.ts";
import { besideOthers, situatedToken } from "../../kit/situation.ts";
import type { TriedSituation } from "../../kit/spelled.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import { newKey } from "./near-key.ts";
import { canStandIn, contentIn, isContent, type WriteContent } from "./situated-content.ts";

const purpose = "situation";

/** The write that another one repeats. */
export interface Repeated extends WriteContent {
  readonly idempotencyKey: string;
}

/**
 * Does what comes before a write in these situations; returns the write that it repeats, null for none.
 *
 * @param key - The idempotency key of the write that comes right before it; any by default.
 */
export async function sendBefore(
  run: Run,
  card: CardUnderTest,
  row: readonly Spelling[],
  key: string = randomUUID(),
): Promise<Repeated | null> {
  if (row.includes(afterPause)) await run.probe.session.sleep(pauseSeconds * 1000);
  if (row.includes(afterWrite)) await card.write(card.nextValue(), { purpose, idempotencyKey: key });
  if (row.includes(afterRefused)) await sendRefused(card);
  if (!row.includes(repetition)) return null;
  const repeated = { ...contentIn(card, row), idempotencyKey: randomUUID(), isSame: true };
  // In another spelling, its body might count as another one.
  await card.inSpellings(row).write(repeated.value, { purpose, ...repeated });
  return repeated;
}

/** A write that has to be refused. */
function sendRefused(card: CardUnderTest): Promise<Exchange> {
  const alteration = { description: "without Authorization", authorization: () => null };
  return card.write(card.nextValue(), { purpose, alteration });
}

/**
 * A write as specified in each situation for which there is a token, and the response to it. What comes after a pause
 * is drawn for writes to be refused alone: the write as specified that follows them shows the rest.
 */
export function triedSituations(run: Run, card: CardUnderTest): Promise<readonly TriedSituation[]> {
  return run.memoize(`situations of ${card.form.operation}`, async () => {
    const tried = async (situation: Spelling): Promise<readonly TriedSituation[]> => {
      const again = () => sendIn(run, card, situation);
      const exchange = await ifConclusive(again());
      // What is said of a token then is judged with all other token responses.
      if (situation === afterWrite) await ifConclusive(run.probe.tokens.request(purpose));
      return exchange === null ? [] : [{ situation, exchange, again }];
    };
    const { operation } = card.form;
    const all = writeSituations.filter(
      (one) => isTried(run, one) && (!isContent(one) || canStandIn(operation, one)),
    );
    const together = await Promise.all(all.filter((one) => !comesAfter(one)).map(tried));
    // One at a time: what comes right before it is then what is to come before it.
    const after: (readonly TriedSituation[])[] = [];
    for (const situation of all.filter(comesAfter)) after.push(await tried(situation));
    return [...together, ...after].flat();
  });
}

const comesAfter = (one: Spelling) => one.dimension === afterWrite.dimension || one === sameContent;

function isTried({ draw }: Run, situation: Spelling): boolean {
  return (
    isAskedFor(situation, draw) &&
    (situation !== afterPause || draw.only !== undefined) &&
    (draw.rows > 0 || !onlyDrawn.includes(situation))
  );
}

/** What is sent in these shows nothing by its response alone. */
const onlyDrawn: readonly Spelling[] = [inCompany, ...nearKeys, ...writeContents];

/** The situations in which this server takes a write as specified: in others, nothing shows why one is refused. */
export async function usableSituations(run: Run, card: CardUnderTest): Promise<readonly Spelling[]> {
  const tried = await triedSituations(run, card);
  return tried.filter(({ exchange }) => succeeded(exchange)).map(({ situation }) => situation);
}

/** True for a situation of the key, which must be told from every other one. */
export function isOfKey({ dimension }: SpellingName): boolean {
  return nearKeys.some((near) => near.dimension === dimension);
}

/** The forms of keys that this server takes, besides UUIDs. */
export async function usableKeyForms(run: Run, card: CardUnderTest): Promise<readonly KeyForm[]> {
  const usable = await usableSituations(run, card);
  return keyForms.filter(({ of }) => nearKeys.some((near) => near.of === of && usable.includes(near)));
}

async function sendIn(run: Run, card: CardUnderTest, situation: Spelling): Promise<Exchange> {
  const row = [situation];
  const token = await situatedToken(run, operations[card.form.operation], row);
  const idempotencyKey = (await nearKeyIn(card, row)) ?? randomUUID();
  const repeated = await sendBefore(run, card, row);
  const sent = repeated ?? { ...contentIn(card, row), idempotencyKey };
  // What the card has may have come from elsewhere: then no write has asked for it before.
  if (situation === sameContent) await card.write(sent.value, { purpose, idempotencyKey: randomUUID() });
  return besideOthers(run, row, () => card.write(sent.value, { purpose, token, ...sent }));
}

/**
 * A key made of that of a write which this sends, where these situations ask for one; null otherwise.
 *
 * @throws Inconclusive if that write is not accepted: its key may be of a form that the server does not take.
 */
export async function nearKeyIn(card: CardUnderTest, row: readonly Spelling[]): Promise<string | null> {
  const near = nearKeys.find((one) => row.includes(one));
  if (near === undefined) return null;
  const idempotencyKey = near.of(newKey());
  const earlier = await card.write(card.nextValue(), { purpose, idempotencyKey });
  if (!succeeded(earlier)) throw new Inconclusive("a write with a key of that form was not accepted");
  return near.change(idempotencyKey);
}
