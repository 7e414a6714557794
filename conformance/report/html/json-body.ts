/** One line of a body; a JSON pointer selects the marked lines. */
export interface BodyLine {
  text: string;
  readonly marked: boolean;
}

const token = /\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[[\]{},:])/gsy;

// Indentation of deeper nesting would grow with the square of the depth.
const deepest = 40;

/**
 * Breaks a JSON text into indented lines without parsing it: numbers stay as written, repeated members stay
 * repeated. Null for a text that is not JSON or is nested too deep, which is then shown as received.
 *
 * @param isCut - True for a text that is only the start of a body; its unreadable rest ends the last line.
 */
export function jsonLines(text: string, pointer: string | null, isCut = false): BodyLine[] | null {
  const matches = [...text.matchAll(token)];
  const tokens = matches.map(([, part = ""]) => part);
  const lines: BodyLine[] = [];
  // The path to the value on the current line: item indices and member names.
  const steps: (number | string)[] = [];
  let line = startLine();

  function startLine(): BodyLine {
    const path = steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    const marked = Boolean(pointer) && `${path}/`.startsWith(`${pointer}/`);
    const started = { text: "  ".repeat(steps.length), marked };
    lines.push(started);
    return started;
  }

  for (const [index, part] of tokens.entries()) {
    const next = tokens[index + 1] ?? "";
    if (steps.length === 0 && (index > 0 || "]},:".includes(part))) return null;
    if (part === "]" || part === "}") {
      steps.pop();
      if (!isOpening(tokens[index - 1])) line = startLine();
    }
    line.text += part === ":" ? ": " : part;
    if (isOpening(part)) {
      if (steps.length === deepest) return null;
      steps.push(part === "[" ? 0 : nameOf(next));
      if (next !== "]" && next !== "}") line = startLine();
    } else if (part === ",") {
      const last = steps.pop();
      steps.push(typeof last === "number" ? last + 1 : nameOf(next));
      line = startLine();
    }
  }
  const end = matches.at(-1);
  const rest = text.slice(end === undefined ? 0 : end.index + end[0].length).trim();
  if (end === undefined || (!isCut && (steps.length > 0 || rest !== ""))) return null;
  line.text += rest;
  return lines;
}

function isOpening(part: string | undefined): boolean {
  return part === "[" || part === "{";
}

/** The name of a member, from its JSON string. */
function nameOf(part: string): string {
  try {
    return String(JSON.parse(part));
  } catch {
    return part;
  }
}
