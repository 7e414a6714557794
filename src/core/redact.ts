import { createMatcher, type Matcher, type Span } from "./redact/matcher.ts";
import { unescapings } from "./redact/unescape.ts";

/** Characters of a response body that an error keeps. */
const excerptLength = 500;

/** Characters beyond an excerpt that are searched, so that no secret is cut in two and its first half kept. */
const beyond = 4096;

/** Shorter values are not masked: they would match ordinary text, and are no secrets. */
const shortestSecret = 6;

/**
 * Beginning of a text from a server, without the secrets that the request carried: a server may echo them.
 *
 * @param text - Text of any length.
 * @param secrets - Values that must not appear, however they are written; see {@link scrub}.
 * @param length - Characters to keep.
 */
export function excerpt(text: string, secrets: readonly string[] = [], length = excerptLength): string {
  const masked = scrub(text.slice(0, length + beyond), secrets);
  return masked.length > length || text.length > length + beyond ? `${masked.slice(0, length)}…` : masked;
}

/**
 * A text without the given secrets: raw, in hex, in base64 (also inside a longer text that was encoded as a
 * whole), and with any of their characters percent-, JSON- or HTML-escaped, up to three times over.
 *
 * It costs much more than a comparison, so it is for what goes wrong and not for each call.
 *
 * @param text - Any text, for example the message of a foreign error.
 * @param secrets - Values that must not appear.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  return text.length < shortestSecret ? text : maskSecrets(text, matcherOf(secrets));
}

/** One error is made of several texts, all to be searched for the same secrets. */
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

/** What stands in the place of a secret. */
export const mark = "[redacted]";

/**
 * Replaces every secret that a matcher knows, however many of its characters are escaped.
 *
 * @param text - Any text; a secret that its end cuts off is replaced as well.
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

/** Replaces the spans, which may overlap and come in any order. */
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
 * The texts by which a secret is recognised: itself, hex, and base64 wherever it may stand in a longer text
 * that is encoded as a whole. Percent, JSON and HTML escapes are not among them; these are resolved in the
 * text that is searched. A secret of several lines, such as a PEM key, is known by each of its long lines
 * too, and one that is itself base64, such as a signature, by the bytes that it stands for.
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
  const lines = plain.split(/\s*\n\s*/);
  if (lines.length > 1) {
    const long = lines.filter((line) => line.length >= 32 && !line.startsWith("-----"));
    for (const line of [...long, long.join("")]) {
      for (const form of [line, ...byteForms(Buffer.from(line, "utf8"))]) forms.add(form);
    }
  }
  return forms;
}
