/** Why a token request returned no token, in one line that says what to do. Pure. */
import { shortened } from "../base/text.ts";
import { type Exchange, header, outcomeOf } from "./exchange.ts";
import { jsonProblem } from "./json-problem.ts";

const plainToTls =
  /plain HTTP request was sent to (an )?HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL/i;

/** Statuses for what is not served at this path, or not with this method. */
const elsewhere: readonly number[] = [404, 405, 410, 501];

/** Longest address that is shown. */
const mostShown = 200;

/**
 * The reason as text.
 *
 * @param exchange - A token request as specified that returned no token.
 */
export function tokenProblem(exchange: Exchange): string {
  const { request, response } = exchange;
  if (response === null) return outcomeOf(exchange);
  const { status } = response;
  if (status === 400 && plainToTls.test(response.text.slice(0, 1000))) {
    return `${new URL(request.url).host} speaks TLS; the base URL has to begin with https://`;
  }
  if (status === 401 || status === 400 || status === 403) {
    return `the server refused the client credentials (${status})`;
  }
  const asked = `the token request was answered ${status} without a token (${request.method} ${request.url.slice(0, mostShown)})`;
  if (status >= 300 && status < 400) {
    const location = header(exchange, "location");
    const to = location === null ? "" : ` to ${shortened(location, mostShown)}`;
    return `${asked}; it redirects${to}, which is not followed: give the address that it leads to as base URL`;
  }
  const html = /^text\/html\b/i.test(header(exchange, "content-type") ?? "");
  if (elsewhere.includes(status) || (status < 300 && html)) {
    return `${asked}; where the API stands under a path, the base URL needs that prefix, such as https://host/prefix`;
  }
  const problem = status < 300 ? jsonProblem(response) : null;
  return problem === null ? asked : `${asked}; its body is ${problem}`;
}
