/** Sends requests of one operation; writes one after the other, and puts back what can be put back. */
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import type { Token } from "../../wire/tokens.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { type Arguments, argumentsOf } from "./arguments.ts";
import { callOf, type Described, isWrite, nameOf } from "./operation.ts";
import { onWhat, originalOf, putBack } from "./put-back.ts";

/** What is special about one request; everything else is as specified. */
export interface Sending {
  /** Id of the check for which it is sent. */
  readonly purpose: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
  /** Changes the arguments of the call; an alteration then says so in words. */
  readonly change?: ((call: Call) => Call) | undefined;
  /** The current token by default. */
  readonly token?: Token | null;
}

/** Sends one request of an operation. @throws Inconclusive if the server issues no token. */
export function send(
  run: Run,
  one: Described,
  { path, query }: Arguments,
  { purpose, change = (call) => call, token = null, ...details }: Sending,
): Promise<Exchange> {
  const call = change(callOf(one, { path, query, ...details }));
  return token === null ? ask(run, purpose, call) : run.probe.callWith(purpose, call, token);
}

/**
 * Does work that calls an operation. Nothing else writes meanwhile, if it may change something, and afterwards
 * its change is put back where a request of the operation can say so.
 *
 * @throws Inconclusive if it can't be called at all.
 */
export async function withOperation<T>(
  run: Run,
  one: Described,
  work: (args: Arguments) => Promise<T>,
): Promise<T> {
  const { row } = one;
  if (row.signed !== null && run.target.signingKey === null) {
    throw new Inconclusive("no signing key was given, so nothing can be signed");
  }
  const args = await argumentsOf(run, one);
  if (!isWrite(row)) return work(args);
  return run.withCardLock(async () => {
    const original = await originalOf(run, one, args);
    const what = `calls ${nameOf(row)}${onWhat(args)}`;
    run.notify(
      original === null ? `${what}; nothing puts that back` : `${what} and puts back what it changes`,
    );
    const { length } = run.probe.session.exchanges;
    try {
      return await work(args);
    } finally {
      const sent = run.probe.session.exchanges.slice(length);
      const isAccepted = sent.some((one) => one.operation === row.id && succeeded(one));
      if (original !== null) await putBack(run, one, args, original, isAccepted);
    }
  });
}
