/** Writes that are repeated in another spelling under their key: they are the same writes, and not applied again. */
import { randomUUID } from "node:crypto";
import { jsonText } from "../../../base/json-text.ts";
import { whenWords } from "../../../plan/draw.ts";
import type { Spelling } from "../../../plan/spellings.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import { held, missing, type Run } from "../../kit/check.ts";
import { brokenIn, confirmDrawn } from "../../kit/drawn.ts";
import type { Fact } from "../../kit/verdict.ts";
import { writtenLimit } from "../limits.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";
import { everySpelling } from "./drawn-writes.ts";

type Row = readonly Spelling[];

/**
 * Sends some writes, then another one, and then each of the first ones again, in a spelling of its own; and reads the
 * card once: it is as the other write has left it, or as the last of the others that was applied again.
 */
async function judge(card: CardUnderTest, purpose: string, rows: readonly Row[]): Promise<readonly Fact[]> {
  const firsts = [];
  for (const row of rows) {
    const [value, idempotencyKey] = [card.nextValue(), randomUUID()];
    const exchange = await card.write(value, { purpose, idempotencyKey });
    if (succeeded(exchange)) firsts.push({ row, value, idempotencyKey, exchange });
  }
  const between = card.nextValue();
  const other = await card.writeAndRead(between, between, { purpose });
  if (firsts.length < rows.length || !succeeded(other.exchange) || other.amount !== between)
    return rows.map(() => missing("the writes as specified were not carried out", [other.exchange.id]));
  const retries: Exchange[] = [];
  for (const { row, value, idempotencyKey } of firsts)
    retries.push(await card.inSpellings(row).write(value, { purpose, idempotencyKey }));
  const snapshot = await card.readSettled();
  const read = snapshot?.isSettled === true ? jsonText(writtenAmount(snapshot, card.id)) : null;
  const applied = firsts.findIndex(({ value }) => jsonText(value) === read);
  return firsts.map(({ row, value, exchange }, index): Fact => {
    const retry = retries[index]?.id ?? "";
    if (read === jsonText(between)) return held("a retry was not applied again in any spelling", retry);
    if (index !== applied)
      return missing("what came of a retry was written over, or not to be seen", [retry]);
    return {
      kind: "violated",
      message: `A retry with the same Idempotency-Key was applied again, over a later write, ${whenWords(row)}.`,
      expected: [`limits.${writtenLimit} ${between}, as the later write left it`],
      received: `limits.${writtenLimit} ${value}, from the retried write`,
      pointer: `/limits/${writtenLimit}`,
      exchanges: [retry, exchange.id, other.exchange.id],
    };
  });
}

/**
 * True if another body under the key of an earlier write is carried out, which is open: to such a server, another
 * spelling may be another body.
 */
async function takesReuse(card: CardUnderTest, purpose: string): Promise<boolean> {
  const [value, other, idempotencyKey] = [card.nextValue(), card.nextValue(), randomUUID()];
  await card.writeAndRead(value, value, { purpose, idempotencyKey });
  const reused = await card.writeAndRead(other, null, { purpose, idempotencyKey });
  return reused.amount === other;
}

/** Judges repetitions in every spelling in which the server takes the write, combined so that a few show all. */
export async function judgeSpelledRetries(
  run: Run,
  card: CardUnderTest,
  purpose: string,
): Promise<readonly Fact[]> {
  const rows = await everySpelling(run, [card], `retries of ${card.form.operation}`);
  if (rows.length === 0 || (await takesReuse(card, purpose))) return [];
  const facts = await judge(card, purpose, rows);
  const again = (some: readonly Row[]) => judge(card, purpose, some);
  const confirmed = await confirmDrawn(run, brokenIn(rows, facts), { judge: again });
  // A server may carry out what it takes for another body at one time, and not at another.
  return [
    ...facts.filter(({ kind }) => kind === "held"),
    ...confirmed.filter(({ kind }) => kind === "violated"),
  ];
}
