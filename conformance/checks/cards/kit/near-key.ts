/**
 * An idempotency key that differs from another one in one bit of one hexadecimal digit, of which it is another key.
 *
 * @param place - Which digit, from 1 for the last one; the first one where there are fewer.
 */
export function nearKey(key: string, place: number): string {
  const digits = [...key.matchAll(/[0-9a-f]/g)].map(({ index }) => index);
  const at = digits.at(-place) ?? 0;
  const digit = (Number.parseInt(key.charAt(at), 16) ^ 1).toString(16);
  return `${key.slice(0, at)}${digit}${key.slice(at + 1)}`;
}
