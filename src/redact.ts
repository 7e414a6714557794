/** What stands where a secret stood. */
const mask = "[redacted]";

/** Characters of a response body that an error keeps. */
const excerptLength = 500;

/** Shorter values are not masked: they would match ordinary text, and are no secrets. */
const shortestSecret = 6;

/**
 * Beginning of a text from a server, without the secrets that the request carried: a server may echo them.
 *
 * @param text - Text of any length.
 * @param secrets - Values that must not appear, also not percent-encoded or JSON-escaped.
 * @param length - Characters to keep.
 */
export function excerpt(text: string, secrets: readonly string[] = [], length = excerptLength): string {
  const forms = secrets.flatMap(formsOf).sort((a, b) => b.length - a.length);
  // The window reaches beyond the cut, so that no secret is cut in two and its first half kept.
  const window = length + (forms[0]?.length ?? 0);
  const masked = masks(text.slice(0, window), forms);
  return masked.length > length || text.length > window ? `${masked.slice(0, length)}…` : masked;
}

/**
 * A text without the given secrets.
 *
 * @param text - Any text, for example the message of a foreign error.
 * @param secrets - Values that must not appear.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  return masks(text, secrets.flatMap(formsOf));
}

function masks(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, mask), text);
}

/** A secret as it may come back: plain, percent-encoded, form-encoded, JSON-escaped, in Base64. */
function formsOf(secret: string): string[] {
  if (secret.length < shortestSecret) return [];
  const escaped = JSON.stringify(secret).slice(1, -1);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const base64 = Buffer.from(secret).toString("base64").replace(/=+$/, "");
  return [...new Set([secret, encodeURIComponent(secret), form, escaped, base64])];
}
