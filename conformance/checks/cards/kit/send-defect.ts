/** Sends one defective write. */
import { operations } from "../../../../generated/operations.ts";
import { repetition } from "../../../plan/situations.ts";
import type { Run } from "../../kit/check.ts";
import { onInconclusive } from "../../kit/inconclusive.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import { situatedToken } from "../../kit/situation.ts";
import { tokenFor } from "../../kit/token-for.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import type { SentDefect } from "./judge-write.ts";
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
  let value = card.nextValue();
  const write = async () => {
    const operation = operations[card.form.operation];
    const token = (await tokenFor(run, alteration.scopes)) ?? (await situatedToken(run, operation, row));
    const repeated = before === undefined ? await sendBefore(run, card, row) : before;
    value = repeated?.value ?? value;
    return card.write(value, { purpose: check, alteration, token, ...repeated });
  };
  const exchange = await onInconclusive(write(), (reason) => reason);
  return { value, isSame: row.includes(repetition), exchange };
}
