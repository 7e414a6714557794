import { marked } from "marked";
import { literalPattern } from "../../conformance/base/text.ts";

/** A fenced code block in a Markdown text. */
export interface Block {
  readonly language: string;
  /**
   * Words after the language, only for tests. `no-run`: shown, not run. `bare`: run without the variables of
   * the sandbox. `vector`: prints the signature of the vector `patch`. `output`: what the commands print.
   * `client`: a whole client that is judged.
   * `fault=NAME`: what the suite prints for a server with this fault.
   */
  readonly words: readonly string[];
  readonly code: string;
  /** Line number of its first line, from 1. */
  readonly line: number;
}

/** The fenced code blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): Block[] {
  let next = 1;
  return marked.lexer(markdown).flatMap((token) => {
    const line = next + 1;
    next += token.raw.split("\n").length - 1;
    if (token.type !== "code" || token.codeBlockStyle === "indented") return [];
    const [language = "", ...words] = (token.lang ?? "").split(" ");
    return [{ language, words, code: `${token.text}\n`, line }];
  });
}

/** A pattern that matches what a block shows as output; … matches anything within a line. */
export function outputPattern(output: string): RegExp {
  return new RegExp(literalPattern(output.trim()).replaceAll("…", ".*"));
}
