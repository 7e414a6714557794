/**
 * Whether a server takes writes of an operation at all, and in which form: tried with the mildest values first,
 * on up to three cards, and, where it refuses the specified form, in the ways that are usual mistakes.
 */
import type { Amount } from "../../base/exact-json.ts";
import { limitsOf } from "../../base/limits.ts";
import { type Exchange, isForLater, notNow, succeeded } from "../../wire/exchange.ts";
import { bodyForms, specifiedForm, type WriteOperation } from "../../wire/write-form.ts";
import type { ListedCard } from "./card-log.ts";
import { CardUnderTest } from "./card-under-test.ts";
import type { Run } from "./check.ts";
import { Inconclusive } from "./inconclusive.ts";
import { tryOtherWays } from "./other-ways.ts";
import { type Acceptance, contradictsByStatus, idsOf, neverAccepted } from "./refused-as-specified.ts";
import { writableCards } from "./writable-cards.ts";

const purpose = "acceptance";

/**
 * Finds out, once, how this server takes writes of an operation.
 *
 * @throws Inconclusive where nothing can be tried.
 */
export function acceptance(run: Run, operation: WriteOperation): Promise<Acceptance> {
  return run.memoize(`acceptance ${operation}`, async () => {
    const specified = await trySpecified(run, operation, await writableCards(run));
    const isOpen = specified.accepted === null && specified.isKnown !== true;
    return isOpen && specified.refused.some(mayBeMended) ? tryOtherWays(run, specified) : specified;
  });
}

/** The card that takes writes of this operation. @throws Inconclusive where there is none. */
export async function writableCard(run: Run, operation: WriteOperation): Promise<CardUnderTest> {
  const found = await acceptance(run, operation);
  if (found.accepted === null) throw new Inconclusive(neverAccepted(found), idsOf(found));
  return found.card;
}

/** Gives work the card that takes writes of this operation, while nothing else writes. @throws Inconclusive */
export function withCard<T>(
  run: Run,
  operation: WriteOperation,
  work: (card: CardUnderTest) => Promise<T>,
): Promise<T> {
  return run.withCardLock(async () => work(await writableCard(run, operation)));
}

/** Tries the specified form on one card after the other, until one takes a change. */
async function trySpecified(
  run: Run,
  operation: WriteOperation,
  cards: readonly ListedCard[],
): Promise<Acceptance> {
  const refused: Exchange[] = [];
  const [first] = cards as readonly [ListedCard];
  const card = new CardUnderTest(run, first, specifiedForm(operation));
  const inVain: Acceptance = { operation, card, accepted: null, refused, unsigned: null };
  /** The first write that was accepted although it changed nothing, and the changes that were refused after such. */
  let unchanged: Acceptance | null = null;
  const changes: Exchange[] = [];
  for (const listed of cards) {
    const write = await firstAccepted(run, operation, listed, refused);
    if (write === null) {
      if (endsTrying(run, refused)) return inVain;
      continue;
    }
    const accepted: Acceptance = { ...inVain, card: write.card, accepted: write.exchange };
    if (write.isChange) return accepted;
    unchanged ??= accepted;
    // A server that takes what is there already need not take anything else.
    const change = await write.card.write(write.card.nextValue(), { purpose });
    if (succeeded(change)) return accepted;
    changes.push(change);
  }
  if (unchanged === null) return inVain;
  const isBodyOpen = operation === "replaceCardLimits";
  const isNeverChanged = changes.every((change) => contradictsByStatus(change, isBodyOpen));
  return isNeverChanged ? { ...inVain, refused: changes, isKnown: true } : unchanged;
}

/** Writes to a card in every specified form: the value that is there now, then one close to it. */
async function firstAccepted(
  run: Run,
  operation: WriteOperation,
  listed: ListedCard,
  refused: Exchange[],
): Promise<{ card: CardUnderTest; exchange: Exchange; isChange: boolean } | null> {
  const specified = new CardUnderTest(run, listed, specifiedForm(operation));
  const before = listed.log.latest ?? (await specified.read());
  for (const isChange of [false, true]) {
    for (const form of bodyForms(specified.form)) {
      const card = specified.inForm(form);
      const value = isChange ? card.nextValue() : (limitsOf(card.original)?.daily as Amount);
      const exchange = await card.write(value, { purpose });
      if (succeeded(exchange)) {
        // It counts like every other one: what it changes beside its value is seen.
        if (before !== null) await card.readBack(exchange, value, before);
        return { card, exchange, isChange };
      }
      refused.push(exchange);
      if (endsTrying(run, refused)) return null;
      // Who may not write, or is not known, is told so whatever the body.
      if (exchange.response === null || [401, 403].includes(exchange.response.status)) break;
    }
  }
  return null;
}

/** True where a further write is of no use: what the server takes later, if at all, it takes of no other card. */
function endsTrying(run: Run, refused: readonly Exchange[]): boolean {
  return run.probe.session.stopped() !== null || refused.slice(-1).some(isForLater);
}

/** True for a refusal that another way of signing or sending may turn into a success. */
function mayBeMended(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 400 && ![404, 405, 410, 501, 503, ...notNow].includes(status);
}
