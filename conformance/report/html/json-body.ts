/** One line of a body; the marked ones are what a JSON pointer points at. */
export interface BodyLine {
  readonly text: string;
  readonly marked: boolean;
}

interface Level {
  readonly isArray: boolean;
  readonly pointer: string;
  /** Index of the item, or name of the member, that comes next. */
  key: number | string | null;
  isEmpty: boolean;
}

const token = /\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[[\]{},:])/gsy;

// Indenting what is nested deeper would cost the square of its depth, and help nobody.
const deepest = 40;

/**
 * Breaks a JSON text into indented lines without parsing it: numbers stay as they were written, repeated
 * members stay repeated. Null for what is not JSON or nested too deep, which is then shown as it came.
 *
 * @param isCut - True for a text that is only the start of a body; what can't be read of it ends the last line.
 */
export function jsonLines(text: string, pointer: string | null, isCut = false): BodyLine[] | null {
  const lines: BodyLine[] = [];
  const levels: Level[] = [];
  let line = "";
  let lineMarked = false;
  let last = 0;

  const path = () => {
    const level = levels.at(-1);
    return level === undefined ? "" : `${level.pointer}/${escapeKey(level.key)}`;
  };
  const isTarget = (at: string) =>
    pointer !== null && pointer !== "" && (at === pointer || at.startsWith(`${pointer}/`));
  const feed = () => {
    lines.push({ text: line, marked: lineMarked });
    line = "  ".repeat(levels.length);
    lineMarked = false;
  };
  const put = (part: string) => {
    line += part;
    lineMarked ||= isTarget(path());
  };
  const begin = () => {
    const level = levels.at(-1);
    if (level === undefined) return;
    if (level.isEmpty) feed();
    level.isEmpty = false;
  };

  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    last = token.lastIndex;
    const part = match[1] ?? "";
    const level = levels.at(-1);
    switch (part) {
      case "{":
      case "[": {
        if (levels.length === deepest) return null;
        begin();
        put(part);
        const isArray = part === "[";
        levels.push({
          isArray,
          pointer: levels.length === 0 ? "" : path(),
          key: isArray ? 0 : null,
          isEmpty: true,
        });
        break;
      }
      case "}":
      case "]": {
        const closed = levels.pop();
        if (closed === undefined) return null;
        if (!closed.isEmpty) feed();
        put(part);
        break;
      }
      case ",":
        if (level === undefined) return null;
        line += part;
        feed();
        level.key = typeof level.key === "number" ? level.key + 1 : null;
        break;
      case ":":
        line += ": ";
        break;
      default:
        begin();
        if (level !== undefined && !level.isArray && level.key === null) level.key = part;
        put(part);
    }
  }
  const rest = text.slice(last).trim();
  if (last === 0 || (!isCut && (levels.length > 0 || rest !== ""))) return null;
  line += rest;
  return [...lines, { text: line, marked: lineMarked }];
}

/** The step of a pointer for an item or a member; the member's name comes as it stands in the text. */
function escapeKey(key: number | string | null): string {
  if (typeof key !== "string") return String(key ?? "");
  try {
    return String(JSON.parse(key)).replaceAll("~", "~0").replaceAll("/", "~1");
  } catch {
    return key;
  }
}
