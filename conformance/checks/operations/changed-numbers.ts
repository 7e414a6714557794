/** A number that is shown as another one close to it, though other ones are shown as they were: a fraction that is cut off. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Given, type Lost, partsOf } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

/** The numbers of which a fraction is missing, or another one is shown, each time, by what was asked for. */
export function changedNumbers(given: readonly Given[]): readonly Lost[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const numbers = given.flatMap((one) => {
      const [asked, shown] = [one.asked, one.shown].map((value) => valueAt(value, pointer));
      return typeof asked === "number" && typeof shown === "number" ? [{ one, asked, shown }] : [];
    });
    // Who shows whole numbers alone may do so of a purpose.
    const isFraction = ({ asked }: { readonly asked: number }) => !Number.isInteger(asked);
    if (!numbers.some((number) => isFraction(number) && number.asked === number.shown)) return [];
    return [...new Set(numbers.filter(isFraction).map(({ asked }) => asked))].flatMap((asked) => {
      const alike = numbers.filter((number) => number.asked === asked);
      // A number may be kept in the half of the bits (format: float).
      const isSame = (shown: number) => Math.fround(shown) === Math.fround(asked);
      const isOther = ({ shown }: { readonly shown: number }) =>
        !isSame(shown) && Math.abs(shown - asked) < 1;
      return alike.every(isOther) ? [{ pointer, lost: alike.map(({ one }) => one) }] : [];
    });
  });
}

/** Tells of such a number. */
export function changedNumberFact(row: Row, { pointer, lost }: Lost): Fact {
  const [first] = lost;
  return {
    kind: "violated",
    message: `${nameOf(row)} shows another ${pointer.slice(1)} than was asked for, each time with this number.`,
    expected: [String(valueAt(first?.asked, pointer))],
    received: String(valueAt(first?.shown, pointer)),
    pointer,
    exchanges: lost.map(({ exchange }) => exchange),
  };
}
