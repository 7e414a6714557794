/**
 * How long a Retry-After header asks to wait, or null where there is none that can be read
 * (RFC 9110, section 10.2.3).
 *
 * @param value - The header: seconds, or an HTTP date.
 * @param nowMs - Our clock in milliseconds.
 * @returns Milliseconds, 0 or more.
 */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
