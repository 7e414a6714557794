/** A retry with the same idempotency key has no effect, and the same request with a new one has. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive, onInconclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { idsMade, isGoingOn } from "./going-on.ts";
import { judgeFreed, judgeReused } from "./key-promises.ts";
import { type Described, idOf, isWrite, nameOf, operationCheck } from "./operation.ts";
import { isRelatedTo } from "./related.ts";
import { changersOf, repeatAfterChange } from "./repeated-creation.ts";
import { makerOfRemoved, repeatAfterMaking } from "./repeated-removal.ts";
import { judgeReplayed } from "./replayed.ts";
import { retryCreation } from "./retried-creations.ts";
import { judgeReusedElsewhere } from "./reused-elsewhere.ts";
import { send } from "./send.ts";
import { type Difference, readView } from "./view.ts";
import { renewed, startWatch } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

/** The checks of an idempotent operation; none for another one. */
export function retryChecks(one: Described): Check[] {
  if (one.row.idempotent === null || !isWrite(one.row)) return [];
  const sequence = (run: Run) =>
    run.memoize(`retries ${one.row.id}`, () =>
      withOperation(run, one, (args) => makeSequence(run, one, args)),
    );
  return [
    ...operationCheck(one, {
      family: "idempotency.retry",
      title: "a retry with the same key is not applied again",
      requirements: ["auth.idempotency.safe-retry"],
      run: async (run) => {
        const found = await onInconclusive(sequence(run), (reason) => reason);
        const repeat =
          changersOf(one).length > 0
            ? repeatAfterChange
            : makerOfRemoved(one) === null
              ? null
              : repeatAfterMaking;
        const repeated =
          repeat === null
            ? []
            : await ifConclusive(withOperation(run, one, (args) => repeat(run, one, args)));
        if (!(found instanceof Inconclusive)) return [found.retried, ...found.more, ...(repeated ?? [])];
        if (repeated === null || repeated.length === 0) throw found;
        return repeated;
      },
    }),
    ...operationCheck(one, {
      family: "idempotency.distinct",
      title: "the same request with a key of its own is applied",
      requirements: ["auth.idempotency.distinct"],
      run: async (run) => [(await sequence(run)).distinct],
    }),
  ];
}

/** What a sequence of requests and retries showed. */
interface RetrySequence {
  readonly retried: Fact;
  readonly distinct: Fact;
  /** What more was seen of retries: of what creates something, and of their answers. */
  readonly more: readonly Fact[];
}

/** A request, and what changed after it. */
interface Step {
  readonly exchange: Exchange;
  readonly changes: readonly Difference[];
}

/** A request that can be sent again. */
interface SentStep extends Step {
  readonly path: Arguments["path"];
}

/**
 * Request A, another one B, A again with its key, A again with a new key; reads after each.
 *
 * @throws Inconclusive if A or B has no effect that can be seen, so that nothing would show another one.
 */
async function makeSequence(run: Run, one: Described, args: Arguments): Promise<RetrySequence> {
  const [known, ...fresh] = await acceptedBodies(run, one, args);
  const watch = await startWatch(run, one.row.id, () => readView(run, one, args));
  const purpose = idOf("idempotency", one);
  const step = async (
    body: unknown,
    idempotencyKey: string,
    again?: Arguments["path"],
  ): Promise<SentStep> => {
    await renewed(args, watch);
    const path = again ?? args.path;
    const exchange = await send(run, one, args, { purpose, body, idempotencyKey, path: again });
    const isLooked = again === undefined && succeeded(exchange);
    return { exchange, path, changes: await (isLooked ? watch.expectChange() : watch.expectNone()) };
  };
  // A body that was sent before may be in effect already, or be known to the server: it comes last.
  const bodies = [...fresh, known];
  const first = await firstApplied(one, bodies, step);
  const isUndoing = (body: unknown) => one.row.method !== "PATCH" || differsWithin(body, first.body);
  const others = bodies.filter((body) => body !== first.body);
  const inOrder = [...others.filter(isUndoing), ...others.filter((body) => !isUndoing(body)), first.body];
  const second = await firstApplied(one, inOrder, step);
  const ids = [first, second].map(({ exchange }) => exchange.id);
  const repeated = await step(first.body, first.key, first.path);
  const goesOn = isGoingOn(run.probe.session.exchanges, one, [...first.changes, ...second.changes]);
  const retry = { ...repeated, changes: repeated.changes.filter((change) => !goesOn(change)) };
  const again = await step(first.body, randomUUID());
  // What may be chance is looked at once more here: later, the server may know every body.
  const last = again.changes.length > 0 ? again : await step(first.body, randomUUID());
  const isDoubtful = retry.changes.length > 0 || last.changes.length === 0;
  const isCalm = !isDoubtful || (await watch.isCalm());
  // What is in effect still would not show a second time, unless each write shows, as by a version.
  const isTelling = isUndoing(second.body) || [...retry.changes, ...last.changes].length > 0;
  const elsewhere = idsMade(run.probe.session.exchanges, one, [repeated.exchange]);
  const isRelated = isRelatedTo(one.row, [repeated.exchange], first.changes, true, elsewhere);
  const changes = retry.changes.toSorted((a, b) => Number(isRelated(b)) - Number(isRelated(a)));
  const isOwn = changes.length === 0 || changes.some(isRelated);
  const retried = isTelling
    ? judgeRetry({ ...retry, changes }, isCalm && isOwn, ids)
    : missing("no two accepted bodies speak of the same part, so nothing would show a repetition", ids);
  return {
    retried,
    distinct: judgeDistinct(last, retry.changes.length === 0 && isTelling, isCalm, ids),
    more: [
      ...judgeReplayed(one, first.exchange, repeated.exchange, [second.exchange]),
      ...(await judgeReused(run, one, args, { first, other: second.body, watch })),
      ...(await judgeReusedElsewhere(run, one, args, first, watch)),
      ...(await judgeFreed(run, one, args, { body: first.body, watch })),
      ...(retried.kind === "held"
        ? await retryCreation(run, one, args, { body: first.body, others }, watch)
        : []),
    ],
  };
}

