import { parseHttpDate } from "./http-date.ts";

/**
 * How long a server asks to wait.
 *
 * @param value - Retry-After header: whole seconds or an HTTP date.
 * @param date - Date header of the same response. A date is counted from it, so that a wrong local clock
 *   does not change the wait.
 * @param now - Local time in milliseconds since 1970, where there is no Date.
 * @returns Milliseconds, never negative; undefined where the header is absent or malformed.
 * @see RFC 9110, section 10.2.3.
 */
export function parseRetryAfter(value: string | null, date: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = parseHttpDate(text, now);
  if (until === undefined) return undefined;
  const from = date === null ? undefined : parseHttpDate(date.trim(), now);
  return Math.max(0, until - (from ?? now));
}
