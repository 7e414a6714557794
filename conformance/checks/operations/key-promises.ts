/** What the words about an idempotency key promise: whether it can be used for another write, and after a refused one. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, nameOf } from "./operation.ts";
import { refusedOf } from "./refused-first.ts";
import { send } from "./send.ts";
import { renewed, type Watch } from "./watch.ts";

/** A write that was accepted. */
interface Accepted {
  readonly exchange: Exchange;
  readonly body: unknown;
  readonly key: string;
  readonly path: Arguments["path"];
}

/** Statuses with which a service may say that a key was used before. */
const ofUsedKey = [400, 409, 422];

/**
 * Sends another body under the key of a write that was accepted, where the description says that this is refused.
 *
 * @param other - A body that was accepted as well.
 */
export async function judgeReused(
  run: Run,
  one: Described,
  args: Arguments,
  { first, other, watch }: { readonly first: Accepted; readonly other: unknown; readonly watch: Watch },
): Promise<readonly Fact[]> {
  const { reuseRefusedWith: stated } = one.row;
  if (stated === undefined || !succeeded(first.exchange) || isDeepStrictEqual(other, first.body)) return [];
  const { key: idempotencyKey, path } = first;
  const purpose = idOf("idempotency", one);
  const exchange = await send(run, one, args, { purpose, body: other, idempotencyKey, path });
  await watch.expectNone();
  // What else may be wrong with it by then, such as the state of its item, may be told by another status.
  if (!succeeded(exchange)) return [];
  return violations({
    message: `${nameOf(one.row)} with another body under the idempotency key of an earlier write is not refused as the description says.`,
    expected: [stated === "4XX" ? "a refusal (any 4xx)" : stated],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, first.exchange.id],
  });
}

/**
 * Sends a write under the key of one that was refused, where the description says that this leaves the key free.
 *
 * @param body - One that was accepted.
 */
export async function judgeFreed(
  run: Run,
  one: Described,
  args: Arguments,
  { body, watch }: { readonly body: unknown; readonly watch: Watch },
): Promise<readonly Fact[]> {
  if (one.row.freesRefusedKeys !== true) return [];
  await renewed(args, watch);
  const idempotencyKey = randomUUID();
  const purpose = idOf("idempotency", one);
  const defect = refusedOf(one);
  const refused = await send(run, one, args, { purpose, body, idempotencyKey, ...defect });
  const written = await send(run, one, args, { purpose, body, idempotencyKey });
  await (succeeded(written) ? watch.expectChange() : watch.expectNone());
  if (!isRefusal(refused) || !ofUsedKey.includes(written.response?.status ?? 0)) return [];
  const control = await send(run, one, args, { purpose, body });
  await watch.expectChange();
  if (!succeeded(control)) return [];
  return violations({
    message: `${nameOf(one.row)} is refused under a key that came first with a request ${defect.alteration?.description ?? "with a defect"}, though the description says that what is refused does not use its key up.`,
    expected: ["success, as under a new key"],
    received: outcomeOf(written),
    exchanges: [written.id, refused.id, control.id],
  });
}
