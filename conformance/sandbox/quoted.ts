/**
 * A name of a request in a message. Long ones are not quoted: they may be a secret in the wrong place, and a
 * part of one would not be recognised by whoever keeps secrets out of a log.
 */
export function quoted(name: string): string {
  return name.length <= 30 ? JSON.stringify(name) : `of these ${name.length} characters`;
}
