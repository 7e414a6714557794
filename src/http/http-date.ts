const days = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDays = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const month = `(?<month>${months.join("|")})`;
const time = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

const grammars = [
  new RegExp(`^${days}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longDays}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT$`),
  new RegExp(`^${days} ${month} (?<day>\\d{2}| \\d) ${time} (?<year>\\d{4})$`),
];

/**
 * Parses an HTTP date in one of its three formats and nothing else: `Date.parse` would also accept
 * "2" or "tomorrow 5", and a misread date leads to a wrong wait.
 *
 * @param text - Value of a Date or Retry-After header.
 * @param now - Milliseconds since 1970; decides the century of a two-digit year.
 * @returns Milliseconds since 1970, undefined if it is not an HTTP date.
 * @see RFC 9110, section 5.6.7.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const parts = matched(text);
  if (parts === undefined) return undefined;
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number);
  if (day === undefined || hour === undefined || minute === undefined || second === undefined)
    return undefined;
  const year = fullYear(parts.year ?? "", now);
  const index = months.indexOf(parts.month ?? "");
  // 60 is a leap second; Date.UTC carries it over.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const value = Date.UTC(year, index, day, hour, minute, second);
  const sameDay = new Date(Date.UTC(year, index, day)).getUTCDate() === day;
  return sameDay ? value : undefined;
}

function matched(text: string): Record<string, string> | undefined {
  for (const grammar of grammars) {
    const groups = grammar.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** A two-digit year more than 50 years in the future is taken as past (RFC 9110, section 5.6.7). */
function fullYear(digits: string, now: number): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  const current = new Date(now).getUTCFullYear();
  const candidate = current - (current % 100) + year;
  return candidate > current + 50 ? candidate - 100 : candidate;
}

/**
 * How long the server asks to wait.
 *
 * @param value - Retry-After header: whole seconds or an HTTP date.
 * @param date - Date header of the same response. A Retry-After date is relative to it, so that a wrong
 *   local clock does not change the wait.
 * @param now - Local time in milliseconds since 1970, used if there is no Date.
 * @returns Milliseconds, never negative; undefined if the header is absent or malformed.
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
