import type { Verdict } from "../base/events.ts";

type Paint = (text: string) => string;

/** Ways to set text off; each is the identity where colors are off. */
export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
}

/**
 * Whether to write colors: FORCE_COLOR decides where it is set (0 and false say no), then NO_COLOR, then
 * whether there is a terminal that is not a dumb one.
 */
export function useColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== "") return !["0", "false", "no"].includes(force.toLowerCase());
  if (no !== undefined && no !== "") return false;
  return isTTY && term !== "dumb";
}

/** The palette for a terminal with or without colors. */
export function palette(color: boolean): Palette {
  const paint = (on: number, off: number): Paint =>
    color ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : (text) => text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
  };
}

/** A sign for each verdict; no two are told apart by color alone. */
export const signs: Readonly<Record<Verdict, string>> = {
  passed: "✓",
  failed: "✗",
  observed: "◆",
  inconclusive: "?",
  skipped: "–",
  broken: "!",
};

/** The color of a verdict. */
export function verdictPaint(colors: Palette, verdict: Verdict): Paint {
  switch (verdict) {
    case "passed":
      return colors.green;
    case "failed":
    case "broken":
      return colors.red;
    case "observed":
      return colors.blue;
    case "inconclusive":
      return colors.yellow;
    case "skipped":
      return colors.dim;
  }
}
