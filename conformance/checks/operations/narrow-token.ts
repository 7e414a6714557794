/** A token for the scopes that an operation needs is enough for it, where those are not all. */
import { api } from "../../../generated/operations.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { held, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { tokenFor } from "../kit/token-for.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import type { Acceptance } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, isWrite, nameOf } from "./operation.ts";
import { send } from "./send.ts";

/** How often it is sent before it counts as refused. */
const rounds = 2;

/**
 * Sends an operation that was accepted with a token for all scopes once more, with one for those that it needs.
 *
 * @returns Nothing where it needs all, may not be sent again, or the server issues no such token.
 */
export async function judgeNarrowToken(
  run: Run,
  one: Described,
  args: Arguments,
  { accepted, bodies }: Acceptance,
): Promise<readonly Fact[]> {
  const { row } = one;
  const scopes = row.scopes ?? [];
  // A write that changes no item may make one more each time.
  const mayRepeat = !isWrite(row) || row.changes !== null;
  if (accepted === null || !mayRepeat || api.scopes.every((scope) => scopes.includes(scope))) return [];
  const token = await ifConclusive(tokenFor(run, scopes));
  if (token === null) return [];
  const request = { purpose: idOf("accepted", one), body: bodies[0] };
  const sent: Exchange[] = [];
  while (sent.length < rounds && sent.every(isForToken))
    sent.push(await send(run, one, args, { ...request, token }));
  // What may be done once is refused the next time, whatever the token.
  const control = sent.every(isForToken) ? await send(run, one, args, request) : null;
  return judgeSent(one, sent, control);
}

function isForToken({ response }: Exchange): boolean {
  return [401, 403].includes(response?.status ?? 0);
}

/**
 * Judges what came of an operation with a token for its scopes alone: refused for its token, each time.
 *
 * @param control - The same after that with the usual token, where it was.
 */
export function judgeSent(
  { row }: Described,
  sent: readonly Exchange[],
  control: Exchange | null,
): readonly Fact[] {
  const last = sent.at(-1);
  if (last === undefined) return [];
  if (succeeded(last)) return [held("a token for its scopes alone was accepted", last.id)];
  if (sent.length < rounds || !sent.every(isForToken) || control === null || !succeeded(control)) return [];
  return violations({
    message: `${nameOf(row)} is refused with a token for the scopes that it needs, and accepted with one for all.`,
    expected: [`2xx, with ${(row.scopes ?? []).join(" ")}`],
    received: `${outcomeOf(last)}, ${rounds} times`,
    exchanges: sent.map(({ id }) => id),
  });
}
