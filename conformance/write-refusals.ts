/** Sends defective writes in batches, each batch between two writes without a defect. */
import { changedElsewhere, someLooks, staysByItself, steady } from "./card-compare.ts";
import { type CardUnderTest, type Control, dailyOf, type WriteOperation } from "./card-under-test.ts";
import { missing, type Run } from "./check.ts";
import type { Alteration } from "./probe/alteration.ts";
import { judgeRefusal, type RefusalRule } from "./refusal.ts";
import type { Fact } from "./verdict.ts";
import type { Exchange } from "./wire/exchange.ts";

/** A defect, and what the specification demands of it. */
export interface Defect {
  /** Id of the check that it belongs to. */
  readonly check: string;
  readonly alteration: Alteration;
  readonly rule: RefusalRule;
}

/** What came of one defective write. */
export interface RefusedWrite {
  readonly defect: Defect;
  readonly fact: Fact;
  /** null where it was not sent. */
  readonly exchange: Exchange | null;
  readonly effect: "none" | "applied" | "unknown";
  /** What else it has changed, in words; null where nothing. */
  readonly elsewhere: string | null;
  /** True where the same write changed something again, and nothing changes by itself. */
  readonly certain: boolean;
}

/** Small enough to tell by its value which refused write had an effect, and to stay within a token's life. */
const batchSize = 6;
const rounds = 2;

/**
 * Sends every defect once. Each has a daily limit of its own, so that the card tells afterwards whether one
 * of them was carried out.
 */
export async function refuseWrites(
  run: Run,
  card: CardUnderTest,
  operation: WriteOperation,
  defects: readonly Defect[],
): Promise<RefusedWrite[]> {
  const results: RefusedWrite[] = [];
  let before = await card.control(operation);
  for (let start = 0; start < defects.length; start += batchSize) {
    const batch = defects.slice(start, start + batchSize);
    let judged: RefusedWrite[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const sent = before?.accepted === true ? await sendBatch(run, card, operation, batch) : [];
      const between = sent.length === 0 ? null : await card.read();
      const after = before?.accepted === true ? await card.control(operation) : before;
      const values = new Set(sent.map(({ value }) => value));
      const elsewhere =
        before?.after && between
          ? changedElsewhere(before.after, between, card.id, values, card.wrote)
          : null;
      judged = batch.map((defect, index) => ({
        ...judgeOne(card, defect, sent[index], before, after, between),
        elsewhere,
        certain: false,
      }));
      const renewed = before !== null && after !== null && usedToken(before) !== usedToken(after);
      before = after;
      const failing = judged.some(({ fact }) => fact.kind === "missing" && fact.serverError === true);
      // A token that was renewed inside the batch may be why a request was refused, and a server may fail once.
      if (!renewed && !failing) break;
    }
    // The last write that was carried out hides those before it: one by one, each shows its own effect.
    if (
      batch.length > 1 &&
      judged.some(({ effect, elsewhere }) => effect === "applied" || elsewhere !== null)
    ) {
      judged = [];
      for (const defect of batch) judged.push(...(await refuseOne(run, card, operation, defect)));
      before = card.ledger.at(-1) ?? before;
    }
    results.push(...judged);
  }
  return results;
}

/** One defective write alone; where it seems to change something else, once more. */
async function refuseOne(
  run: Run,
  card: CardUnderTest,
  operation: WriteOperation,
  defect: Defect,
): Promise<RefusedWrite[]> {
  const [first] = await refuseWrites(run, card, operation, [defect]);
  if (first === undefined || first.elsewhere === null) return first === undefined ? [] : [first];
  const [again] = await refuseWrites(run, card, operation, [defect]);
  const certain =
    typeof again?.elsewhere === "string" &&
    (await run.once("card stays by itself", () => staysByItself(card, operation, someLooks, steady)));
  return [{ ...first, certain }];
}

interface SentDefect {
  readonly value: number;
  readonly exchange: Exchange | null;
  readonly problem: string | null;
}

async function sendBatch(
  run: Run,
  card: CardUnderTest,
  operation: WriteOperation,
  batch: readonly Defect[],
): Promise<SentDefect[]> {
  const sent: SentDefect[] = [];
  for (const { check, alteration } of batch) {
    const value = card.nextValue();
    if (alteration.scopes === undefined) {
      sent.push({
        value,
        exchange: await card.write(operation, value, { purpose: check, alteration }),
        problem: null,
      });
      continue;
    }
    const token = await narrowToken(run, alteration.scopes);
    if (typeof token === "string") {
      sent.push({ value, exchange: null, problem: token });
      continue;
    }
    const call = { operation, path: { id: card.id }, body: card.body(operation, value), alteration };
    sent.push({ value, exchange: await run.probe.callWith(check, call, token), problem: null });
  }
  return sent;
}

/** A token that really lacks a scope, or in words why there is none. */
export async function narrowToken(run: Run, scopes: readonly string[]) {
  const token = await run.probe.tokens.narrow(scopes);
  if (token === null) return "the server gives no token for fewer scopes";
  const extra = token.scopes?.filter((scope) => !scopes.includes(scope)) ?? [];
  return extra.length === 0 ? token : `the server grants ${extra.join(" ")} although it was not asked for`;
}

function judgeOne(
  card: CardUnderTest,
  defect: Defect,
  sent: SentDefect | undefined,
  before: Control | null,
  after: Control | null,
  between: Parameters<typeof dailyOf>[0],
): RefusedWrite {
  const unsent = (fact: Fact): RefusedWrite => ({
    defect,
    fact,
    exchange: null,
    effect: "unknown",
    elsewhere: null,
    certain: false,
  });
  if (before === null) return unsent(missing("the control write could not be sent"));
  if (sent === undefined) {
    const status = before.exchange.response?.status ?? before.exchange.failure?.message;
    return unsent(missing(`the write as specified is not accepted (${status})`, [before.exchange.id]));
  }
  if (sent.exchange === null) return unsent(missing(sent.problem ?? "no token"));
  const daily = dailyOf(between, card.id);
  // Where not even an accepted write can be seen, the absence of an effect says nothing.
  const visible = dailyOf(before.after, card.id) === before.value;
  const effect = daily === sent.value ? "applied" : daily === null || !visible ? "unknown" : "none";
  const fact = judgeRefusal(
    { before: before.exchange, altered: sent.exchange, after: after?.exchange ?? null, effect },
    defect.rule,
  );
  return { defect, exchange: sent.exchange, fact, effect, elsewhere: null, certain: false };
}

function usedToken({ exchange }: Control): string | undefined {
  return exchange.request.headers.find(([name]) => name === "Authorization")?.[1];
}
