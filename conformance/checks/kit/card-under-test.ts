/** A card that a run writes to: control writes with values of their own, read back, and put back at the end. */

import { type Amount, amountBeside, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import type { RawCard } from "../../base/limits.ts";
import { documentedLimits, limitsOf } from "../../base/limits.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, isPlainRefusal, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { bodyIn, type WriteForm, type WriteOperation } from "../../wire/write-form.ts";
import { type CardList, readingPageSize, readUntil, type Snapshot } from "./card-list.ts";
import type { Run } from "./check.ts";

/** A write as specified, and what was read afterwards. */
export interface Control {
  readonly operation: WriteOperation;
  readonly exchange: Exchange;
  /** The daily limit that was written. */
  readonly value: Amount;
  readonly accepted: boolean;
  /** The same write, refused just before it was accepted; null where it was not. */
  readonly refusedFirst: Exchange | null;
  readonly before: Snapshot;
  /** null where the list could not be read. */
  readonly after: Snapshot | null;
}

/** A card of the list, and what this run knows of it, whatever the form in which it is written to. */
export interface ListedCard {
  readonly id: string;
  /** The card as it was. */
  readonly original: RawCard;
  readonly list: CardList;
  /** Every control write so far. */
  readonly ledger: Control[];
  /** What was read last; null when something has been written since. */
  latest: Snapshot | null;
}

/** A card that may be written to with one operation, in the form in which the server takes it. */
export interface CardUnderTest {
  readonly id: string;
  /** The card as it was. */
  readonly original: RawCard;
  readonly list: CardList;
  readonly form: WriteForm;
  /** Every control write so far, of either operation. */
  readonly ledger: readonly Control[];
  /** A daily limit that no other request of the run uses. */
  nextValue(): number;
  /** The request body that sets `daily`. */
  body(daily: unknown): unknown;
  /** Sends a write; `value` is its daily limit. null where there is no token. */
  write(value: Amount, more?: WriteDetails): Promise<Exchange | null>;
  /** A write as specified, read back. null where there is no token or the list cannot be read. */
  control(): Promise<Control | null>;
  /** Reads the card again; null where it can't be read. */
  read(): Promise<Snapshot | null>;
  /** Reads the card when what was written last would have been seen, as slow as the server is known to be. */
  readSettled(): Promise<Snapshot | null>;
  /** Reads the card until its limits are as wanted, some seconds at most: a write may take a while to be seen. */
  readUntil(done: (limits: Record<string, unknown> | null) => boolean): Promise<Snapshot | null>;
  /** Values that this run has written, as JSON, by the name of the limit. */
  readonly wrote: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What may differ in a write. */
export interface WriteDetails {
  readonly purpose?: string;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
  /** The whole body, instead of one that sets `daily`. */
  readonly body?: unknown;
  /** How it is sent, instead of with the current token. */
  readonly send?: (purpose: string, call: Call) => Promise<Exchange | null>;
}

/** The daily limit of a card in a snapshot, if it is a number. */
export function dailyOf(snapshot: Snapshot | null, id: string): Amount | null {
  const limits = limitsOf(snapshot?.cards.get(id));
  return isAmount(limits?.daily) ? limits.daily : null;
}

/** From this daily limit on, values below it are written: a higher one might be above the monthly limit. */
const roomBelow = 1000;

/** Makes a card of the list one that can be written to in a form. Nothing is sent yet. */
export function cardInForm(run: Run, listed: ListedCard, form: WriteForm): CardUnderTest {
  const { id, original, list, ledger } = listed;
  const { operation, way } = form;
  const asRead = { id, limits: documentedLimits(original), pageSize: list.limit };
  // What an earlier look at the same question has written is not how the card was.
  const { daily: asWas } = run.written.original(asRead).limits;
  const daily = isAmount(asWas) ? asWas : 0;
  const step = Number(jsonText(daily)) >= roomBelow ? -1 : 1;

  const card: CardUnderTest = {
    id,
    original,
    list,
    form,
    ledger,
    get wrote() {
      return run.written.wrote(id);
    },
    nextValue: () => amountBeside(daily, step * run.written.nextNumber()),
    body: (value) => bodyIn(form, limitsOf(original) ?? {}, value),
    readUntil: async (done) => {
      let snapshot = await card.read();
      let waited = 0;
      const isDone = () => snapshot !== null && done(limitsOf(snapshot.cards.get(id)));
      for (const pause of run.patience.looks()) {
        if (snapshot === null || isDone()) break;
        await run.probe.session.sleep(pause);
        waited += pause;
        snapshot = await card.read();
      }
      if (isDone()) run.patience.saw(waited);
      else run.patience.sawNothing(waited);
      const isSettled = isDone() || run.patience.isCertain(waited);
      return snapshot === null ? null : { ...snapshot, isSettled };
    },
    read: async () => {
      listed.latest = await readUntil(run.probe, { pageSize: await readingPageSize(run, list) }, id);
      return listed.latest;
    },
    readSettled: async () => {
      const pause = run.patience.settling();
      if (pause !== null && pause > 0) await run.probe.session.sleep(pause);
      const snapshot = await card.read();
      return snapshot === null ? null : { ...snapshot, isSettled: pause !== null };
    },
    write: async (value, { purpose = "write", idempotencyKey, alteration, body, send } = {}) => {
      listed.latest = null;
      const sent = body ?? card.body(value);
      run.written.begin(asRead, sent);
      const exchange = await (send ?? run.probe.call)(purpose, {
        operation,
        path: { id },
        body: sent,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(alteration === undefined ? {} : { alteration }),
        ...(way === null ? {} : { way }),
      });
      if (exchange !== null && alteration === undefined && succeeded(exchange)) {
        run.written.accepted(form, body === undefined && jsonText(value) !== jsonText(asWas));
      }
      return exchange;
    },
    control: async () => {
      const before = listed.latest ?? (await card.read());
      if (before === null) return null;
      const value = card.nextValue();
      const first = await card.write(value, { purpose: "control" });
      if (first === null) return null;
      // A refusal may have its reasons, in the value for example. The same write again tells whether it has.
      const again = isPlainRefusal(first) ? await card.write(value, { purpose: "control" }) : null;
      const exchange = again !== null && succeeded(again) ? again : first;
      const accepted = succeeded(exchange);
      const after = await card.readUntil((now) => !accepted || jsonText(now?.daily) === jsonText(value));
      const refusedFirst = exchange === first ? null : first;
      const control = { operation, exchange, value, accepted, refusedFirst, before, after };
      ledger.push(control);
      return control;
    },
  };
  return card;
}
