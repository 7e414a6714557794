/** Defective writes that are sent many at the same time: between two writes without a defect, and then the card is read. */
import { afterPause, afterRefused, writeSituations } from "../../../plan/situations.ts";
import type { Run } from "../../kit/check.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import { sendBefore } from "./situated-write.ts";
import { judgeOne, type RefusedWrite, sendDefect } from "./write-refusals.ts";

/** How many drawn writes are sent before the card is read. */
const drawnAtOnce = 15;
/** How many pairs of an accepted write and a defective one are sent at the same time, at most. */
const pairsAtOnce = 5;

/** What came of each of them; where one's value is on the card afterwards, another one may have been carried out too. */
export async function judgeTogether<D extends WriteDefect>(
  run: Run,
  card: CardUnderTest,
  all: readonly D[],
): Promise<ReadonlyMap<D, RefusedWrite>> {
  const results = new Map<D, RefusedWrite>();
  let before = all.length === 0 ? null : await ifConclusive(card.control());
  for (const batch of batchesOf(all)) {
    if (before?.accepted !== true) break;
    const sent = await sendTogether(run, card, batch);
    const seen = await card.readSettled();
    const after = await ifConclusive(card.control());
    const known = sent.map((one) => ({ ...one, seen }));
    for (const [index, one] of batch.entries()) {
      results.set(one, judgeOne(card, one, known, index, before, after));
    }
    before = after;
  }
  return results;
}

/** What comes before a write, of which there is one for all of a batch or one for each. */
const comesBefore = ({ row = [] }: WriteDefect) => row.find(({ dimension }) => dimension === "after");

/** Batches of which all members come after the same. */
function batchesOf<D extends WriteDefect>(all: readonly D[]): readonly (readonly D[])[] {
  const groups = [undefined, ...writeSituations].map((situation) =>
    all.filter((one) => comesBefore(one) === situation),
  );
  return groups.flatMap((group) => {
    const [first] = group;
    // Those after a pause share it.
    const size = first !== undefined && comesBefore(first) === afterPause ? group.length : drawnAtOnce;
    return Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    );
  });
}

/** Sends a batch at the same time; in pairs where an accepted write comes before each. */
async function sendTogether(run: Run, card: CardUnderTest, batch: readonly WriteDefect[]) {
  const [first] = batch;
  const situation = first === undefined ? undefined : comesBefore(first);
  if (situation === undefined || situation === afterRefused || situation === afterPause) {
    if (situation !== undefined) await sendBefore(run, card, [situation]);
    return Promise.all(batch.map((one) => sendDefect(run, card, one, null)));
  }
  return inLanes(batch, Math.min(pairsAtOnce, run.concurrency), (one) => sendDefect(run, card, one));
}

/** Does a piece of work for each item, so many at a time, each after the one before it. */
async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = items.entries();
  const lane = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
