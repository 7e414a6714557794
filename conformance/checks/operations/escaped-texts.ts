/** A text that is shown as HTML would have it, with `&amp;` for `&`: in JSON, a text is what it is. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import { shortened } from "../../base/text.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Given, type Lost, partsOf } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#039": "'", "#x27": "'", "#34": '"' },
};

/** True for a text that is another one with entities of HTML in place of some characters. */
export function isEscaped(shown: string, asked: string): boolean {
  const plain = shown.replace(/&(#?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole);
  return shown !== asked && plain === asked;
}

/** The texts that are shown escaped each time, by what was asked for. */
export function escapedTexts(given: readonly Given[]): readonly Lost[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const texts = given.flatMap((one) => {
      const [asked, shown] = [one.asked, one.shown].map((value) => valueAt(value, pointer));
      return typeof asked === "string" && typeof shown === "string" ? [{ one, asked, shown }] : [];
    });
    return [...new Set(texts.map(({ asked }) => asked))].flatMap((asked) => {
      const alike = texts.filter((text) => text.asked === asked);
      const isEach = alike.every(({ shown }) => isEscaped(shown, asked));
      return isEach ? [{ pointer, lost: alike.map(({ one }) => one) }] : [];
    });
  });
}

/** Tells of such a text. */
export function escapedTextFact(row: Row, { pointer, lost }: Lost): Fact {
  const [first] = lost;
  const [asked, shown] = [first?.asked, first?.shown].map((value) => String(valueAt(value, pointer)));
  return {
    kind: "violated",
    message: `${nameOf(row)} shows ${pointer.slice(1)} with entities of HTML in it, which JSON does not know.`,
    expected: [shortened(asked ?? "", 60)],
    received: shortened(shown ?? "", 60),
    pointer,
    exchanges: lost.map(({ exchange }) => exchange),
  };
}
