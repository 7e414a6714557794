/** Signatures whose first byte is 0: who reads one as a number loses it (RFC 8017, section 4.1). */
import { api } from "../../../../generated/operations.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import { isPlainRefusal, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { signedPartsOf } from "../../../wire/request.ts";
import { signedString } from "../../../wire/signed-string.ts";
import { held, type Run } from "../../kit/check.ts";
import { type Fact, violations } from "../../kit/verdict.ts";
import { pathTo } from "../write-form.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import { writeCheckId } from "./write-check.ts";

/** The oldest timestamp that is tried, in seconds: clearly within the window, also when it is sent again. */
const oldest = Math.floor(0.7 * api.timestampWindowSeconds);

/** The youngest of the recent seconds in which the signature of a write begins with the byte 0; null if there is none. */
async function secondOfZero(run: Run, card: CardUnderTest): Promise<number | null> {
  const { target, sign, serverNow } = run.probe.builder;
  const { signingKey } = target;
  if (signingKey === null) return null;
  const call = { operation: card.form.operation, path: pathTo(card.form.operation, card.id) };
  const now = Math.floor(serverNow() / 1000);
  for (let second = now; second > now - oldest; second -= 1) {
    const signature = await sign(signingKey, signedString(signedPartsOf(target, call, String(second))));
    if (Buffer.from(signature, api.signature.encoding)[0] === 0) return second;
  }
  return null;
}

/**
 * Judges a write whose signature begins with the byte 0, which about one in 256 does.
 *
 * @returns Nothing where none of the recent seconds gives such a signature, or its age or amount may be the reason.
 * @throws Inconclusive if there is no token.
 */
export async function judgeFirstByte(run: Run, card: CardUnderTest): Promise<readonly Fact[]> {
  // Clearly within the window, it is enough to know the clock roughly.
  if (run.draw.rows === 0 || run.probe.session.clock() === null) return [];
  const second = await secondOfZero(run, card);
  if (second === null) return [];
  const purpose = writeCheckId("signature.scheme", card.form.operation);
  const write = (at: number, description: string) => {
    const alteration: Alteration = { description, timestamp: () => String(at) };
    return card.write(card.nextValue(), { purpose, alteration });
  };
  const zero = () => write(second, "whose signature begins with the byte 0");
  const first = await zero();
  if (succeeded(first)) return [held("a signature that begins with the byte 0 is accepted", first.id)];
  // A little older: it is not the age that is refused.
  const other = await write(second - 1, "that was signed a second before");
  const again = [await zero(), await zero()];
  const exchanges = [first, ...again, other].map(({ id }) => id);
  // Refused for another reason, such as its amount, it says nothing of signatures.
  if (![first, ...again].every(isPlainRefusal) || !succeeded(other)) return [];
  return violations({
    message:
      "A write whose signature begins with the byte 0 was refused three times, and accepted when it was signed for a second before.",
    expected: ["2xx: a signature has as many bytes as its key, whichever they are"],
    received: `${outcomeOf(first)}, three times`,
    exchanges,
    // There need not be such a second when it is asked again.
    isLasting: true,
  });
}
