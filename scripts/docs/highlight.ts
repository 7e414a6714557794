import { createCssVariablesTheme, createHighlighterCoreSync } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import http from "shiki/langs/http.mjs";
import java from "shiki/langs/java.mjs";
import json from "shiki/langs/json.mjs";
import python from "shiki/langs/python.mjs";
import shell from "shiki/langs/shellscript.mjs";
import typescript from "shiki/langs/typescript.mjs";
import yaml from "shiki/langs/yaml.mjs";
import { html, type Markup } from "../../conformance/base/markup.ts";

const theme = createCssVariablesTheme({ variablePrefix: "" });
const highlighter = createHighlighterCoreSync({
  themes: [theme],
  langs: [http, java, json, python, shell, typescript, yaml],
  engine: await createOnigurumaEngine(import("shiki/wasm")),
});

/**
 * Highlights code when the site is built, so that a page needs no script for it. Colours are classes named
 * after shiki's token types, because the content security policy of the pages forbids style attributes.
 *
 * @param language - A language or its alias, such as ts; a language that is not loaded here is left plain.
 * @returns HTML whose text is the code, character for character.
 */
export function highlight(code: string, language: string): Markup {
  if (!highlighter.getLoadedLanguages().includes(language)) return html`${code}`;
  // No time limit per line: with one, the output could differ on a busy machine.
  const lines = highlighter.codeToTokensBase(code, { lang: language, tokenizeTimeLimit: 0 });
  return html`${lines.map((line, index) => [
    index === 0 ? "" : "\n",
    line.map(({ content, color = "" }) => {
      const kind = /token-([\w-]+)/.exec(color)?.[1];
      return kind === undefined ? content : html`<span class="${kind}">${content}</span>`;
    }),
  ])}`;
}
