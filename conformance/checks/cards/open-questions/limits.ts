/** Open questions about what the body of a write may contain, and what the response to it is. */
import type { GapId } from "../../../../generated/requirements.ts";
import { amountBeside, isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, isPlainRefusal, isRefusal, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { answer, type Check, missing } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import type { Fact } from "../../kit/verdict.ts";
import { question } from "../../open-questions/question.ts";
import { acceptance, withCard } from "../kit/acceptance.ts";
import { changedElsewhere } from "../kit/card-compare.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { neverAccepted } from "../kit/never-accepted.ts";
import { limitsOf } from "../limits.ts";
import type { WriteOperation } from "../write-form.ts";

function responseKind({ response }: Exchange): string {
  if (response === null) return "none";
  const body = response.json;
  if (response.bytes === 0) return `${response.status}-empty`;
  if (typeof body !== "object" || body === null) return `${response.status}-other`;
  const kind = "id" in body && "limits" in body ? "card" : "daily" in body ? "limits" : "other";
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
      return [await ask(card, exchange)];
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
      return [answer(body, `the body ${body} is accepted`, ids)];
    }
    const why = neverAccepted(put);
    // The body can be the reason only if PATCH shows that token, headers and signature are right.
    const isKnown = patch.accepted !== null && put.refused.some(isPlainRefusal);
    return [isKnown ? answer("unknown", why, ids) : missing(why, ids)];
  }),
);

/** Not 1, which a server that increments something by mistake would also reach. */
const probeStep = 7;

/** Patches one further field, reads it, and restores it. */
const patchable = (gap: "gap.patch.monthly" | "gap.patch.atm", field: "monthly" | "atm"): Check =>
  cardQuestion(gap, "updateCardLimits", async (card) => {
    const original = limitsOf(card.original)?.[field];
    if (!isAmount(original)) return missing(`the ${field} limit of ${card.id} is not a number`);
    const isOriginal = (limits: Readonly<Record<string, unknown>> | null | undefined) =>
      jsonText(limits?.[field]) === jsonText(original);
    const send = (value: unknown) => card.write(0, { purpose: gap, body: { [field]: value } });
    const exchange = await send(amountBeside(original, probeStep * card.step));
    if (!succeeded(exchange)) {
      const status = outcomeOf(exchange);
      return isRefusal(exchange)
        ? answer("refused", `a patch of ${field} is refused with ${status}`, [exchange.id])
        : missing(status, [exchange.id]);
    }
    const snapshot = await card.readUntil((limits) => !isOriginal(limits));
    if (isOriginal(limitsOf(snapshot?.cards.get(card.id)))) {
      return answer("ignored", `a patch of ${field} succeeds and changes nothing`, [exchange.id]);
    }
    await send(original);
    await card.readUntil(isOriginal);
    return answer("accepted", `${field} is changed by a patch`, [exchange.id]);
  });

const bodyAccepted = (
  gap: "gap.patch.approval-based" | "gap.patch.empty",
  bodyOf: (card: CardUnderTest) => unknown,
): Check =>
  cardQuestion(gap, "updateCardLimits", async (card) => {
    const before = await card.read();
    const exchange = await card.write(0, { purpose: gap, body: bodyOf(card) });
    const status = outcomeOf(exchange);
    const after = succeeded(exchange) ? await card.readSettled() : null;
    const changed =
      before === null || after === null
        ? null
        : changedElsewhere(before, after, card.id, new Set(), card.wrote);
    // "It succeeds and changes nothing" is only said where nothing changed.
    if (changed !== null)
      return missing(`it was answered ${status}, and ${changed} afterwards`, [exchange.id]);
    return succeeded(exchange) || isRefusal(exchange)
      ? answer(succeeded(exchange) ? "accepted" : "refused", `answered ${status}`, [exchange.id])
      : missing(status, [exchange.id]);
  });

/** Open questions about what a body may contain and what a write returns. */
export const limitQuestions: readonly Check[] = [
  bodyOfPut,
  responseOf("gap.put.response", "replaceCardLimits"),
  responseOf("gap.patch.response", "updateCardLimits"),
  patchable("gap.patch.monthly", "monthly"),
  patchable("gap.patch.atm", "atm"),
  bodyAccepted("gap.patch.approval-based", (card) => ({
    approvalBased: limitsOf(card.original)?.approvalBased ?? null,
  })),
  bodyAccepted("gap.patch.empty", () => ({})),
];
