/** Whether what a form of a write may clear can be put back: no limit is risked that might stay changed. */
import type { Amount } from "../../../base/exact-json.ts";
import { succeeded } from "../../../wire/exchange.ts";
import { documentedLimits, limitsOf, writtenLimit } from "../limits.ts";
import { omittedIn } from "../write-form.ts";
import type { CardUnderTest } from "./card-under-test.ts";

/**
 * True if a write in the card's form clears nothing for good: each limit that its body leaves out is null anyway, or
 * a patch that sets it to what it is was accepted.
 *
 * @param purpose - What these patches are for, in the log.
 * @throws Inconclusive if there is no token.
 */
export async function canBePutBack(card: CardUnderTest, purpose: string): Promise<boolean> {
  const limits = documentedLimits(card.original);
  const atRisk = omittedIn(card.form, limitsOf(card.original) ?? {}).filter(
    (field) => limits[field] !== null,
  );
  const patching = card.inForm({ ...card.form, operation: "updateCardLimits" });
  for (const field of atRisk) {
    const body = { [field]: limits[field] };
    if (!succeeded(await patching.write(limits[writtenLimit] as Amount, { purpose, body }))) return false;
  }
  return true;
}
