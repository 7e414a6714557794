/** What the body of a write in a history holds, besides a new value of the usual limit. */
import { amountBeside, isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import {
  documentedLimits,
  limitFields,
  limitsOf,
  limitText,
  otherAmounts,
  patchFields,
  wholeValues,
  writtenLimit,
} from "../limits.ts";
import type { SetLimit } from "../model/world.ts";
import { bodyIn, limitsNamed, omittedIn } from "../write-form.ts";

/** The kinds of content, each in words that follow "with". */
export const contents = {
  zero: "the amount 0",
  first: "the amount that was there first",
  large: "a large amount",
  several: "several limits",
  equal: "the other limits as they are",
  others: "new values of all limits but the usual one",
  kept: "the usual limit as it is and new values of the others",
  crossed: "the limits in another order of size",
  across: "the other limits on the other side of the usual one",
  empty: "a limit before it that is null as it was",
  emptyLast: "a limit behind it that is null as it was",
  wrong: "one limit that is a text",
  word: "one limit that is a word",
} as const;

/** A kind of content. */
export type Content = keyof typeof contents;

/** What is sent; an amount is precise in place of a large one where those are refused. */
export type SentContent = Content | "precise";

/** No integer of 32 bits holds it. */
const beyond32Bits = 2 ** 32;
/** From here on, a floating-point number of 32 bits holds only each fourth integer. */
const beyond24Bits = 2 ** 25;
/** Below this amount, higher values are written: there are no negative ones. */
const roomBelow = 100;
const mostBeside = 89;

/** The other limits that a patch may name and that are null. */
function emptyOf({ original }: CardUnderTest): Readonly<Record<string, null>> {
  const empty = Object.entries(documentedLimits(original)).filter(
    ([field, value]) => value === null && patchFields.includes(field),
  );
  return Object.fromEntries(empty.map(([field]) => [field, null]));
}

/** The other amounts, each of them 0. */
function zeros(card: CardUnderTest): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.keys(otherAmounts(card.original)).map((field) => [field, 0]));
}

/** The other limits, each with a value beside its own, or another one where it is no amount. */
function besideOthersOf(card: CardUnderTest, value: number): Readonly<Record<string, unknown>> {
  const turn = value / card.step;
  const step = card.step * (1 + (turn % mostBeside));
  const amounts = Object.entries(otherAmounts(card.original)).map(([field, amount]): [string, unknown] => {
    const isLow = Number(jsonText(amount)) < Math.max(roomBelow, step);
    return [field, amountBeside(amount, isLow ? step : -step)];
  });
  const others = Object.entries(documentedLimits(card.original)).flatMap(
    ([field, one]): [string, unknown][] => {
      const all = isAmount(one) || !patchFields.includes(field) ? [] : wholeValues(field, one, 0);
      return all.length === 0 ? [] : [[field, all[Math.abs(Math.round(turn)) % all.length]]];
    },
  );
  return Object.fromEntries([...amounts, ...others]);
}

/** The same, each above the usual limit where it was not, and below it where it was: by a step, or far away. */
function acrossFrom(card: CardUnderTest, value: number, isFar = false): Readonly<Record<string, number>> {
  const own = Number(jsonText(limitsOf(card.original)?.[writtenLimit]));
  const far = card.step * Math.floor(value / 2 / card.step);
  return Object.fromEntries(
    Object.entries(otherAmounts(card.original)).map(([field, amount], index) => {
      const step = isFar ? far : card.step * (index + 1);
      const isAbove = Number(jsonText(amount)) > own;
      return [field, isAbove ? Math.max(0, value - step) : value + step];
    }),
  );
}

/** The usual limit between others: neither the first nor the last one, where there are two. */
function amongOthers(others: Readonly<Record<string, unknown>>, amount: unknown): Record<string, unknown> {
  const [first, ...last] = Object.entries(others);
  return Object.fromEntries([...(first === undefined ? [] : [first]), [writtenLimit, amount], ...last]);
}

