/** Writes in a situation: what is sent before them, and what they take over from it. */
import { randomUUID } from "node:crypto";
import { operations } from "../../../../generated/operations.ts";
import { isAskedFor, isSameSpelling } from "../../../plan/draw.ts";
import {
  afterPause,
  afterRefused,
  afterWrite,
  pauseSeconds,
  repetition,
  writeSituations,
} from "../../../plan/situations.ts";
import type { Spelling } from "../../../plan/spellings.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import { situatedToken } from "../../kit/situation.ts";
import type { TriedSituation } from "../../kit/spelled.ts";
import type { CardUnderTest } from "./card-under-test.ts";

const purpose = "situation";

/** The write that another one repeats. */
export interface Repeated {
  readonly value: number;
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
  const repeated = { value: card.nextValue(), idempotencyKey: randomUUID() };
  // In another spelling, its body might count as another one.
  await card.inSpellings(row).write(repeated.value, { purpose, idempotencyKey: repeated.idempotencyKey });
  return repeated;
}

/** A write that has to be refused. */
function sendRefused(card: CardUnderTest): Promise<Exchange> {
  const alteration = { description: "without Authorization", authorization: () => null };
  return card.write(card.nextValue(), { purpose, alteration });
}

/** A write as specified in each situation for which there is a token, and the response to it. */
export function triedSituations(run: Run, card: CardUnderTest): Promise<readonly TriedSituation[]> {
  return run.memoize(`situations of ${card.form.operation}`, async () => {
    const possible = writeSituations.filter(
      (situation) => isAskedFor(situation, run.draw) && (situation !== afterPause || isPatient(run)),
    );
    const tried = await Promise.all(
      possible.map(async (situation) => {
        const again = () => sendIn(run, card, situation);
        const exchange = await ifConclusive(again());
        return exchange === null ? [] : [{ situation, exchange, again }];
      }),
    );
    return tried.flat();
  });
}

/** The situations in which this server takes a write as specified: in others, nothing shows why one is refused. */
export async function usableSituations(run: Run, card: CardUnderTest): Promise<readonly Spelling[]> {
  const tried = await triedSituations(run, card);
  return tried.filter(({ exchange }) => succeeded(exchange)).map(({ situation }) => situation);
}

/** True for a run that may take longer for what it draws. */
function isPatient({ waitMs, draw: { strength, only = [] } }: Run): boolean {
  const isAsked = only.some((name) => isSameSpelling(name, afterPause));
  return waitMs >= pauseSeconds * 1000 && (strength === "pairs" || isAsked);
}

async function sendIn(run: Run, card: CardUnderTest, situation: Spelling): Promise<Exchange> {
  const token = await situatedToken(run, operations[card.form.operation], [situation]);
  const { value = card.nextValue(), ...repeated } = (await sendBefore(run, card, [situation])) ?? {};
  return card.write(value, { purpose, token, ...repeated });
}
