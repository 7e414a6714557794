/**
 * The string that a signed request signs: HTTP method, request path and timestamp, joined with no separator.
 *
 * It binds neither body, query, host nor idempotency key; the scheme of the API does not.
 *
 * @param method - HTTP method as it goes on the wire, in capitals.
 * @param path - Request path as it goes on the wire (percent-encoded, without query).
 * @param timestamp - Value of the timestamp header, Unix time in seconds. Taken as it is, so that a
 *   malformed one can be signed on purpose.
 * @see Specification, Authentication, 9 and 10.
 */
export function canonicalString(method: string, path: string, timestamp: string): string {
  return method + path + timestamp;
}
