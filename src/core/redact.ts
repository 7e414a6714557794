import { createMatcher, type Matcher, type Span } from "./redact/matcher.ts";
import { unescapings } from "./redact/unescape.ts";

/** Number of characters of a response body kept in an error. */
const excerptLength = 500;

/** Characters searched beyond an excerpt, so that a secret cut by its end is still found. */
const beyond = 4096;

/** Shorter values are not masked: they would match ordinary text, and are not secrets. */
const shortestSecret = 6;

/**
 * Beginning of a text from a server, without the secrets of the request, which a server may echo.
 *
 * @param text - Text of any length.
 * @param secrets - Values that must not appear in any encoding; see {@link scrub}.
 * @param length - Characters to keep.
 */
export function excerpt(text: string, secrets: readonly string[] = [], length = excerptLength): string {
  const masked = scrub(text.slice(0, length + beyond), secrets);
  return masked.length > length || text.length > length + beyond ? `${masked.slice(0, length)}…` : masked;
}

/**
 * Masks the given secrets in a text: raw, in hex, in base64 (also inside a longer text that was encoded as a
 * whole), and with any of their characters percent-, JSON- or HTML-escaped, up to three times over.
 *
 * It costs much more than a comparison, so it is meant for failures and not for every call.
 *
 * @param text - Any text, for example the message of a foreign error.
 * @param secrets - Values that must not appear.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  return text.length < shortestSecret ? text : maskSecrets(text, matcherOf(secrets));
}

/** Cached, because one error consists of several texts, all searched for the same secrets. */
const matchers = new WeakMap<readonly string[], { readonly matcher: Matcher; readonly secrets: number }>();

function matcherOf(secrets: readonly string[]): Matcher {
  const known = matchers.get(secrets);
  // A list of secrets only ever grows.
  if (known?.secrets === secrets.length) return known.matcher;
  const matcher = createMatcher(shortestSecret);
  for (const secret of new Set(secrets)) {
    if (secret.trim().length < shortestSecret) continue;
    for (const form of formsOf(secret)) matcher.add(form);
  }
  matchers.set(secrets, { matcher, secrets: secrets.length });
  return matcher;
}

/** What replaces a secret. */
export const mark = "[redacted]";

/**
 * Replaces every secret that a matcher knows, no matter how many of its characters are escaped.
 *
 * @param text - Any text; a secret cut off by its end is replaced too.
 * @param matcher - Knows the secrets by their forms, see `formsOf`.
 */
export function maskSecrets(text: string, matcher: Matcher): string {
  const spans: Span[] = matcher.spans(text);
  for (const view of unescapings(text)) {
    for (const { start, end } of matcher.spans(view.text)) {
      spans.push({ start: view.offsets[start] ?? 0, end: view.offsets[end] ?? text.length });
    }
  }
  return replaceSpans(text, spans);
}

/** Replaces the spans, which may overlap and be in any order. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  let result = "";
  let done = 0;
  let marked = false;
  for (const { start, end } of ordered) {
    if (end <= done) continue;
    if (start > done || !marked) {
      result += text.slice(done, start) + mark;
      marked = true;
    }
    done = end;
  }
  return result + text.slice(done);
}

const hexAlphabet = /^(?:[0-9a-fA-F]{2}){20,}$/;
const base64Alphabet = /^[A-Za-z0-9+/_-]{40,}={0,2}$/;

/** Base64 and base64url without the characters that hold bits of a neighbour, `before` bytes into a group. */
function base64Forms(bytes: Buffer, before: 0 | 1 | 2): string[] {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const whole = shifted.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  return [whole, whole.replaceAll("+", "-").replaceAll("/", "_")];
}

function byteForms(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  return [
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes, 0),
    ...base64Forms(bytes, 1),
    ...base64Forms(bytes, 2),
  ];
}

/**
 * The texts by which a secret is recognised: itself, hex, and base64 at any position in a longer text
 * that is encoded as a whole. Percent, JSON and HTML escapes are not included; these are resolved in the
 * text that is searched. A secret of several lines, such as a PEM key, is also recognised by each of its long
 * lines, and one that is itself base64 or hex, such as a signature, by the bytes that it encodes.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  const plain = secret.trim();
  const bytes = Buffer.from(plain, "utf8");
  const asBytes = bytes.toString("latin1");
  const forms = new Set([plain, asBytes, asBytes.replaceAll(" ", "+"), ...byteForms(bytes)]);
  if (base64Alphabet.test(plain)) {
    const unpadded = plain.replace(/=+$/, "");
    forms.add(unpadded);
    forms.add(unpadded.replaceAll("+", "-").replaceAll("/", "_"));
    for (const form of byteForms(Buffer.from(unpadded, "base64"))) forms.add(form);
  }
  if (hexAlphabet.test(plain)) {
    for (const form of byteForms(Buffer.from(plain, "hex"))) forms.add(form);
  }
  const lines = plain.split(/\s*\n\s*/);
  if (lines.length > 1) {
    const long = lines.filter((line) => line.length >= 32 && !line.startsWith("-----"));
    for (const line of [...long, long.join("")]) {
      for (const form of [line, ...byteForms(Buffer.from(line, "utf8"))]) forms.add(form);
    }
  }
  return forms;
}
