/** Characters that a terminal, browser or parser may act on, or that a reader cannot see. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n" || character === "\t") return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/**
 * Text from a server, made harmless: control characters become pictures (␛); characters that change the
 * writing direction, have no width or are unassigned appear as their code point. Every human-readable report
 * uses it, so no writer has to know how its medium handles ESC or U+FFFE.
 */
export function printable(value: string): string {
  return value.replaceAll("\r\n", "\n").replace(unprintable, visible);
}

/** {@link printable}, on one line. */
export function oneLine(value: string): string {
  return printable(value)
    .replace(/\s*\n\s*/g, " ↵ ")
    .replaceAll("\t", " ")
    .trim();
}

/** The text up to a number of characters, with a note of how many are left out. */
export function clip(value: string, most: number): string {
  if (value.length <= most) return value;
  const start = head(value, most);
  return `${start}… (${count(value.length - start.length, "more character")})`;
}

/** At most this many characters of the text, without splitting a surrogate pair. */
function head(value: string, most: number): string {
  const start = value.slice(0, most);
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** The text in at most `width` columns; an ellipsis marks omitted text. */
export function fit(value: string, width: number): string {
  return value.length <= width ? value : `${head(value, Math.max(width - 1, 0))}…`;
}

/** 1 card, 2 cards, 1,024 cards. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? singular : plural}`;
}

/** A duration in readable form: 340 ms, 2.4 s, 3 min 20 s. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(Math.round(milliseconds / 100) / 10).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A point in time in readable form, in UTC: 2026-11-21 12:46:05 UTC. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Lines of at most `width` characters; a longer word is cut. Line breaks in the text stay. */
export function wrap(value: string, width: number): string[] {
  return value.split("\n").flatMap((line) => wrapLine(line, Math.max(width, 8)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.replaceAll("\t", "  ").split(/(?<=\S) /)) {
    let rest = current === "" ? word : `${current} ${word}`;
    if (current !== "" && rest.length > width) {
      lines.push(current);
      rest = word;
    }
    while (rest.length > width) {
      lines.push(head(rest, width));
      rest = rest.slice(head(rest, width).length);
    }
    current = rest;
  }
  return [...lines, current];
}

/**
 * A text up to a number of characters. A word that does not fit is left out completely: half a secret could
 * no longer be recognised.
 */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\S*$/, "")}…`;
}

/** The source of a regular expression that matches a text, and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
