/** Sends one defective write. */
import { operations } from "../../../../generated/operations.ts";
import type { Run } from "../../kit/check.ts";
import { onInconclusive } from "../../kit/inconclusive.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import { situatedToken } from "../../kit/situation.ts";
import { tokenFor } from "../../kit/token-for.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import type { SentDefect } from "./judge-write.ts";
import { contentIn, type WriteContent } from "./situated-content.ts";
import { type Repeated, sendBefore } from "./situated-write.ts";

/**
 * Sends one defective write, with a value of its own unless it repeats another one.
 *
 * @param before - What it repeats, null for nothing, where what comes before it was sent already.
 */
export async function sendDefect(
  run: Run,
  card: CardUnderTest,
  { check, alteration, row = [] }: WriteDefect,
  before?: Repeated | null,
): Promise<Omit<SentDefect, "seen">> {
  let sent: WriteContent = { value: 0, isSame: true };
  const write = async () => {
    const operation = operations[card.form.operation];
    const token = (await tokenFor(run, alteration.scopes)) ?? (await situatedToken(run, operation, row));
    const repeated = before === undefined ? await sendBefore(run, card, row) : before;
    sent = repeated ?? contentIn(card, row);
    return card.write(sent.value, { purpose: check, alteration, token, ...sent });
  };
  const exchange = await onInconclusive(write(), (reason) => reason);
  return { value: sent.value, isSame: sent.isSame, exchange };
}
