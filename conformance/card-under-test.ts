/** The one card that a run writes to: control writes with values of their own, read back, and put back. */

import { type CardList, cardList, readUntil, type Snapshot } from "./card-list.ts";
import { missing, type Run } from "./check.ts";
import { type Amount, amountBeside, isAmount } from "./exact-json.ts";
import { jsonText } from "./json-text.ts";
import type { Alteration } from "./probe/alteration.ts";
import type { Fact } from "./verdict.ts";
import { idOf, type RawCard } from "./walk.ts";
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "./wire/exchange.ts";

/** The two operations that change limits. */
export type WriteOperation = "replaceCardLimits" | "updateCardLimits";

/** A write as specified, and what was read afterwards. */
export interface Control {
  readonly operation: WriteOperation;
  readonly exchange: Exchange;
  /** The daily limit that was written. */
  readonly value: number;
  readonly accepted: boolean;
  /** The same write, refused just before it was accepted; null where it was not. */
  readonly refusedFirst: Exchange | null;
  readonly before: Snapshot;
  /** null where the list could not be read. */
  readonly after: Snapshot | null;
}

/** The card that may be written to. */
export interface CardUnderTest {
  readonly id: string;
  /** The card as it was. */
  readonly original: RawCard;
  readonly list: CardList;
  /** Every control write so far. */
  readonly ledger: readonly Control[];
  /** A daily limit that no other request of the run uses. */
  nextValue(): number;
  /** The request body that sets `daily`; for PUT the one that was found to be accepted. */
  body: (operation: WriteOperation, daily: Amount) => unknown;
  /** Sends a write; `value` is its daily limit. */
  write(operation: WriteOperation, value: number, more?: WriteDetails): Promise<Exchange | null>;
  /** A write as specified, read back. null where there is no token or the list cannot be read. */
  control(operation: WriteOperation): Promise<Control | null>;
  /** Reads the card again. `restore` reads even when the run has been ended. */
  read(purpose?: "restore"): Promise<Snapshot | null>;
  /** Reads the card until its limits are as wanted, some seconds at most: a write may take a while to be seen. */
  readUntil(done: (limits: Record<string, unknown> | null) => boolean): Promise<Snapshot | null>;
  /** Values, as JSON, that this run has written to limits with bodies of its own. */
  readonly wrote: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What may differ in a write. */
export interface WriteDetails {
  readonly purpose?: string;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
  /** The whole body, instead of one that sets `daily`. */
  readonly body?: unknown;
}

/** The daily limit of a card in a snapshot, if it is a number. */
export function dailyOf(snapshot: Snapshot | null, id: string): Amount | null {
  const limits = limitsOf(snapshot?.cards.get(id));
  return isAmount(limits?.daily) ? limits.daily : null;
}

/** The limits object of a card, if it is one. */
export function limitsOf(card: RawCard | undefined): Record<string, unknown> | null {
  const limits = card?.limits;
  return typeof limits === "object" && limits !== null ? (limits as Record<string, unknown>) : null;
}

/** How long an accepted write may take to be read, in milliseconds between looks. */
const looks = [200, 800, 2000, 5000];
const roomBelow = 1000;

/**
 * Finds the card to write to, once per run.
 *
 * @returns The card, or a fact that says what is missing.
 */
export function cardUnderTest(run: Run): Promise<CardUnderTest | Fact> {
  return run.once("card under test", async () => {
    const { signingKey } = run.target;
    if (signingKey === null) return missing("no signing key was given, so nothing can be signed");
    const list = await cardList(run);
    if (typeof list === "string") return missing(list);
    const id = run.card ?? list.ids.at(-1);
    if (id === undefined) return missing("the list has no card to write to");
    const original = list.walk.pages.flatMap(({ cards }) => cards ?? []).find((card) => idOf(card) === id);
    if (original === undefined) return missing(`the card ${id} is not in the list`);
    if (!isAmount(limitsOf(original)?.daily)) {
      return missing(`the daily limit of ${id} is not a number, so it could not be put back`);
    }
    return createCardUnderTest(run, list, id, original);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** True for a fact in the place of what was asked for. */
export function isFact(value: CardUnderTest | Fact): value is Fact {
  return "kind" in value;
}

/** The documented limits of a card; what else a server adds to them is not sent back to it. */
function documented(limits: Record<string, unknown>, daily: Amount): Record<string, unknown> {
  const known = ["monthly", "atm", "approvalBased"].filter((field) => field in limits);
  return { daily, ...Object.fromEntries(known.map((field) => [field, limits[field]])) };
}

const putBodies: ((limits: Record<string, unknown>, daily: Amount) => unknown)[] = [
  documented,
  ({ monthly, atm }, daily) => ({ daily, monthly, atm }),
  (limits, daily) => ({ limits: documented(limits, daily) }),
];

/** Ids of the answers to gap.put.body, in the order of the bodies that are tried. */
export const putBodyAnswers = ["limits", "amounts", "wrapped"] as const;

function createCardUnderTest(run: Run, list: CardList, id: string, original: RawCard): CardUnderTest {
  const limits = limitsOf(original) ?? {};
  const daily = isAmount(limits.daily) ? limits.daily : 0;
  // Below the limit where there is room: a higher one might be refused for being above the monthly limit.
  const step = Number(jsonText(daily)) >= roomBelow ? -1 : 1;
  const ledger: Control[] = [];
  const wrote = new Map<string, Set<string>>();
  let used = 0;
  let said = false;
  /** What was read last; null when something has been written since. */
  let latest: Snapshot | null = null;

  const card: CardUnderTest = {
    id,
    original,
    list,
    ledger,
    wrote,
    nextValue: () => {
      used += 1;
      return amountBeside(daily, step * used);
    },
    body: (operation, value) =>
      operation === "updateCardLimits" ? { daily: value } : putBodies[0]?.(limits, value),
    readUntil: async (done) => {
      let snapshot = await card.read();
      for (const pause of looks) {
        if (snapshot === null || done(limitsOf(snapshot.cards.get(id)))) break;
        await run.probe.session.sleep(pause);
        snapshot = await card.read();
      }
      return snapshot;
    },
    read: async (purpose) => {
      latest = await readUntil(run, list, id, purpose);
      return latest;
    },
    write: async (operation, value, { purpose = "write", idempotencyKey, alteration, body } = {}) => {
      latest = null;
      for (const [field, written] of Object.entries(isRecord(body) ? body : {})) {
        wrote.set(field, (wrote.get(field) ?? new Set()).add(jsonText(written)));
      }
      if (!said) {
        said = true;
        run.say(`changes limits of ${id} (now ${jsonText(limits)}) and puts them back at the end`);
      }
      return run.probe.call(purpose, {
        operation,
        path: { id },
        body: body ?? card.body(operation, value),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(alteration === undefined ? {} : { alteration }),
      });
    },
    control: async (operation) => {
      const before = latest ?? (await card.read());
      if (before === null) return null;
      const value = card.nextValue();
      const first = await card.write(operation, value, { purpose: "control" });
      if (first === null) return null;
      // A refusal may have its reasons, in the value for example. The same write again tells whether it has.
      const again = isPlainRefusal(first) ? await card.write(operation, value, { purpose: "control" }) : null;
      const exchange = again !== null && succeeded(again) ? again : first;
      const accepted = succeeded(exchange);
      const after = await card.readUntil((limits) => !accepted || limits?.daily === value);
      const refusedFirst = exchange === first ? null : first;
      const control = { operation, exchange, value, accepted, refusedFirst, before, after };
      ledger.push(control);
      return control;
    },
  };
  return card;
}

/** The body of PUT that this server accepts, found once per run by trying the likely ones. */
export function putBody(run: Run, card: CardUnderTest): Promise<PutBody | Fact> {
  return run.once("put body", async () => {
    const limits = limitsOf(card.original) ?? {};
    const refused: Exchange[] = [];
    for (const [index, make] of putBodies.entries()) {
      const value = card.nextValue();
      const exchange = await card.write("replaceCardLimits", value, {
        purpose: "put body",
        body: make(limits, value),
      });
      if (exchange === null) return missing("no token");
      if (succeeded(exchange)) {
        card.body = (operation, daily) =>
          operation === "updateCardLimits" ? { daily } : make(limits, daily);
        return { answer: putBodyAnswers[index] ?? "limits", exchange, refused };
      }
      refused.push(exchange);
    }
    return missing(
      `no body for PUT was accepted (${refused.map(outcomeOf).join(", ")}); the specification does not show it`,
      refused.map(({ id }) => id),
    );
  });
}

/** Which body of PUT is accepted. */
export interface PutBody {
  readonly answer: (typeof putBodyAnswers)[number];
  readonly exchange: Exchange;
  readonly refused: readonly Exchange[];
}
