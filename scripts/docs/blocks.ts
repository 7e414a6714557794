/** A fenced block of code in a Markdown text. */
export interface Block {
  readonly language: string;
  /**
   * Words after the language, for tests alone. `no-run`: shown, not run. `bare`: run without the variables of
   * the sandbox. `vector`: prints the signature of the vector `patch`. `output`: what the commands print. `fault=NAME`: what the suite says of a
   * server with this fault.
   */
  readonly words: readonly string[];
  readonly code: string;
  /** Line of its first line, from 1. */
  readonly line: number;
}

/** The code blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { info: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence === null) {
      open?.lines.push(line);
    } else if (open === undefined) {
      open = { info: fence[1] ?? "", line: index + 2, lines: [] };
    } else {
      const [language = "", ...words] = open.info.split(" ");
      blocks.push({ language, words, code: `${open.lines.join("\n")}\n`, line: open.line });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`the code block at line ${open.line - 1} does not end`);
  return blocks;
}
