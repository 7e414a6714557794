/** A text of which the beginning alone is shown, though other ones are shown whole: a service may have less room than it says. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import { shortened } from "../../base/text.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Given, type Lost, partsOf } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

/** The texts of which the end is missing each time, by what was asked for; spaces at the end are none. */
export function cutTexts(given: readonly Given[]): readonly Lost[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const texts = given.flatMap((one) => {
      const [asked, shown] = [one.asked, one.shown].map((value) => valueAt(value, pointer));
      if (typeof asked !== "string" || typeof shown !== "string" || shown === "") return [];
      const isCut = asked.startsWith(shown) && asked.slice(shown.length).trim() !== "";
      return [{ one, asked, isCut, isWhole: asked === shown }];
    });
    if (!texts.some(({ isWhole }) => isWhole)) return [];
    return [...new Set(texts.map(({ asked }) => asked))].flatMap((asked) => {
      const alike = texts.filter((text) => text.asked === asked);
      return alike.every(({ isCut }) => isCut) ? [{ pointer, lost: alike.map(({ one }) => one) }] : [];
    });
  });
}

/** Tells of such a text. */
export function cutTextFact(row: Row, { pointer, lost }: Lost): Fact {
  const [first] = lost;
  const [asked, shown] = [first?.asked, first?.shown].map((value) => String(valueAt(value, pointer)));
  return {
    kind: "violated",
    message: `${nameOf(row)} shows no more than the beginning of ${pointer.slice(1)}, each time with this text.`,
    expected: [`${asked?.length} characters`],
    received: `${shown?.length} of them: ${shortened(shown ?? "", 60)}`,
    pointer,
    exchanges: lost.map(({ exchange }) => exchange),
  };
}
