/**
 * Whether a server accepts writes of an operation at all, and in which form: tried with the mildest values
 * first, on up to three cards, and, if it refuses the specified form, in the ways that are usual mistakes.
 */
import type { Amount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, isForLater, isPlainRefusal, notNow, succeeded } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { contradictsByStatus } from "../../kit/refused-as-specified.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { bodyForms, specifiedForm, type WriteOperation } from "../write-form.ts";
import type { ListedCard } from "./card-log.ts";
import { CardUnderTest } from "./card-under-test.ts";
import { type Acceptance, idsOf, neverAccepted } from "./never-accepted.ts";
import { tryOtherWays } from "./other-ways.ts";
import { canBePutBack } from "./put-back.ts";
import { writableCards } from "./writable-cards.ts";
import { leastStep, writtenIn } from "./write-ledger.ts";

const purpose = "acceptance";

/**
 * Determines, once, how this server accepts writes of an operation.
 *
 * @throws Inconclusive if nothing can be tried.
 */
export function acceptance(run: Run, operation: WriteOperation): Promise<Acceptance> {
  return run.memoize(`acceptance ${operation}`, async () => {
    const specified = await trySpecified(run, operation, await writableCards(run));
    const isOpen = specified.accepted === null && specified.isKnown !== true;
    return isOpen && specified.refused.some(mayBeMended) ? tryOtherWays(run, specified) : specified;
  });
}

/** The card that accepts writes of this operation. @throws Inconclusive if there is none. */
export async function writableCard(run: Run, operation: WriteOperation): Promise<CardUnderTest> {
  const found = await acceptance(run, operation);
  if (found.accepted === null) throw new Inconclusive(neverAccepted(found), idsOf(found));
  return found.card;
}

/** Runs work on the card that accepts these writes, while nothing else writes. @throws Inconclusive */
export function withCard<T>(
  run: Run,
  operation: WriteOperation,
  work: (card: CardUnderTest) => Promise<T>,
): Promise<T> {
  return run.withCardLock(async () => work(await writableCard(run, operation)));
}

/** Tries the specified form on one card after the other, until one accepts a change. */
async function trySpecified(
  run: Run,
  operation: WriteOperation,
  cards: readonly ListedCard[],
): Promise<Acceptance> {
  const refused: Exchange[] = [];
  const [first] = cards as readonly [ListedCard];
  const card = new CardUnderTest(run, first, specifiedForm(operation));
  const inVain: Acceptance = { operation, card, accepted: null, refused, unsigned: null };
  /** The first write accepted although it changed nothing, and the changes refused after such writes. */
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
    // A server that accepts the value already there need not accept any other.
    const change = await changed(run, write.card);
    if (succeeded(change)) return accepted;
    changes.push(change);
    if (endsTrying(run, changes)) break;
  }
  if (unchanged === null) return inVain;
  const isBodyOpen = operation === "replaceCardLimits";
  const isNeverChanged = changes.every((change) => contradictsByStatus(change, isBodyOpen));
  return isNeverChanged ? { ...inVain, refused: changes, isKnown: true } : unchanged;
}

/** The steps in which limits are usual, where they are not taken one by one. */
const usualSteps = [10, 50, 100];

/** The response to a write of another value: of one some steps away where the one beside is refused. */
async function changed(run: Run, card: CardUnderTest): Promise<Exchange> {
  const change = await card.write(card.nextValue(), { purpose });
  const amount = Number(jsonText(limitsOf(card.original)?.[writtenLimit]));
  const ledger = writtenIn(run);
  if (!isPlainRefusal(change) || ledger.step !== leastStep) return change;
  for (const step of usualSteps.filter((one) => amount % one === 0)) {
    ledger.useSteps(step);
    const further = await card.write(card.nextValue(), { purpose });
    if (succeeded(further)) return further;
  }
  ledger.useSteps(leastStep);
  return change;
}

/** Writes to a card in every specified form: the current value first, then one close to it. */
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
      if (!(await canBePutBack(card, purpose))) continue;
      const value = isChange ? card.nextValue() : (limitsOf(card.original)?.[writtenLimit] as Amount);
      const exchange = await card.write(value, { purpose });
      if (succeeded(exchange)) {
        // It counts like any other write: what it changes besides its value is noticed.
        if (before !== null) await card.readBack(exchange, value, before);
        return { card, exchange, isChange };
      }
      refused.push(exchange);
      if (endsTrying(run, refused)) return null;
      // A client that is not authorized or not known gets these whatever the body.
      if (exchange.response === null || [401, 403].includes(exchange.response.status)) break;
    }
  }
  return null;
}

/** True if another write is useless: a server that asks to wait does so for every card. */
function endsTrying(run: Run, refused: readonly Exchange[]): boolean {
  return run.probe.session.stopped() !== null || refused.slice(-1).some(isForLater);
}

/** A conflict on every card, with every value, may be about something else than what the card is like now. */
const conflict = 409;
const notMended: readonly number[] = [404, 405, 410, 501, 503, ...notNow.filter((one) => one !== conflict)];

/** True for a refusal that may become a success when signed or sent in another way. */
function mayBeMended(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 400 && !notMended.includes(status);
}
