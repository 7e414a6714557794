/** A card that a run writes to: control writes with values of their own, read back, and put back at the end. */
import { type Amount, amountBeside, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { documentedLimits, limitsOf, type RawCard } from "../../base/limits.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, isPlainRefusal, succeeded } from "../../wire/exchange.ts";
import type { Token } from "../../wire/tokens.ts";
import { bodyIn, type WriteForm } from "../../wire/write-form.ts";
import { ask } from "./ask.ts";
import { readingPageSize, readUntil, type Snapshot } from "./card-list.ts";
import type { Control, ListedCard } from "./card-log.ts";
import type { Run } from "./check.ts";
import { Inconclusive } from "./inconclusive.ts";
import type { JournalCard } from "./journal.ts";

/** What may differ in a write. */
export interface WriteDetails {
  readonly purpose?: string;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
  /** The whole body, instead of one that sets `daily`. */
  readonly body?: unknown;
  /** The token that is sent, instead of the current one. */
  readonly token?: Token | null;
}

/** The daily limit of a card in a snapshot, if it is a number. */
export function dailyOf(snapshot: Snapshot | null, id: string): Amount | null {
  const limits = limitsOf(snapshot?.cards.get(id));
  return isAmount(limits?.daily) ? limits.daily : null;
}

/** From this daily limit on, values below it are written: a higher one might be above the monthly limit. */
const roomBelow = 1000;

/** A card that may be written to with one operation, in the form in which the server takes it. */
export class CardUnderTest {
  readonly id: string;
  readonly listed: ListedCard;
  readonly form: WriteForm;
  readonly #run: Run;

  /** Nothing is sent yet. */
  constructor(run: Run, listed: ListedCard, form: WriteForm) {
    this.id = listed.id;
    this.listed = listed;
    this.form = form;
    this.#run = run;
  }

  /** The card as it was when the list was read. */
  get original(): RawCard {
    return this.listed.original;
  }

  get #asRead(): JournalCard {
    const { id, original, list } = this.listed;
    return { id, limits: documentedLimits(original), pageSize: list.limit };
  }

  /** The daily limit before the run has written: what an earlier look has written is not how the card was. */
  get #dailyBefore(): unknown {
    return this.#run.written.original(this.#asRead).limits.daily;
  }

  /** Values that this run has written, as JSON, by the name of the limit. */
  get wrote(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#run.written.wrote(this.id);
  }

  /** The same card, written to in another form. */
  inForm(form: WriteForm): CardUnderTest {
    return new CardUnderTest(this.#run, this.listed, form);
  }

  /** A daily limit that no other request of the run uses. */
  nextValue(): number {
    const before = this.#dailyBefore;
    const daily = isAmount(before) ? before : 0;
    const step = Number(jsonText(daily)) >= roomBelow ? -1 : 1;
    return amountBeside(daily, step * this.#run.written.nextNumber());
  }

  /**
   * Sends a write; `value` is its daily limit.
   *
   * @throws Inconclusive where there is no token.
   */
  async write(value: Amount, details: WriteDetails = {}): Promise<Exchange> {
    const { purpose = "write", idempotencyKey, alteration, body, token = null } = details;
    const { probe, written } = this.#run;
    const { operation, way } = this.form;
    const sent = body ?? bodyIn(this.form, limitsOf(this.original) ?? {}, value);
    const isChange = body === undefined && jsonText(value) !== jsonText(this.#dailyBefore);
    this.listed.log.latest = null;
    written.begin(this.#asRead, sent);
    const call = {
      operation,
      path: { id: this.id },
      body: sent,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(alteration === undefined ? {} : { alteration }),
      ...(way === null ? {} : { way }),
    };
    const exchange = await (token === null
      ? ask(this.#run, purpose, call)
      : probe.callWith(purpose, call, token));
    if (alteration === undefined && succeeded(exchange)) written.accepted(this.form, isChange);
    return exchange;
  }

  /**
   * A write as specified, read back.
   *
   * @throws Inconclusive where there is no token, or the list cannot be read beforehand.
   */
  async control(): Promise<Control> {
    const before = this.listed.log.latest ?? (await this.read());
    if (before === null) throw new Inconclusive("the card list could not be read");
    const value = this.nextValue();
    const first = await this.write(value, { purpose: "control" });
    // A refusal may have its reasons, in the value for example. The same write again tells whether it has.
    const again = isPlainRefusal(first) ? await this.write(value, { purpose: "control" }) : first;
    const exchange = succeeded(again) ? again : first;
    return this.readBack(exchange, value, before, exchange === first ? null : first);
  }

  /** Reads a write back that was as specified, and logs it. */
  async readBack(
    exchange: Exchange,
    value: Amount,
    before: Snapshot,
    refusedFirst: Exchange | null = null,
  ): Promise<Control> {
    const accepted = succeeded(exchange);
    const after = await this.readUntil((now) => !accepted || jsonText(now?.daily) === jsonText(value));
    const { operation } = this.form;
    const control = { operation, exchange, value, accepted, refusedFirst, before, after };
    this.listed.log.controls.push(control);
    return control;
  }

  /** Reads the card again; null where it can't be read. */
  async read(): Promise<Snapshot | null> {
    const { list, log } = this.listed;
    const pageSize = await readingPageSize(this.#run, list);
    log.latest = await readUntil(this.#run.probe, { pageSize }, this.id);
    return log.latest;
  }

  /** Reads the card when what was written last would have been seen, as slow as the server is known to be. */
  async readSettled(): Promise<Snapshot | null> {
    const { patience, probe } = this.#run;
    const pause = patience.settling();
    if (pause !== null && pause > 0) await probe.session.sleep(pause);
    const snapshot = await this.read();
    return snapshot === null ? null : { ...snapshot, isSettled: pause !== null };
  }

  /** Reads the card until its limits are as wanted, some seconds at most: a write may take a while to be seen. */
  async readUntil(done: (limits: Record<string, unknown> | null) => boolean): Promise<Snapshot | null> {
    const { patience, probe } = this.#run;
    let snapshot = await this.read();
    let waited = 0;
    const isDone = () => snapshot !== null && done(limitsOf(snapshot.cards.get(this.id)));
    for (const pause of patience.looks()) {
      if (snapshot === null || isDone()) break;
      await probe.session.sleep(pause);
      waited += pause;
      snapshot = await this.read();
    }
    if (isDone()) patience.saw(waited);
    else patience.sawNothing(waited);
    const isSettled = isDone() || patience.isCertain(waited);
    return snapshot === null ? null : { ...snapshot, isSettled };
  }
}
