import { type Amount, amountBeside, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { limitsOf } from "../../base/limits.ts";
import { type Exchange, isPlainRefusal, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { acceptance } from "../kit/acceptance.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { answer, type Check, missing } from "../kit/check.ts";
import { neverAccepted } from "../kit/refused-as-specified.ts";
import type { Fact } from "../kit/verdict.ts";
import { readyCard, type WriteName } from "../writes-refused.ts";
import { question } from "./question.ts";

function responseKind({ response }: Exchange): string {
  if (response === null) return "none";
  const body = response.json;
  if (response.bytes === 0) return `${response.status}-empty`;
  if (typeof body !== "object" || body === null) return `${response.status}-other`;
  const kind = "id" in body && "limits" in body ? "card" : "daily" in body ? "limits" : "other";
  return `${response.status}-${kind}`;
}

const responseOf = (gap: "gap.put.response" | "gap.patch.response", name: WriteName): Check =>
  question(gap, "write", (run) =>
    run.withCardLock(async () => {
      const card = await readyCard(run, name);
      const control = await card.control();
      if (control === null || !control.accepted) return [missing("no write as specified was accepted")];
      const kind = responseKind(control.exchange);
      return [
        answer(kind, `${name.toUpperCase()} is answered ${kind.replace("-", " with ")}`, [
          control.exchange.id,
        ]),
      ];
    }),
  );

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
    // Only where PATCH shows that token, headers and signature are right can the body be the reason.
    const isKnown = patch.accepted !== null && put.refused.some(isPlainRefusal);
    return [isKnown ? answer("unknown", why, ids) : missing(why, ids)];
  }),
);

/** Not 1, which a server that counts something up by mistake would also come to. */
const probeStep = 7;

/** Patches one further field, reads it, and puts it back. */
async function patchField(card: CardUnderTest, field: "monthly" | "atm"): Promise<Fact> {
  const original = limitsOf(card.original)?.[field];
  if (!isAmount(original)) return missing(`the ${field} limit of ${card.id} is not a number`);
  const before = await card.control();
  if (before === null || !before.accepted) return missing("no write as specified was accepted");
  const send = (value: Amount) => card.write(0, { purpose: `gap.patch.${field}`, body: { [field]: value } });
  const exchange = await send(amountBeside(original, probeStep));
  if (exchange === null) return missing("no token");
  if (!succeeded(exchange)) {
    const status = exchange.response?.status ?? 0;
    return isRefusal(exchange)
      ? answer("refused", `a patch of ${field} is refused with ${status}`, [exchange.id])
      : missing(outcomeOf(exchange), [exchange.id]);
  }
  const snapshot = await card.readUntil((limits) => jsonText(limits?.[field]) !== jsonText(original));
  const read = limitsOf(snapshot?.cards.get(card.id))?.[field];
  if (jsonText(read) === jsonText(original))
    return answer("ignored", `a patch of ${field} succeeds and changes nothing`, [exchange.id]);
  await send(original);
  await card.readUntil((limits) => jsonText(limits?.[field]) === jsonText(original));
  return answer("accepted", `${field} is changed by a patch`, [exchange.id]);
}

const patchable = (gap: "gap.patch.monthly" | "gap.patch.atm", field: "monthly" | "atm"): Check =>
  question(gap, "write", (run) =>
    run.withCardLock(async () => {
      const card = await readyCard(run, "patch");
      return [await patchField(card, field)];
    }),
  );

const bodyAccepted = (
  gap: "gap.patch.approval-based" | "gap.patch.empty",
  bodyOf: (card: CardUnderTest) => unknown,
): Check =>
  question(gap, "write", (run) =>
    run.withCardLock(async () => {
      const card = await readyCard(run, "patch");
      const before = await card.control();
      if (before === null || !before.accepted) return [missing("no write as specified was accepted")];
      const exchange = await card.write(0, { purpose: gap, body: bodyOf(card) });
      if (exchange === null) return [missing("no token")];
      const status = exchange.response?.status ?? 0;
      if (!succeeded(exchange) && !isRefusal(exchange)) {
        return [missing(outcomeOf(exchange), [exchange.id])];
      }
      return [answer(succeeded(exchange) ? "accepted" : "refused", `answered ${status}`, [exchange.id])];
    }),
  );

/** Open questions about what a body may hold and what a write answers. */
export const limitQuestions: readonly Check[] = [
  bodyOfPut,
  responseOf("gap.put.response", "put"),
  responseOf("gap.patch.response", "patch"),
  patchable("gap.patch.monthly", "monthly"),
  patchable("gap.patch.atm", "atm"),
  bodyAccepted("gap.patch.approval-based", (card) => ({
    approvalBased: limitsOf(card.original)?.approvalBased ?? null,
  })),
  bodyAccepted("gap.patch.empty", () => ({})),
];
