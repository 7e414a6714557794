import type { RequirementId } from "../../../generated/requirements.ts";
import { always, changesBody, everyFifth, type Fault, fromThirdPage, isObject, type When } from "./fault.ts";

/** A field of a card: its place, and a value of a wrong type. */
const cardFields: readonly {
  path: string;
  requirement: RequirementId;
  wrong: unknown;
  malformed?: unknown;
}[] = [
  { path: "id", requirement: "card.id", wrong: 100_001, malformed: "crd-100001" },
  { path: "last4", requirement: "card.last4", wrong: 4242, malformed: "**42" },
  { path: "nickname", requirement: "card.nickname", wrong: null },
  { path: "cardHolder", requirement: "card.holder", wrong: "Maria Keller" },
  { path: "cardHolder.id", requirement: "card.holder.id", wrong: 501, malformed: "501" },
  {
    path: "cardHolder.fullName",
    requirement: "card.holder.full-name",
    wrong: { first: "Maria", last: "Keller" },
  },
  { path: "limits", requirement: "card.limits", wrong: null },
  { path: "limits.daily", requirement: "card.limits.daily", wrong: "5000" },
  { path: "limits.monthly", requirement: "card.limits.monthly", wrong: "40000" },
  { path: "limits.atm", requirement: "card.limits.atm", wrong: null },
  { path: "availableBalance", requirement: "card.available-balance", wrong: "12750.00" },
];

function change(
  path: string,
  action: (holder: Record<string, unknown>, name: string) => void,
  when: When = always,
) {
  const names = path.split(".");
  const last = names.pop() ?? "";
  return changesBody(
    "listCards",
    (body) => {
      for (const card of body.cards as Record<string, unknown>[]) {
        const holder = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), card);
        if (isObject(holder)) action(holder, last);
      }
    },
    when,
  );
}

const set =
  (value: unknown) =>
  (holder: Record<string, unknown>, name: string): void => {
    holder[name] = value;
  };
const remove = (holder: Record<string, unknown>, name: string): void => {
  delete holder[name];
};
const rename = (holder: Record<string, unknown>, name: string): void => {
  holder[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).concat("_")] = holder[name];
  delete holder[name];
};

const replays = ["exchange.list-cards.200", "exchange.list-cards.200-next"] as const;

function fieldFault(
  name: string,
  breaks: RequirementId,
  summary: string,
  caughtBy: readonly [string, ...string[]],
  seams: Fault["seams"],
): Fault {
  return { name, breaks, summary, caughtBy, seams };
}

/** Faults of the fields of a card: absent, of another type, malformed; always, sometimes, on later pages. */
export const cardFieldFaults: readonly Fault[] = [
  ...cardFields.flatMap(({ path, requirement, wrong, malformed }) => [
    fieldFault(
      `card.${path}-missing`,
      "card.complete",
      `leaves out ${path}`,
      ["card.complete"],
      change(path, remove),
    ),
    fieldFault(
      `card.${path}-type`,
      requirement,
      `sends ${path} as ${wrong === null ? "null" : typeof wrong === "object" ? "an object" : `a ${typeof wrong}`}`,
      [requirement, ...replays],
      change(path, set(wrong)),
    ),
    ...(malformed === undefined
      ? []
      : [
          fieldFault(
            `card.${path}-malformed`,
            requirement,
            `sends ${path} as ${JSON.stringify(malformed)}`,
            [requirement, ...replays],
            change(path, set(malformed)),
          ),
        ]),
  ]),
  fieldFault(
    "card.approval-based-missing",
    "card.complete",
    "leaves out limits.approvalBased",
    ["card.complete"],
    change("limits.approvalBased", remove),
  ),
  fieldFault(
    "card.full-name-renamed",
    "card.complete",
    "calls fullName full_name",
    ["card.complete"],
    change("cardHolder.fullName", rename),
  ),
  fieldFault(
    "card.balance-sometimes-string",
    "card.available-balance",
    "sends availableBalance as a string in every fifth response",
    ["card.available-balance"],
    change("availableBalance", set("0"), everyFifth),
  ),
  fieldFault(
    "card.nickname-missing-later",
    "card.complete",
    "leaves out nickname from the third page on",
    ["card.complete"],
    change("nickname", remove, fromThirdPage),
  ),
  fieldFault(
    "card.last4-short-later",
    "card.last4",
    "sends three digits as last4 from the third page on",
    ["card.last4"],
    change("last4", set("424"), fromThirdPage),
  ),
  fieldFault(
    "card.atm-null-later",
    "card.limits.atm",
    "sends limits.atm as null from the third page on",
    ["card.limits.atm"],
    change("limits.atm", set(null), fromThirdPage),
  ),
];
