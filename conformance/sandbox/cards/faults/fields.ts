/** Faults of the fields of a card: absent, of another type, malformed; always, sometimes, on later pages. */
import type { RequirementId } from "../../../../generated/requirements.ts";
import { type Edit, edited, remove, rename, set } from "../../faults/changes.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "../../faults/fault.ts";
import { everyFifth, fromThirdPage, only } from "../../faults/when.ts";
import { typeName } from "../limits-body.ts";

const fault = faultsWhen(only("listCards"));
const replays = ["exchange.list-cards.200", "exchange.list-cards.200-next"] as const;

/** Changes every card of a page. */
const cards = (edit: Edit) =>
  edited((body, context) => {
    for (const card of body.cards as Record<string, unknown>[]) edit(card, context);
  });

/** Each field of a card with its rule, values of a wrong type and malformed values. */
const fields: readonly [path: string, rule: RequirementId, wrong: unknown, malformed?: string][] = [
  ["id", "card.id", 100_001, "crd-100001"],
  ["last4", "card.last4", 4242, "**42"],
  ["nickname", "card.nickname", null],
  ["cardHolder", "card.holder", "Maria Keller"],
  ["cardHolder.id", "card.holder.id", 501, "501"],
  ["cardHolder.fullName", "card.holder.full-name", { first: "Maria", last: "Keller" }],
  ["limits", "card.limits", null],
  ["limits.daily", "card.limits.daily", "5000"],
  ["limits.monthly", "card.limits.monthly", "40000"],
  ["limits.atm", "card.limits.atm", null],
  ["availableBalance", "card.available-balance", "12750.00"],
];

/** Faults of the fields of a card. */
export const cardFieldFaults: readonly Fault[] = catalogue(
  ...fields.flatMap(([path, rule, wrong, malformed]) => {
    const sends = (suffix: string, description: string, value: unknown) =>
      fault(`card.${path}-${suffix}`, `sends ${path} as ${description}`, { reply: cards(set(path, value)) });
    return [
      breaks("card.complete"),
      fault(`card.${path}-missing`, `leaves out ${path}`, { reply: cards(remove(path)) }),
      breaks(rule, rule, ...replays),
      sends("type", typeName(wrong), wrong),
      ...(malformed === undefined ? [] : [sends("malformed", JSON.stringify(malformed), malformed)]),
    ];
  }),
  breaks("card.complete"),
  fault("card.approval-based-missing", "leaves out limits.approvalBased", {
    reply: cards(remove("limits.approvalBased")),
  }),
  fault("card.full-name-renamed", "calls fullName full_name", {
    reply: cards(rename("cardHolder.fullName", "full_name")),
  }),
  breaks("card.available-balance"),
  fault("card.balance-sometimes-string", "sends availableBalance as a string in every fifth response", {
    when: everyFifth,
    reply: cards(set("availableBalance", "0")),
  }),
  breaks("card.complete"),
  fault("card.nickname-missing-later", "leaves out nickname from the third page on", {
    when: fromThirdPage,
    reply: cards(remove("nickname")),
  }),
  breaks("card.last4"),
  fault("card.last4-short-later", "sends three digits as last4 from the third page on", {
    when: fromThirdPage,
    reply: cards(set("last4", "424")),
  }),
  breaks("card.limits.atm"),
  fault("card.atm-null-later", "sends limits.atm as null from the third page on", {
    when: fromThirdPage,
    reply: cards(set("limits.atm", null)),
  }),
);
