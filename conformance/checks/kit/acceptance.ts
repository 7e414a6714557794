/**
 * Whether a server takes writes of an operation at all, and in which form: tried with the mildest values first,
 * on up to three cards, and, where it refuses the specified form, in the ways that are usual mistakes.
 */

import { type Amount, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { limitsOf } from "../../base/limits.ts";
import { RunEnded } from "../../base/run-ended.ts";
import { type Exchange, isForLater, isRefusal, notNow, succeeded } from "../../wire/exchange.ts";
import {
  putBodyNames,
  specifiedForm,
  type WriteForm,
  type WriteOperation,
  writeWays,
} from "../../wire/write-form.ts";
import { type CardList, cardIn, cardList, type Snapshot } from "./card-list.ts";
import { type CardUnderTest, cardInForm, type ListedCard, type WriteDetails } from "./card-under-test.ts";
import type { Run } from "./check.ts";
import { Inconclusive } from "./inconclusive.ts";
import {
  type Acceptance,
  contradictsByStatus,
  mayConcernSignature,
  neverAccepted,
} from "./refused-as-specified.ts";

const mostCards = 3;

/**
 * Finds out, once, how this server takes writes of an operation.
 *
 * @throws Inconclusive where nothing can be tried.
 */
export function acceptance(run: Run, operation: WriteOperation): Promise<Acceptance> {
  return run.memoize(`acceptance ${operation}`, async () => {
    const listed = await writableCards(run);
    const specified = await trySpecified(run, operation, listed);
    if (specified.accepted !== null || specified.isKnown || !specified.refused.some(mayBeMended)) {
      return specified;
    }
    return tryOtherWays(run, specified);
  });
}

/** The card that takes writes of this operation. @throws Inconclusive where there is none. */
export async function writableCard(run: Run, operation: WriteOperation): Promise<CardUnderTest> {
  const found = await acceptance(run, operation);
  if (found.accepted === null) throw new Inconclusive(neverAccepted(found), idsOf(found));
  return found.card;
}

/** Ids of the exchanges that show that nothing was accepted. */
export function idsOf({ refused, unsigned }: Acceptance): string[] {
  return [...refused, ...(unsigned === null ? [] : [unsigned])].map(({ id }) => id);
}

/** The cards that writes may be tried on: the named one, or the last ones of the list. */
function writableCards(run: Run): Promise<readonly ListedCard[]> {
  return run.memoize("writable cards", async () => {
    if (run.target.signingKey === null) {
      throw new Inconclusive("no signing key was given, so nothing can be signed");
    }
    const list = await cardList(run);
    requireNamedCard(run, list);
    const ids = run.card === null ? list.ids.slice(-mostCards).reverse() : [run.card];
    const listed = ids.flatMap((id): ListedCard[] => {
      const original = cardIn(list, id);
      return original === undefined || !isAmount(limitsOf(original)?.daily)
        ? []
        : [{ id, original, list, ledger: [], latest: null }];
    });
    if (listed.length > 0) return listed;
    throw new Inconclusive(
      ids.length === 0
        ? "the list has no card to write to"
        : `the daily limit of ${ids.join(", ")} is not a number, so it could not be put back`,
    );
  });
}

/** Ends the run where the card that was named is not there: a mistake, to be told before anything is written. */
function requireNamedCard(run: Run, list: CardList): void {
  const isWhole = list.walk.end === "last-page";
  if (run.card === null || list.ids.includes(run.card) || !isWhole) return;
  const [example] = list.ids;
  const hint = example === undefined ? "the list is empty" : `it has ${list.ids.length}, such as ${example}`;
  const message = `the card ${run.card} is not in the list of this server (${hint}); give one of them with --card`;
  run.end(new RunEnded(message, 2));
  throw new Inconclusive(message);
}

/** Tries the specified form: the value that is there now, then one close to it, on one card after the other. */
async function trySpecified(
  run: Run,
  operation: WriteOperation,
  listed: readonly ListedCard[],
): Promise<Acceptance> {
  const refused: Exchange[] = [];
  const forms = formsOf(operation);
  const [first] = listed as readonly [ListedCard];
  const card = cardInForm(run, first, specifiedForm(operation));
  const inVain = () => ({ operation, listed: first, card, accepted: null, refused, unsigned: null });
  /** The first write that was accepted although it changed nothing, and the changes that were refused after such. */
  let unchanged: Acceptance | null = null;
  const changes: Exchange[] = [];
  nextCard: for (const one of listed) {
    const before = one.latest ?? (await cardInForm(run, one, specifiedForm(operation)).read());
    for (const isClose of [false, true]) {
      for (const form of forms) {
        const card = cardInForm(run, one, form);
        const value = valueFor(card, isClose);
        const exchange = await card.write(value, { purpose: "acceptance" });
        if (exchange === null) continue;
        if (succeeded(exchange)) {
          await note(one, card, { exchange, value, before });
          const accepted = { operation, listed: one, card, accepted: exchange, refused, unsigned: null };
          if (isClose) return accepted;
          unchanged ??= accepted;
          // A server that takes what is there already need not take anything else.
          const change = await card.write(valueFor(card, true), { purpose: "acceptance" });
          if (change === null || succeeded(change)) return accepted;
          changes.push(change);
          continue nextCard;
        }
        refused.push(exchange);
        if (run.probe.session.stopped() !== null) return inVain();
        // Who may not write, or is not known, is told so whatever the body.
        if (exchange.response === null || [401, 403].includes(exchange.response.status)) break;
        // What the server takes later, if at all, is not worth a write to one card after the other.
        if (isForLater(exchange)) return inVain();
      }
    }
  }
  const isBodyOpen = operation === "replaceCardLimits";
  const isNeverChanged = changes.every((exchange) => contradictsByStatus(exchange, isBodyOpen));
  if (unchanged !== null && !isNeverChanged) return unchanged;
  return unchanged === null ? inVain() : { ...inVain(), refused: changes, isKnown: true };
}

/** The first accepted write counts like every other one: what it changes beside its value is seen. */
async function note(
  listed: ListedCard,
  card: CardUnderTest,
  { exchange, value, before }: { exchange: Exchange; value: Amount; before: Snapshot | null },
): Promise<void> {
  const after = await card.readUntil((limits) => jsonText(limits?.daily) === jsonText(value));
  if (before === null) return;
  const { operation } = card.form;
  listed.ledger.push({ operation, exchange, value, accepted: true, refusedFirst: null, before, after });
}

function formsOf(operation: WriteOperation): WriteForm[] {
  const form = specifiedForm(operation);
  return operation === "updateCardLimits" ? [form] : putBodyNames.map((body) => ({ ...form, body }));
}

function valueFor(card: CardUnderTest, isClose: boolean): Amount {
  return isClose ? card.nextValue() : (limitsOf(card.original)?.daily as Amount);
}

/** True for a refusal that another way of signing or sending may turn into a success. */
function mayBeMended(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 400 && ![404, 405, 410, 501, 503, ...notNow].includes(status);
}

/** Tries the usual mistakes; one that is accepted while the specified write is still refused is the form. */
async function tryOtherWays(run: Run, specified: Acceptance): Promise<Acceptance> {
  const { listed, card, refused } = specified;
  const token = await run.probe.tokens.current();
  if (token === null) return specified;
  // With one token for all of them: a 401 is likelier about the signature than about the token.
  const details: WriteDetails = {
    purpose: "acceptance",
    send: (purpose, call) => run.probe.callWith(purpose, call, token),
  };
  const value = valueFor(card, false);
  const unsigned = await card.write(value, {
    ...details,
    alteration: { description: "with a signature that is not one", signature: () => "bm90IGEgc2lnbmF0dXJl" },
  });
  for (const form of otherForms(run, card.form)) {
    const tried = cardInForm(run, listed, form);
    const exchange = await tried.write(value, details);
    if (exchange === null || !succeeded(exchange)) continue;
    const control = await card.write(value, { purpose: "acceptance" });
    // Once may have its reasons; a server that wants the other way refuses the specified one again.
    if (control === null || !isRefusal(control)) {
      const accepted = control !== null && succeeded(control) ? control : null;
      return { ...specified, accepted, refused: accepted === null ? refused : [], unsigned };
    }
    return { ...specified, card: tried, accepted: exchange, refused: [...refused, control], unsigned };
  }
  return { ...specified, unsigned };
}

/** Every other way, the known ones first: what this server has taken before, it is the likeliest to want here. */
function otherForms({ written }: Run, form: WriteForm): readonly WriteForm[] {
  const known = [...new Set(written.forms.flatMap(({ way }) => way ?? []))];
  const others = writeWays.filter((way) => !known.includes(way));
  return [
    ...known.flatMap((way) => formsOf(form.operation).map((one) => ({ ...one, way }))),
    ...others.map((way) => ({ ...form, way })),
  ];
}

/** True where the refusal may rest on the signature, so that the key may be the reason. */
export function mayBeTheKey({ refused, unsigned }: Acceptance): boolean {
  return refused.some((exchange) => mayConcernSignature(exchange, unsigned));
}
