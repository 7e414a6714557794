/** Defective writes that are sent many at the same time: between two writes without a defect, and then the card is read. */
import { randomFor, shuffled } from "../../../plan/random.ts";
import { afterPause, afterRefused, writeSituations } from "../../../plan/situations.ts";
import type { Run } from "../../kit/check.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import { isRenewed, judgeOne, type RefusedWrite } from "./judge-write.ts";
import { drawnMs } from "./patience.ts";
import { sendDefect } from "./send-defect.ts";
import { sendBefore } from "./situated-write.ts";

/** How many writes are sent before the card is read. */
const sentAtOnce = 40;

/** What came of defective writes that were sent together. */
interface Together<D> {
  readonly results: ReadonlyMap<D, RefusedWrite>;
  /** Those of which something that happened beside them may be the reason. */
  readonly doubtful: ReadonlySet<D>;
}

/** Sends defective writes in batches, and judges each by its response and by the card after its batch. */
export async function judgeTogether<D extends WriteDefect>(
  run: Run,
  card: CardUnderTest,
  all: readonly D[],
): Promise<Together<D>> {
  const results = new Map<D, RefusedWrite>();
  const doubtful = new Set<D>();
  let before = all.length === 0 ? null : await ifConclusive(card.control());
  for (const batch of batchesOf(all)) {
    if (before?.accepted !== true) break;
    const send = async () =>
      [await sendTogether(run, card, batch), await card.readSettled(mostWaitedMs(batch))] as const;
    const [sent, seen] = isAfterPause(batch) ? await run.afterPause(send) : await send();
    const after = await ifConclusive(card.control());
    const known = sent.map((one) => ({ ...one, seen }));
    const judged = batch.map((one, index) => judgeOne(card, one, known, index, before, after));
    const isDoubtful = isRenewed(before, after) || judged.some(({ elsewhere }) => elsewhere !== null);
    for (const [index, one] of batch.entries()) {
      results.set(one, judged[index] as RefusedWrite);
      if (isDoubtful) doubtful.add(one);
    }
    before = after;
  }
  return { results, doubtful };
}

/** What comes before a write, of which there is one for all of a batch or one for each. */
const comesBefore = ({ row = [] }: WriteDefect) => row.find(({ dimension }) => dimension === "after");

/** How long the run may have waited for effects when it still waits for those of a batch, in milliseconds. */
const mostWaitedMs = (batch: readonly WriteDefect[]) =>
  batch.some(({ row = [] }) => row.length > 0) ? drawnMs : undefined;

const isAfterPause = ([first]: readonly WriteDefect[]) =>
  first !== undefined && comesBefore(first) === afterPause;

/** Batches of which all members come after the same. */
function batchesOf<D extends WriteDefect>(all: readonly D[]): readonly (readonly D[])[] {
  const groups = [undefined, ...writeSituations].map((situation) =>
    all.filter((one) => comesBefore(one) === situation),
  );
  return groups.flatMap((group) => {
    // Those after a pause share it.
    const size = isAfterPause(group) ? group.length : sentAtOnce;
    return Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    );
  });
}

/**
 * Sends a batch at the same time; in pairs where an accepted write comes before each. The order is drawn: what is
 * always sent first is never in company, and what is always the fifth meets what is wrong with every fifth.
 */
async function sendTogether(run: Run, card: CardUnderTest, batch: readonly WriteDefect[]) {
  const [first] = batch;
  const situation = first === undefined ? undefined : comesBefore(first);
  const isShared = situation === undefined || situation === afterRefused || situation === afterPause;
  if (situation === afterRefused) await sendBefore(run, card, [situation]);
  const lanes = isShared ? batch.length : run.concurrency;
  const place = `order of ${batch.length} ${card.form.operation} after ${situation?.value ?? "anything"}`;
  const order = shuffled([...batch.entries()], randomFor(run.draw.seed, place)).values();
  const sent: Awaited<ReturnType<typeof sendDefect>>[] = [];
  const lane = async () => {
    for (const [index, one] of order)
      sent[index] = await sendDefect(run, card, one, isShared ? null : undefined);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sent;
}
