import { formsOf } from "./redact/forms.ts";
import { maskSecrets } from "./redact/mask.ts";
import { createMatcher, type Matcher } from "./redact/matcher.ts";

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
