/** Sends requests of one operation. */
import type { HeaderList } from "../../base/events.ts";
import type { Alteration } from "../../wire/alteration.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import type { Token } from "../../wire/tokens.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import type { Arguments } from "./arguments.ts";
import { callOf, type Described } from "./operation.ts";
import { withPrecondition } from "./precondition.ts";
import { learnFrom, uniqueValuesOf, withUniqueValues } from "./unique-values.ts";

/** What is special about one request; everything else is as specified. */
export interface Sending {
  /** Id of the check for which it is sent. */
  readonly purpose: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: HeaderList;
  readonly alteration?: Alteration;
  /** Changes the arguments of the call; an alteration then says so in words. */
  readonly change?: ((call: Call) => Call) | undefined;
  /** The current token by default. */
  readonly token?: Token | null;
  /** True for a body that is sent as it is, though values in it have to be unique. */
  readonly isAsItIs?: true;
  /** The path of an earlier request, which is sent again. */
  readonly path?: Arguments["path"] | undefined;
}

/**
 * Sends one request of an operation, on another item where the last one was used up.
 *
 * @throws Inconclusive if the server issues no token, or there is no other item.
 */
export async function send(run: Run, one: Described, args: Arguments, sending: Sending): Promise<Exchange> {
  const sent = await sendOnce(run, one, args, sending);
  // Under a key that was chosen, it would be another request.
  const isAgain = sent.isTooFarAhead && sending.idempotencyKey === undefined;
  return isAgain ? (await sendOnce(run, one, args, sending)).exchange : sent.exchange;
}

async function sendOnce(run: Run, one: Described, args: Arguments, sending: Sending) {
  const { purpose, change = (call) => call, token = null, path: again, isAsItIs, ...details } = sending;
  const { item } = args;
  if (again === undefined && item?.isUsedUp === true) await item.renew();
  const known = isAsItIs === true ? null : uniqueValuesOf(run, one).known;
  // What was made and never sent tells nothing.
  if (known !== null) known.latest = null;
  const body = withUniqueValues(one, known, details.body, details.idempotencyKey);
  const made = change(callOf(one, { path: again ?? args.path, query: args.query, ...details, body }));
  const call = await withPrecondition(run, one, made);
  const exchange = await ask(run, purpose, call, token);
  if (again === undefined) item?.note(exchange);
  return { exchange, isTooFarAhead: known !== null && learnFrom(known, exchange) };
}
