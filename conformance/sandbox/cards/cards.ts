/** The cards a sandbox starts with: realistic, and the same for the same seed. */

import { responseSchema } from "../../../generated/operations.ts";
import type { components } from "../../../generated/types.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listCards } from "../../base/cards/index.ts";
import { withValueAt } from "../../base/pointer.ts";
import { isObject } from "../../base/shape.ts";
import { mulberry32 } from "../../plan/random.ts";
import type { Choices } from "../choices.ts";
import { sampleItems, sampleSuccess } from "../samples.ts";

/** A card as the description has it, and as the sandbox keeps and serves it. */
export type Card = components["schemas"]["Card"];

/** The limits of a card. */
export type Limits = Card["limits"];

/** Some of the properties of an object, and of the objects in it. */
type Some<T> = T extends object ? { [Name in keyof T]?: Some<T[Name]> } : T;

const firstNames =
  "Amara Jonas Mei Tomasz Ines Farid Linnea Oscar Priya Mateo Hanna Kofi Yuki Elif Noah Sofia".split(" ");
const lastNames =
  "Okafor Berg Tanaka Nowak Duarte Haddad Lind Moreau Nair Vega Novak Mensah Sato Kaya Weber Rossi".split(
    " ",
  );
const nicknames = [
  "Office supplies",
  "Travel",
  "Client lunches",
  "Cloud hosting",
  "Fuel",
  "Marketing",
  "Team events",
  "Subscriptions",
  "Petty cash",
  "Conference",
  "Café & kitchen",
  "",
];

/**
 * The cards of a sandbox: made by hand as far as this file knows them and the description allows it, otherwise as in
 * the samples.
 *
 * @param count - Number of cards, 0 or more.
 * @param seed - Any integer; the same seed gives the same cards.
 */
export function seededCards(count: number, seed: number, choices: Choices): Card[] {
  const samples = samplesFor(count);
  const made = withChosenValues(inventedCards(count, seed, samples), choices);
  return inChosenOrder(fittingCards(made, samples), choices);
}

/**
 * Makes `count` cards in ascending order of id.
 *
 * @param count - Number of cards, 0 or more.
 * @param seed - Any integer; the same seed gives the same cards.
 */
export function makeCards(count: number, seed: number): Card[] {
  const samples = samplesFor(count);
  return fittingCards(inventedCards(count, seed, samples), samples);
}

function samplesFor(count: number): readonly unknown[] {
  return sampleItems("listCards", count, 1);
}

/** Cards as this file knows them, whether the description still allows it or not. */
function inventedCards(count: number, seed: number, samples: readonly unknown[]): Card[] {
  const random = mulberry32(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const digits = (length: number) => String(Math.floor(random() * 10 ** length)).padStart(length, "0");
  return Array.from({ length: count }, (_, index) => {
    const daily = 1000 + 500 * Math.floor(random() * 18);
    const made: Some<Card> = {
      id: `CRD${100_001 + index * 7}`,
      last4: digits(4),
      nickname: pick(nicknames),
      cardHolder: { id: `USR${digits(5)}`, fullName: `${pick(firstNames)} ${pick(lastNames)}` },
      limits: { daily, monthly: daily * 8, atm: pick([0, 200, 500]), approvalBased: null },
      availableBalance: Math.floor(random() * 25_000),
    };
    return completed(made, samples[index % samples.length]) as Card;
  });
}

/**
 * The cards with the values of a sample wherever what this file makes is no longer as described. Where ids are taken
 * from samples, there are no more cards than these, and they come in the order of these ids.
 */
export function fittingCards(cards: readonly Card[], samples: readonly unknown[]): Card[] {
  const fitting = cards.map((card, index) => {
    const sample = samples[index % samples.length];
    return wrongIn(card).reduce((next, at) => withValueAt(next, at, valueAt(sample, at)), card as unknown);
  }) as Card[];
  if (fitting.every(({ id }, index) => id === cards[index]?.id)) return fitting;
  return fitting.slice(0, samples.length).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const { items } = listCards.paginated;
const pageSchema = responseSchema(listCards, 200);

/** Where in a card something is not as described: JSON pointers. */
function wrongIn(card: Card): string[] {
  const validate = pageSchema === null ? undefined : validators[pageSchema];
  if (validate?.(withValueAt(sampleSuccess("listCards"), items, [card])) !== false) return [];
  const inCard = `${items}/0/`;
  const places = (validate.errors ?? []).map(({ instancePath }) => instancePath);
  return places.filter((place) => place.startsWith(inCard)).map((place) => place.slice(inCard.length - 1));
}

/** Adds what only a sample of the description has, such as a field that is newer than this file. */
function completed(made: unknown, sample: unknown): unknown {
  if (made === undefined) return structuredClone(sample);
  if (!isObject(made) || !isObject(sample)) return made;
  const names = new Set([...Object.keys(made), ...Object.keys(sample)]);
  return Object.fromEntries([...names].map((name) => [name, completed(made[name], sample[name])]));
}

const approvalValues: Readonly<Record<string, Limits["approvalBased"]>> = {
  null: null,
  boolean: false,
  number: 0,
  object: { required: false, threshold: 100 },
};

/** Applies the values that the choices ask for. */
function withChosenValues(cards: Card[], choices: Choices): Card[] {
  const decimals = choices.get("gap.amounts.decimals") === "decimals";
  for (const card of cards) {
    card.limits.approvalBased = approvalValues[choices.get("gap.approval-based.type") ?? "null"];
    if (decimals) {
      card.availableBalance += 0.5;
      card.limits.monthly += 0.25;
    }
  }
  return cards;
}

/** Applies the order that the choices ask for. */
function inChosenOrder(cards: Card[], choices: Choices): Card[] {
  switch (choices.get("gap.list.order")) {
    case "id-descending":
      return cards.reverse();
    case "other":
      return cards.sort((a, b) => a.last4.localeCompare(b.last4) || a.id.localeCompare(b.id));
    default:
      return cards;
  }
}
