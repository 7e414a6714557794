import { styleText } from "node:util";
import type { Verdict } from "../base/events.ts";

/** How a text can be set off. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "blue";

/** Sets a text off, or returns it unchanged where colors are off. */
export type Paint = (style: Style, text: string) => string;

/**
 * Whether to write colors: FORCE_COLOR decides where it is set (0, false and no say no), then NO_COLOR, then
 * whether there is a terminal that is not a dumb one.
 */
export function useColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== "") return !["0", "false", "no"].includes(force.toLowerCase());
  if (no !== undefined && no !== "") return false;
  return isTTY && term !== "dumb";
}

/** What sets off text for a terminal with or without colors. */
export function painter(color: boolean): Paint {
  // Node would look at standard output and the environment of the process; the caller has decided already.
  return color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
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

/** The color of each verdict. */
export const verdictStyles: Readonly<Record<Verdict, Style>> = {
  passed: "green",
  failed: "red",
  observed: "blue",
  inconclusive: "yellow",
  skipped: "dim",
  broken: "red",
};
