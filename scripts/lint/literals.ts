/** Finds literals that repeat the description: header names, media types, scopes, paths, windows, sizes. */
import ts from "typescript";
import { literalPattern } from "../../conformance/base/text.ts";

/** Constants of the description, in the forms in which code may repeat them. */
export interface Constants {
  /** Header names, media types and scopes. */
  readonly words: readonly string[];
  /** Prefix of every path, for example /v1. */
  readonly versionPrefix: string;
  /** Path templates, for example /v1/card/{id}/limits. */
  readonly paths: readonly string[];
  /** Windows and lifetimes in seconds, and numbers of items. */
  readonly numbers: readonly number[];
  /**
   * Names of operations and properties: found as identifiers too, and only in exactly this spelling. One that is an
   * ordinary word, such as "type", is found in JSON pointers alone.
   */
  readonly names: readonly string[];
}

/** A constant of the description that appears as a literal. */
export interface Finding {
  /** Line number, from 1. */
  readonly line: number;
  /** The constant, as in the description. */
  readonly constant: string;
  /** The literal, or only the matching line if it has several. Template substitutions are shown as `{}`. */
  readonly text: string;
}

/**
 * Finds constants in strings, templates, regular expressions and named numbers, and names in identifiers as
 * well; comments are ignored.
 */
export function findLiterals(source: string, constants: Constants): readonly Finding[] {
  const patterns = [
    ...constants.words.map((word) => ({ constant: word, pattern: wordPattern(word) })),
    { constant: constants.versionPrefix, pattern: prefixPattern(constants.versionPrefix) },
    ...constants.paths.map((path) => ({
      constant: path,
      pattern: pathPattern(constants.versionPrefix, path),
    })),
    ...constants.names.map((name) => ({ constant: name, pattern: namePattern(name) })),
  ];
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest);
  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    for (const [index, text] of (textOf(node)?.split("\n") ?? []).entries()) {
      for (const { constant, pattern } of patterns) {
        if (pattern.test(text)) found.push({ line: first + index, constant, text });
      }
    }
    if (ts.isIdentifier(node) && constants.names.includes(node.text) && !isOrdinary(node.text)) {
      found.push({ line: first, constant: node.text, text: node.text });
    }
    const size = sizeIn(node, file);
    const value = size === null ? null : numberOf(size);
    const number = constants.numbers.find((one) => value === one || value === 1000 * one);
    if (size !== null && number !== undefined) {
      found.push({ line: first, constant: `${number}`, text: size.getText(file) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1).replaceAll("\\", "");
  if (!ts.isTemplateExpression(node)) return null;
  return node.templateSpans.reduce((text, span) => `${text}{}${span.literal.text}`, node.head.text);
}

/** The value assigned to a name that denotes a window, a lifetime, an age, a day or a page size. */
function sizeIn(node: ts.Node, file: ts.SourceFile): ts.Expression | null {
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node) && !ts.isBindingElement(node))
    return null;
  return /window|lifetime|maximumAge|pageSize|^day/i.test(node.name.getText(file))
    ? (node.initializer ?? null)
    : null;
}

function numberOf(node: ts.Expression): number | null {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return null;
  const [left, right] = [numberOf(node.left), numberOf(node.right)];
  return left === null || right === null ? null : left * right;
}

/** The whole word: not part of a longer one or of an id such as idempotency-key.missing. */
function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\w.-])${literalPattern(word)}(?![\\w-]|\\.\\w)`, "i");
}

/** An ordinary word may mean anything, but for its place in a JSON pointer. */
function namePattern(name: string): RegExp {
  // The end of an HTML element is no JSON pointer.
  const before = isOrdinary(name) ? "(?<=(?<!<)/)" : "(?<![\\w-])";
  return new RegExp(`${before}${literalPattern(name)}(?![\\w-]|\\.\\w)`);
}

function isOrdinary(name: string): boolean {
  return /^[a-z]+$/.test(name);
}

function prefixPattern(prefix: string): RegExp {
  return new RegExp(`${literalPattern(prefix)}(?!\\w)`);
}

/** The whole path, with or without the prefix, and with anything in place of its parameters. */
function pathPattern(prefix: string, path: string): RegExp {
  const pieces = path.slice(prefix.length).split(/\{[^}]*\}/);
  const template = pieces.map(literalPattern).join("[^/]+");
  return new RegExp(`(?<![\\w.])(?:${literalPattern(prefix)})?${template}(?![\\w/-])`);
}