/**
 * The body of a write. Where it has to be whole and leaves the usual limit as it is, that is what the last control
 * write has made it.
 *
 * @param value - A value that no other write has.
 */
export function bodyOf(card: CardUnderTest, value: number, content: SentContent | undefined): unknown {
  const { form, original } = card;
  const limits = limitsOf(original) ?? {};
  const isWhole = form.operation !== "updateCardLimits";
  const others = besideOthersOf(card, value);
  // A body that has to be whole holds the other limits anyway.
  const beside = (some: Readonly<Record<string, unknown>>, amount: unknown) =>
    isWhole ? bodyIn(form, { ...limits, ...some }, amount) : amongOthers(some, amount);
  switch (content) {
    case "zero":
      // All of them where all have to be there: no other limit is below a limit of 0 then.
      return bodyIn(form, isWhole ? { ...limits, ...zeros(card) } : limits, 0);
    case "first":
      return bodyIn(form, limits, limits[writtenLimit]);
    case "precise":
      return bodyIn(form, limits, beyond24Bits + 4 * value + 1);
    case "large":
      return bodyIn(form, limits, Number.isSafeInteger(beyond32Bits + value) ? beyond32Bits + value : value);
    case "several":
      return beside(others, value);
    case "crossed":
      return beside(acrossFrom(card, value), value);
    case "equal":
      return beside(otherAmounts(card.original), value);
    case "across":
      if (isWhole || Object.keys(others).length === 0) return beside(others, value);
      // The usual limit is not named here, and was set to about that.
      return acrossFrom(card, value, true);
    case "empty":
      return beside(emptyOf(card), value);
    case "emptyLast":
      return isWhole ? bodyIn(form, limits, value) : { [writtenLimit]: value, ...emptyOf(card) };
    case "others":
    case "kept": {
      if (Object.keys(others).length === 0) return beside(others, value);
      const asItIs = card.listed.log.written ?? limits[writtenLimit];
      if (isWhole) return beside(others, asItIs);
      return content === "others" ? others : { [writtenLimit]: asItIs, ...others };
    }
    case "wrong": {
      const [field = null] = Object.keys(others);
      // A careless server stores it as it comes.
      return field === null ? beside({}, value) : beside({ [field]: String(others[field]) }, value);
    }
    case "word": {
      const [field = null] = Object.keys(others);
      const some = field === null ? {} : { [field]: "none" };
      // Behind what is right: a careless server has carried that out by then.
      return isWhole ? bodyIn(form, { ...limits, ...some }, value) : { [writtenLimit]: value, ...some };
    }
    default:
      return bodyIn(form, limits, value);
  }
}

/**
 * What a body does to the limits of the card. A PUT replaces all that it names, while only for the usual limit it is
 * specified that a PATCH can change it: another one may stay unless a patch of it alone was seen to change it. A limit
 * that a PUT leaves out may become anything, and so may one whose value is of another type.
 */
export function setBy(
  { form, original, listed }: CardUnderTest,
  body: unknown,
  content: SentContent | undefined,
): ReadonlyMap<string, SetLimit> {
  const named = limitsNamed(body);
  const isWrong = content === "wrong" || content === "word";
  const mayIgnore = form.operation === "updateCardLimits";
  const set = limitFields
    .filter((field) => Object.hasOwn(named, field))
    .map((field): [string, SetLimit] => [
      field,
      {
        // What null makes of a limit is open.
        text:
          (isWrong && typeof named[field] === "string") || (mayIgnore && named[field] === null)
            ? null
            : limitText(named[field]),
        mayStay: isWrong || (mayIgnore && field !== writtenLimit && !listed.log.patchable.has(field)),
      },
    ]);
  const open = omittedIn(form, limitsOf(original) ?? {}).map((field): [string, SetLimit] => [
    field,
    { text: null, mayStay: true },
  ]);
  return new Map([...set, ...open]);
}
