/** The figures of samples of faulty servers, as they are kept in figures.json for the documentation. */
import * as is from "../../base/shape.ts";
import { type Class, classes } from "./draw.ts";
import type { Share } from "./sample.ts";

/** Where they are kept; `npm run proof -- --sample N --write` writes it. */
export const figuresFile = new URL("figures.json", import.meta.url);

const ofClass = is.object({
  class: is.oneOf(...classes),
  /** Faulty servers with a request that shows the fault. */
  drawn: is.number,
  found: is.number,
  /** Those found by a check of the broken rule. */
  named: is.number,
  /** Servers that were left out, since no request shows the fault. */
  dropped: is.number,
});

const sample = is.object({
  /** How much the suite drew itself. */
  draws: is.oneOf("default", "thorough"),
  /** How many faulty servers were asked for. */
  size: is.number,
  seed: is.text,
  classes: is.list(ofClass),
});

/** The figures of one class. */
export type ClassFigures = is.Of<typeof ofClass>;

/** The figures of one sample. */
export type SampleFigures = is.Of<typeof sample>;

/** All figures that are kept: one sample for each amount that the suite draws, at most. */
export type Figures = readonly SampleFigures[];

/** The figures of a sample that was judged. */
export function figuresOf(
  { draws, size, seed }: Pick<SampleFigures, "draws" | "size" | "seed">,
  shares: readonly Share[],
): SampleFigures {
  const rows = shares.map(({ group, drawn, found, named, dropped }) => ({
    class: group,
    drawn,
    found,
    named,
    dropped: [...dropped.values()].reduce((sum, count) => sum + count, 0),
  }));
  return { draws, size, seed, classes: rows };
}

/** The figures with those of a sample in place of the earlier ones of its kind. */
export function withSample(figures: Figures, added: SampleFigures): Figures {
  const kept = figures.filter(({ draws }) => draws !== added.draws);
  return added.draws === "default" ? [added, ...kept] : [...kept, added];
}

/**
 * Reads figures.json.
 *
 * @throws SyntaxError for a text that is not JSON. @throws RangeError for figures that cannot be.
 */
export function parseFigures(text: string): Figures {
  const value: unknown = JSON.parse(text);
  const problem = is.list(sample)(value, "figures");
  if (problem !== null) throw new RangeError(problem);
  const figures = value as Figures;
  if (new Set(figures.map(({ draws }) => draws)).size < figures.length) {
    throw new RangeError("figures has two samples of a kind");
  }
  for (const one of figures) checkSample(one);
  return figures;
}

function checkSample({ draws, size, classes: rows }: SampleFigures): void {
  const fail = (problem: string) => {
    throw new RangeError(`the ${draws} sample ${problem}`);
  };
  const names = rows.map((row): Class => row.class);
  if (names.join() !== classes.join()) fail(`has the classes ${names.join(", ")}, not ${classes.join(", ")}`);
  for (const { class: name, drawn, found, named, dropped } of rows) {
    const numbers = [drawn, found, named, dropped];
    if (!numbers.every((count) => Number.isInteger(count) && count >= 0)) fail(`has no counts for ${name}`);
    if (named > found || found > drawn) fail(`has more named than found, or found than drawn, for ${name}`);
  }
  if (rows.reduce((sum, { drawn }) => sum + drawn, 0) > size) fail(`has more servers than its size, ${size}`);
}
