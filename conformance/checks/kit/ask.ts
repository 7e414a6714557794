/** Requests of checks: if the server issues no token, nothing can be sent, and the check can't go on. */
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import type { Token } from "../../wire/tokens.ts";
import type { Run } from "./check.ts";
import { Inconclusive } from "./inconclusive.ts";

/** Why nothing can be sent, as text. */
export function noToken(run: Run): string {
  return `no token: ${run.probe.tokens.problem() ?? "the server gave none"}`;
}

/**
 * Sends a call.
 *
 * @param token - The current one by default, as for null.
 * @throws Inconclusive if the server issues no token.
 */
export async function ask(
  run: Run,
  purpose: string,
  call: Call,
  token: Token | null = null,
): Promise<Exchange> {
  const exchange = await (token === null
    ? run.probe.call(purpose, call)
    : run.probe.callWith(purpose, call, token));
  if (exchange === null) throw new Inconclusive(noToken(run));
  return exchange;
}

/** The current token. @throws Inconclusive if the server issues none. */
export async function currentToken(run: Run): Promise<Token> {
  const token = await run.probe.tokens.current();
  if (token === null) throw new Inconclusive(noToken(run));
  return token;
}