/** True where two patches speak of the same part and do not say the same: else the first is still in effect after the second. */
export function differsWithin(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return !isDeepStrictEqual(one, other);
  return Object.keys(one).some((name) => Object.hasOwn(other, name) && differsWithin(one[name], other[name]));
}

/** Sends one body after the other, until one has an effect that can be seen. @throws Inconclusive if none has. */
async function firstApplied(
  one: Described,
  bodies: readonly unknown[],
  step: (body: unknown, key: string) => Promise<SentStep>,
): Promise<SentStep & { readonly body: unknown; readonly key: string }> {
  const sent: Exchange[] = [];
  for (const body of bodies) {
    const key = randomUUID();
    const taken = await step(body, key);
    if (taken.changes.length > 0) return { ...taken, body, key };
    sent.push(taken.exchange);
  }
  const refused = sent.find((exchange) => !succeeded(exchange));
  const ids = sent.map(({ id }) => id);
  throw new Inconclusive(
    refused === undefined || sent.some(succeeded)
      ? `nothing that can be read shows what ${nameOf(one.row)} does`
      : `${nameOf(one.row)} was not accepted (${outcomeOf(refused)})`,
    ids,
  );
}

/** Judges the retry of A, after B. */
export function judgeRetry(
  { exchange, changes: [change] }: Step,
  isCalm: boolean,
  ids: readonly string[],
): Fact {
  const exchanges = [exchange.id, ...ids];
  if (change !== undefined) {
    const seen = `${change.place} ${change.seen}`;
    if (!isCalm) return missing(`${seen}; that may be somebody else's doing`, exchanges);
    return {
      kind: "violated",
      message: "A retry with the same idempotency key was applied again, after a later request.",
      expected: ["no change"],
      received: seen,
      exchanges,
    };
  }
  return (exchange.response?.status ?? 500) >= 500
    ? missing(`the retry was answered ${outcomeOf(exchange)}`, exchanges)
    : held("a retry was not applied again", exchange.id);
}

/** Judges A with a new key, after B. */
export function judgeDistinct(
  { exchange, changes }: Step,
  isOpen: boolean,
  isCalm: boolean,
  ids: readonly string[],
): Fact {
  const exchanges = [exchange.id, ...ids];
  if (changes.length > 0) return held("the same request under a new key was applied", exchange.id);
  // What seemed to be the effect of the requests before may have been a coincidence.
  if (!isCalm) return missing("something changes by itself; that may be somebody else's doing", exchanges);
  // If the retry was applied, the same request need not change anything a second time.
  if (!succeeded(exchange) || !isOpen) {
    return missing(
      `the request under a new key was answered ${outcomeOf(exchange)}, and not to be seen`,
      exchanges,
    );
  }
  return {
    kind: "violated",
    message:
      "A request under a key of its own was accepted but not applied; the same request had been sent before under another key.",
    expected: ["the effect that it had under another key"],
    received: "no change",
    exchanges,
    isLasting: true,
  };
}
