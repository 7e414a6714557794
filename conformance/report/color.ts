import { styleText } from "node:util";
import type { Verdict } from "../base/events.ts";

/** How a text can be highlighted. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue";

/** Highlights a text, or returns it unchanged if colors are off. */
export type Paint = (style: Style, text: string) => string;

/**
 * Whether to write colors: FORCE_COLOR decides if set (0, false and no mean no), then NO_COLOR, then
 * whether the output is a terminal other than a dumb one.
 */
export function useColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== "") return !["0", "false", "no"].includes(force.toLowerCase());
  if (no !== undefined && no !== "") return false;
  return isTTY && term !== "dumb";
}

/** A function that highlights text for a terminal with or without colors. */
export function painter(color: boolean): Paint {
  // Node would check standard output and the environment of the process; the caller has already decided.
  return color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}

/** A sign for each verdict, so that verdicts do not differ by color alone. */
export const signs: Readonly<Record<Verdict, string>> = {
  passed: "✓",
  failed: "✗",
  observed: "◆",
  inconclusive: "?",
  skipped: "–",
  broken: "!",
};

/** The color of each verdict. */
export const verdictStyles: Readonly<Record<Verdict, Style>> = {
  passed: "green",
  failed: "red",
  observed: "blue",
  inconclusive: "yellow",
  skipped: "dim",
  broken: "red",
};
