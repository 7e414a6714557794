/** Open questions about the form of cards and their order: answered by what is received anyway. */

import { answer, type Check, missing, type Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { distinct, question } from "../../open-questions/question.ts";
import { walks } from "../../walks.ts";
import { cardPages } from "../kit/card-list.ts";
import { limitsOf } from "../limits.ts";

/** What the cards of all walks show together; collected page by page, since a list may be long. */
interface CardTraits {
  readonly exchange: string;
  /** The JSON types of limits.approvalBased. */
  readonly approvalBased: readonly string[];
  readonly amounts: number;
  /** Amounts that are not integers. */
  readonly fractions: number;
}

function cardTraits(run: Run): Promise<CardTraits> {
  return run.memoize("card traits", async () => {
    const found = await walks(run, cardPages);
    const pages = found.flatMap((walked) => walked.pages);
    const approvalBased: string[] = [];
    let [cards, amounts, fractions] = [0, 0, 0];
    for (const page of pages) {
      for (const card of page.items ?? []) {
        const limits = limitsOf(card);
        cards += 1;
        if (limits !== null && "approvalBased" in limits) approvalBased.push(typeOf(limits.approvalBased));
        const numbers = [card.availableBalance, ...Object.values(limits ?? {})].filter(
          (value) => typeof value === "number",
        );
        amounts += numbers.length;
        fractions += numbers.filter((value) => !Number.isInteger(value)).length;
      }
    }
    if (cards === 0) throw new Inconclusive("needs at least one card");
    return { exchange: pages[0]?.exchange.id ?? "", approvalBased, amounts, fractions };
  });
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

const approvalBased = question("gap.approval-based.type", "read", async (run) => {
  const { approvalBased: kinds, exchange } = await cardTraits(run);
  if (kinds.length === 0) return missing("no card carries limits.approvalBased");
  const others = distinct(kinds.filter((kind) => kind !== "null"));
  const text = `limits.approvalBased is ${distinct(kinds)} in ${kinds.length} cards`;
  return answer(others === "" ? "null" : others, text, [exchange]);
});

const decimals = question("gap.amounts.decimals", "read", async (run) => {
  const { amounts, fractions, exchange } = await cardTraits(run);
  if (amounts === 0) return missing("no amount that is a number was seen");
  return fractions === 0
    ? answer("integers", `all ${amounts} amounts seen are integers`, [exchange])
    : answer("decimals", `${fractions} of ${amounts} amounts have a fraction`, [exchange]);
});

const order = question("gap.list.order", "read", async (run) => {
  const [walked] = await walks(run, cardPages);
  const numbers = (walked?.ids ?? []).map((id) => Number(id.replace(/^\D+/, "")));
  if (numbers.length < 3) return missing("needs at least three cards");
  const sign = Math.sign((numbers[1] ?? 0) - (numbers[0] ?? 0));
  const isSorted = numbers.every((value, i) => i === 0 || Math.sign(value - (numbers[i - 1] ?? 0)) === sign);
  const exchanges = [walked?.pages[0]?.exchange.id ?? ""];
  if (!isSorted || sign === 0) return answer("other", "cards come in an order other than by id", exchanges);
  const direction = sign > 0 ? "ascending" : "descending";
  return answer(`id-${direction}`, `cards come by id, ${direction}`, exchanges);
});

/** Open questions about cards. */
export const cardQuestions: readonly Check[] = [approvalBased, decimals, order];
