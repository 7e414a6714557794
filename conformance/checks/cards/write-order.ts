/** Of two writes, one sent when the other had been answered, the later one is what is read in the end. */
import { jsonText } from "../../base/json-text.ts";
import { outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { writableCard } from "./kit/acceptance.ts";
import { type CardUnderTest, writtenAmount } from "./kit/card-under-test.ts";
import { afterwardsMs } from "./kit/patience.ts";
import { writtenLimit } from "./limits.ts";
import { nameOf, type WriteOperation } from "./write-form.ts";

/** Writes by one operation and, as soon as that is answered, by the other one. */
async function inOrder(first: CardUnderTest, second: CardUnderTest): Promise<Fact> {
  // What was sent before is to be seen first.
  await first.control();
  const [a, b] = [first.nextValue(), second.nextValue()];
  const one = await first.write(a, { purpose: "write.order" });
  const two = await second.write(b, { purpose: "write.order" });
  const exchanges = [two.id, one.id];
  const both = [one, two];
  const mayComeLater = both.some(({ response, sentBefore }) => response?.status === 202 || sentBefore > 0);
  if (!both.every(succeeded))
    return missing(`the writes were answered ${outcomeOf(one)} and ${outcomeOf(two)}`, exchanges);
  const wasSeen = writtenAmount(await second.read(), second.id) === b;
  await second.sleep(afterwardsMs);
  const read = await second.readUntil((limits) => jsonText(limits?.[writtenLimit]) === jsonText(b));
  const amount = writtenAmount(read, second.id);
  if (amount === b) return held("the later one of two writes is what was read", two.id);
  // After 202, a write may be carried out later than another one; and what is sent twice, later than its answer.
  // Until the later one was seen, it may still be to come.
  if (read === null || amount !== a || mayComeLater || !(wasSeen || read.isSettled === true))
    return missing("neither of two writes is what was read", exchanges);
  const [earlier, later] = [first, second].map(({ form }) => nameOf(form.operation));
  return {
    kind: "violated",
    message: `${later}, sent when ${earlier} had been answered, was overtaken by it.`,
    expected: [`limits.${writtenLimit} ${b}, as the later write left it`],
    received: `limits.${writtenLimit} ${a}, from the earlier one`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [...exchanges, ...read.exchanges],
  };
}

/** The check, where both operations are accepted for one card. */
export const writeOrderChecks: readonly Check[] = [
  {
    id: "write.order",
    title: "of two writes, the later one is what is read in the end",
    requirements: ["service.limits.change"],
    access: "write",
    stage: "request",
    run: (run: Run) =>
      run.withCardLock(async () => {
        const of = (operation: WriteOperation) => writableCard(run, operation);
        const [patch, put] = [await of("updateCardLimits"), await of("replaceCardLimits")];
        if (patch.id !== put.id) return [missing("no card takes both PATCH and PUT")];
        const facts: Fact[] = [];
        for (const [first, second] of [[put, patch] as const, [patch, put] as const]) {
          // These few writes must not lack what many others have used up.
          run.keeper.renewPatience();
          const fact = await inOrder(first, second);
          facts.push(fact);
          // Where writes are not to be seen, they are not waited for once more.
          if (fact.kind === "missing") break;
        }
        return facts;
      }),
  },
];
