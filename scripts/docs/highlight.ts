import { escapeHtml } from "./html.ts";

/** What a piece of code is, as the class of its element. */
type Kind = "comment" | "string" | "number" | "keyword" | "name";

/** Rules of a language, tried in order at each position. */
type Language = readonly (readonly [Kind, RegExp])[];

const string: readonly [Kind, RegExp] = ["string", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y];
const number: readonly [Kind, RegExp] = ["number", /\b\d[\d_]*(?:\.\d+)?\b/y];

const typescript: Language = [
  ["comment", /\/\/.*|\/\*[\s\S]*?\*\//y],
  ["string", /`(?:[^`\\]|\\.)*`/y],
  string,
  [
    "keyword",
    /\b(?:async|await|break|case|catch|class|const|continue|default|else|export|extends|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|satisfies|switch|this|throw|true|false|try|type|typeof|undefined|while)\b/y,
  ],
  number,
];

const shell: Language = [
  ["comment", /(?<=^|\s)#.*/y],
  string,
  ["name", /\$\w+|\$\{[^}]*\}/y],
  ["keyword", /(?<=^|[\s|(])(?:curl|openssl|printf|npm|npx|export|node|date|git|cat|partner-card)(?=\s)/y],
  ["name", /(?<=\s)--?[\w-]+/y],
];

const json: Language = [
  ["name", /"(?:[^"\\]|\\.)*"(?=\s*:)/y],
  string,
  ["keyword", /\b(?:true|false|null)\b/y],
  ["number", /-?\b\d+(?:\.\d+)?\b/y],
];

const yaml: Language = [
  ["comment", /(?<=^|\s)#.*/y],
  ["name", /(?<=^|[\s-])[\w.$-]+(?=:(?:\s|$))/my],
  string,
  number,
];

const http: Language = [["name", /(?<=^|\n)[A-Za-z-]+(?=:)/y]];

const languages: Record<string, Language> = { ts: typescript, js: typescript, sh: shell, json, yaml, http };

/**
 * Colours a piece of code when the site is built, so that a page needs no script for it.
 *
 * @param language - ts, js, sh, json, yaml or http; anything else is left plain.
 * @returns HTML whose text is the code, character for character.
 */
export function highlight(code: string, language: string): string {
  const rules = languages[language];
  if (rules === undefined) return escapeHtml(code);
  let out = "";
  let at = 0;
  while (at < code.length) {
    const hit = firstMatch(rules, code, at);
    if (hit === undefined) {
      // A word is taken whole, so that no rule starts in its middle.
      const plain = /[A-Za-z_]\w*|[\s\S]/y;
      plain.lastIndex = at;
      const text = plain.exec(code)?.[0] ?? "";
      out += escapeHtml(text);
      at += text.length;
    } else {
      out += `<span class="${hit.kind}">${escapeHtml(hit.text)}</span>`;
      at += hit.text.length;
    }
  }
  return out;
}

function firstMatch(rules: Language, code: string, at: number): { kind: Kind; text: string } | undefined {
  for (const [kind, rule] of rules) {
    rule.lastIndex = at;
    const text = rule.exec(code)?.[0];
    if (text !== undefined && text !== "") return { kind, text };
  }
  return undefined;
}
