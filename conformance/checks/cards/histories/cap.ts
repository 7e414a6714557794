/** The largest amount that a server keeps, where it takes larger ones and sets that in their place: none is shown. */
import { type Amount, isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { missing, type Run } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { limitsNamed } from "../write-form.ts";
import { bodyOf } from "./content.ts";
import type { Finding } from "./finding.ts";
import { anyOf } from "./play.ts";
import type { WritableCard } from "./send.ts";
import type { History } from "./step.ts";

/** What was read after a usual amount was written, and after a large one then. */
export interface AfterLarge {
  /** The large amount. */
  readonly sent: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The amount that a server sets in place of every larger one; null where what it sets follows from what was asked
 * for, or from what was there before. The bounds of number types are no choice of a server: pure.
 */
export function capIn(tries: readonly AfterLarge[]): Amount | null {
  const [first] = tries;
  if (first === undefined || !isAmount(first.after)) return null;
  const cap = Number(jsonText(first.after));
  const isBetween = ({ before, sent }: AfterLarge) =>
    isAmount(before) && isAmount(sent) && Number(jsonText(before)) < cap && cap < Number(jsonText(sent));
  const isSame = ({ after }: AfterLarge) => jsonText(after) === jsonText(first.after);
  return tries.every((one) => isBetween(one) && isSame(one)) && !isBound(cap) ? first.after : null;
}

function isBound(amount: number): boolean {
  return [amount, amount + 1].some((one) => Number.isInteger(Math.log2(one)));
}

/** How often a usual and then a large amount are written, each time others. */
const times = 2;

/** The contents that hold larger amounts than the card had. */
const larger = ["large", "crossed", "across"] as const;
type Larger = (typeof larger)[number];

/**
 * Says of an accepted write of a large amount, after which another one is read, that it may be the server's choice.
 *
 * @returns null if it is not, or if the finding is another one.
 */
export async function cappedFact(
  run: Run,
  card: WritableCard,
  { contradicts, operation, exchanges, received, place }: Finding,
  steps: History,
): Promise<Fact | null> {
  const last = steps.at(-1);
  const content = larger.find((one) => last?.kind === "write" && last.content === one);
  if (content === undefined || contradicts !== "other value") return null;
  const under = card.get(operation) ?? anyOf(card);
  const field = place?.field.replace("limits.", "") ?? writtenLimit;
  const cap = await run.memoize(`the largest ${field} of ${operation}`, () => capOf(under, content, field));
  if (cap === null) return null;
  if (content === "large") under.listed.log.largeAs = "usual";
  return missing(
    `${received} in place of every larger amount: what the largest one is, is not shown`,
    exchanges,
  );
}

async function capOf(card: CardUnderTest, content: Larger, field: string): Promise<Amount | null> {
  const tries: AfterLarge[] = [];
  while (tries.length < times) {
    const value = card.nextValue();
    // The other limits as they were: one that has its largest amount already would not show that it is set to it.
    const first = content === "large" ? {} : { body: bodyOf(card, value, "equal") };
    const { exchange, snapshot, isSettled } = await card.writeAndRead(value, value, first);
    if (!isSettled || exchange.response === null) return null;
    const before = limitsOf(snapshot?.cards.get(card.id))?.[field];
    // Another one each time: what a number type leaves of it differs.
    const { largeAs } = card.listed.log;
    const sent = content === "large" && largeAs !== "usual" ? largeAs : content;
    const body = bodyOf(card, value * 2 ** (tries.length + 1), sent);
    await card.write(value, { body });
    const read = await card.readUntil((limits) => jsonText(limits?.[field]) !== jsonText(before));
    tries.push({
      sent: limitsNamed(body)[field],
      before,
      after: limitsOf(read?.cards.get(card.id))?.[field],
    });
  }
  return capIn(tries);
}
