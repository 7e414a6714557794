/** The first writes of a run, repeated at its end: a key is not forgotten after some seconds, or after other keys. */
import { api } from "../../../../generated/operations.ts";
import { isAmount, parseExact } from "../../../base/exact-json.ts";
import { headerOf } from "../../../base/headers.ts";
import { jsonText } from "../../../base/json-text.ts";
import { count } from "../../../base/text.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import { describedWrite } from "../described-writes.ts";
import { writtenIn } from "../identity.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { limitsNamed } from "../write-form.ts";
import { purpose } from "./send.ts";

const lifetimeMs = api.idempotencyKeyLifetimeSeconds * 1000;

/** How many of them have to be carried out again: of one, somebody else may have sent the repetition. */
const enough = 2;

/**
 * Repeats the first writes of a run on a card, each after another write.
 *
 * @returns A contradiction, if they are carried out again; null if not, or if that cannot be seen.
 * @throws Inconclusive if there is no token.
 */
export async function repeatedLate(run: Run, card: CardUnderTest): Promise<Fact | null> {
  const log = run.probe.session.exchanges;
  const firsts = firstWrites(log, card).slice(0, enough);
  // These few writes must not lack what all those before have used up.
  run.keeper.renewPatience();
  const again: Exchange[] = [];
  for (const first of firsts) {
    const { key, value, body } = first;
    const between = card.nextValue();
    const other = await card.writeAndRead(between, between, { purpose });
    if (!succeeded(other.exchange) || other.amount !== between) return null;
    const late = await card.writeAndRead(0, null, { purpose, idempotencyKey: key, body });
    // Beyond its life, a key need not be known.
    const isOver = late.exchange.endedAt - first.exchange.startedAt > lifetimeMs;
    if (isOver || jsonText(late.amount) !== value) return null;
    again.push(late.exchange);
  }
  const [first] = firsts;
  const [seen] = again;
  if (first === undefined || seen === undefined || again.length < enough) return null;
  const seconds = Math.round((seen.startedAt - first.exchange.startedAt) / 1000);
  const keys = new Set(log.flatMap((one) => keyOf(one) ?? [])).size - 1;
  return {
    kind: "violated",
    message: `A retry with the same Idempotency-Key was applied again ${count(seconds, "second")} after the first write, in a run with ${keys} other keys.`,
    expected: [`limits.${writtenLimit} as the later write left it`],
    received: `limits.${writtenLimit} ${first.value}, from the retried write`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [...again, first.exchange].map(({ id }) => id),
    // They were two; the keys of a new run are not as old.
    isLasting: true,
  };
}

function keyOf({ request }: Exchange): string | null {
  const idempotent = describedWrite("updateCardLimits")?.idempotent ?? null;
  return idempotent === null ? null : headerOf(request.headers, idempotent);
}

/** The writes as specified of a new value that were carried out on this card, each under a key that was not used again. */
function firstWrites(log: readonly Exchange[], card: CardUnderTest) {
  const times = new Map<string, number>();
  for (const key of log.flatMap((one) => keyOf(one) ?? [])) times.set(key, (times.get(key) ?? 0) + 1);
  const original = jsonText(limitsOf(card.original)?.[writtenLimit]);
  return log.flatMap((exchange) => {
    const { operation, alteration, response, request, sentBefore } = exchange;
    const key = keyOf(exchange);
    const isPlain = operation === card.form.operation && alteration === null && sentBefore === 0;
    if (!isPlain || !succeeded(exchange) || key === null || times.get(key) !== 1) return [];
    const body = parseExact(request.body ?? "");
    const { [writtenLimit]: amount } = limitsNamed(body);
    const isOwn = isAmount(amount) && jsonText(amount) !== original;
    // What was answered 202 may still come, unless it was read already.
    if (response?.status === 202 && !card.listed.log.read.has(jsonText(amount))) return [];
    return isOwn && writtenIn(exchange) === card.id ? [{ exchange, key, value: jsonText(amount), body }] : [];
  });
}
