/** Sends defective writes: many at the same time, and what that leaves unclear one after the other. */
import { succeeded } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import { isServerError, type WriteDefect } from "../../kit/refusal.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import {
  isRenewed,
  judgeOne,
  type RefusedWrite,
  type RefusedWrites,
  type SentDefect,
} from "./judge-write.ts";
import { sendDefect } from "./send-defect.ts";
import { judgeTogether } from "./write-batches.ts";

/** Small enough to tell by its value which refused write had an effect, and to fit in a token's lifetime. */
const batchSize = 6;
/** How often a batch is sent again, if something else may explain its responses. */
const mostAgain = 1;
/** How often a write after which something else had changed is sent again: somebody else may change it once. */
const timesElsewhere = 2;

/** How often they are sent together: what one of them changes may hide what another one did. */
const roundsTogether = 2;

/** Sends defective writes together, and those one after the other of which that does not show what came of them. */
export async function refuseTogether(
  run: Run,
  card: CardUnderTest,
  defects: readonly WriteDefect[],
): Promise<RefusedWrites> {
  const results = new Map<WriteDefect, RefusedWrite>();
  let left = defects;
  for (let round = 0; round < roundsTogether && left.length > 0; round += 1) {
    const { results: judged, doubtful } = await judgeTogether(run, card, left);
    for (const [defect, result] of judged) {
      if (!doubtful.has(defect) && isClear(defect, result)) results.set(defect, result);
    }
    const unclear = left.filter((defect) => !results.has(defect));
    if (unclear.length === left.length) break;
    left = unclear;
  }
  const alone = left.length === 0 ? new Map() : await refuseWrites(run, card, left);
  return new Map(
    defects.flatMap((defect) => {
      const result = results.get(defect) ?? alone.get(defect);
      return result === undefined ? [] : [[defect, result] as const];
    }),
  );
}

/** True where nothing that was sent at the same time can have made a difference. */
function isClear({ rule }: WriteDefect, { fact, effect, exchange }: RefusedWrite): boolean {
  if (effect === "hidden") return rule !== null && exchange !== null && succeeded(exchange);
  // Where not even a write as specified is to be seen, it is not seen the next time either.
  if (rule === null || fact.kind === "held" || effect === "unknown") return true;
  return fact.kind === "violated" && exchange !== null && succeeded(exchange);
}

/**
 * Each defect has an amount of its own, so that the card shows afterwards whether one of them was carried out.
 * The last one carried out hides earlier ones: a batch with an effect is sent once more, and the card is read
 * after each of its writes.
 */
export async function refuseWrites(
  run: Run,
  card: CardUnderTest,
  defects: readonly WriteDefect[],
): Promise<RefusedWrites> {
  const results = new Map(await inBatches(run, card, defects));
  for (const [defect, first] of results) {
    if (first.elsewhere === null) continue;
    let last = first;
    for (let time = 0; time < timesElsewhere && last.elsewhere !== null; time += 1) {
      last = (await inBatches(run, card, [defect])).get(defect) ?? last;
    }
    // What one of them changes each time is no chance for the others either, and writes are few.
    if (last.elsewhere !== null) break;
    if (last.exchange !== null) results.set(defect, last);
  }
  return results;
}

async function inBatches(
  run: Run,
  card: CardUnderTest,
  defects: readonly WriteDefect[],
): Promise<RefusedWrites> {
  const results = new Map<WriteDefect, RefusedWrite>();
  let before = await ifConclusive(card.control());
  for (let start = 0; start < defects.length; start += batchSize) {
    const batch = defects.slice(start, start + batchSize);
    let isSingly = batch.length === 1;
    for (let again = 0; ; ) {
      const isAccepted = before?.accepted === true;
      const sent = isAccepted ? await sendBatch(run, card, batch, isSingly) : [];
      const after = isAccepted ? await ifConclusive(card.control()) : before;
      const judged = batch.map((defect, index) => judgeOne(card, defect, sent, index, before, after));
      const mayBeRenewal = isRenewed(before, after);
      before = after;
      if (!isSingly && judged.some(({ effect, elsewhere }) => effect === "applied" || elsewhere !== null)) {
        isSingly = true;
        continue;
      }
      // A token renewed within the batch may explain why a request was refused, and a server may fail once.
      if ((mayBeRenewal || judged.some(({ fact }) => isServerError(fact))) && again < mostAgain) {
        again += 1;
        continue;
      }
      for (const [index, defect] of batch.entries()) results.set(defect, judged[index] as RefusedWrite);
      break;
    }
  }
  return results;
}

async function sendBatch(
  run: Run,
  card: CardUnderTest,
  batch: readonly WriteDefect[],
  isSingly: boolean,
): Promise<readonly SentDefect[]> {
  const sent: SentDefect[] = [];
  for (const defect of batch) {
    const one = await sendDefect(run, card, defect);
    sent.push({ ...one, seen: isSingly ? await card.readSettled() : null });
  }
  if (isSingly) return sent;
  const seen = await card.readSettled();
  return sent.map((one) => ({ ...one, seen }));
}
