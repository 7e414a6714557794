/** Open questions about what the body of a write may contain, and what the response to it is. */
import type { GapId } from "../../../../generated/requirements.ts";
import { isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, isPlainRefusal, isRefusal, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { answer, type Check, missing } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import type { Fact } from "../../kit/verdict.ts";
import { question } from "../../open-questions/question.ts";
import { acceptance, withCard } from "../kit/acceptance.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { neverAccepted } from "../kit/never-accepted.ts";
import { changedBeside, otherPatch } from "../kit/other-patches.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import type { WriteOperation } from "../write-form.ts";

function responseKind({ response }: Exchange): string {
  if (response === null) return "none";
  const body = response.json;
  if (response.bytes === 0) return `${response.status}-empty`;
  if (typeof body !== "object" || body === null) return `${response.status}-other`;
  const kind = "id" in body && "limits" in body ? "card" : writtenLimit in body ? "limits" : "other";
  return `${response.status}-${kind}`;
}

/** A question that is asked with the card, after a write as specified was accepted. */
const cardQuestion = (
  gap: GapId,
  operation: WriteOperation,
  ask: (card: CardUnderTest, accepted: Exchange) => Fact | Promise<Fact>,
): Check =>
  question(gap, "write", (run) =>
    withCard(run, operation, async (card) => {
      const { accepted, exchange } = await card.control();
      if (!accepted) throw new Inconclusive("no write as specified was accepted");
      return ask(card, exchange);
    }),
  );

const responseOf = (gap: "gap.put.response" | "gap.patch.response", operation: WriteOperation): Check =>
  cardQuestion(gap, operation, (_, accepted) => {
    const kind = responseKind(accepted);
    const seen = `${accepted.request.method} is answered ${kind.replace("-", " with ")}`;
    return answer(kind, seen, [accepted.id]);
  });

const bodyOfPut = question("gap.put.body", "write", (run) =>
  run.withCardLock(async () => {
    const patch = await acceptance(run, "updateCardLimits");
    const put = await acceptance(run, "replaceCardLimits");
    const ids = [put.accepted ?? put.refused[0]].flatMap((exchange) => exchange?.id ?? []);
    if (put.accepted !== null) {
      const { body } = put.card.form;
      return answer(body, `the body ${body} is accepted`, ids);
    }
    const why = neverAccepted(put);
    // The body can be the reason only if PATCH shows that token, headers and signature are right.
    const isKnown = patch.accepted !== null && put.refused.some(isPlainRefusal);
    return isKnown ? answer("unknown", why, ids) : missing(why, ids);
  }),
);

/** Whether a patch of another limit than the written one has an effect. */
const patchable = (gap: GapId, named: string): Check =>
  question(gap, "write", async (run) => {
    const { card, exchange, before, after } = await otherPatch(run, named);
    const then = limitsOf(before?.cards.get(card.id))?.[named];
    const status = outcomeOf(exchange);
    if (!isAmount(limitsOf(card.original)?.[named]))
      return missing(`the ${named} limit of ${card.id} is not a number`);
    if (isRefusal(exchange))
      return answer("refused", `a patch of ${named} is refused with ${status}`, [exchange.id]);
    if (!succeeded(exchange)) return missing(status, [exchange.id]);
    return jsonText(limitsOf(after?.cards.get(card.id))?.[named]) === jsonText(then)
      ? answer("ignored", `a patch of ${named} succeeds and changes nothing`, [exchange.id])
      : answer("accepted", `${named} is changed by a patch`, [exchange.id]);
  });

/** Whether a patch that changes nothing is accepted. */
const bodyAccepted = (gap: GapId, named: string | null): Check =>
  question(gap, "write", async (run) => {
    const made = await otherPatch(run, named);
    const { exchange, before, after } = made;
    const [field] = changedBeside(made);
    const status = outcomeOf(exchange);
    // "It succeeds and changes nothing" is only said where nothing changed.
    if (field !== undefined) return missing(`it was answered ${status}, and ${field} changed`, [exchange.id]);
    if (isRefusal(exchange)) return answer("refused", `answered ${status}`, [exchange.id]);
    return before === null || after === null
      ? missing(status, [exchange.id])
      : answer("accepted", `answered ${status}`, [exchange.id]);
  });

/** Open questions about what a body may contain and what a write returns. */
export const limitQuestions: readonly Check[] = [
  bodyOfPut,
  responseOf("gap.put.response", "replaceCardLimits"),
  responseOf("gap.patch.response", "updateCardLimits"),
  patchable("gap.patch.monthly", "monthly"),
  patchable("gap.patch.atm", "atm"),
  bodyAccepted("gap.patch.approval-based", "approvalBased"),
  bodyAccepted("gap.patch.empty", null),
];
