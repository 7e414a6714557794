/** A card that a run writes to: control writes with unique values, read back, and restored at the end. */
import { type Amount, amountBeside, isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import type { Spelling } from "../../../plan/spellings.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import { type Exchange, isPlainRefusal, succeeded } from "../../../wire/exchange.ts";
import type { Token } from "../../../wire/tokens.ts";
import { ask } from "../../kit/ask.ts";
import type { Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { alterationIn } from "../../kit/spelled.ts";
import { withWhatElse } from "../beside.ts";
import { documentedLimits, limitsOf, type RawCard, writtenLimit } from "../limits.ts";
import { bodyIn, pathTo, type WriteForm } from "../write-form.ts";
import { readingPageSize, readUntil, type Snapshot } from "./card-list.ts";
import type { Control, ListedCard } from "./card-log.ts";
import type { JournalCard } from "./journal.ts";
import { offsetOf } from "./next-amount.ts";
import { writtenIn } from "./write-ledger.ts";

/** What may differ in a write. */
export interface WriteDetails {
  readonly purpose?: string;
  readonly idempotencyKey?: string;
  readonly alteration?: Alteration;
  /** The whole body, instead of one that sets the written limit. */
  readonly body?: unknown;
  /** The token to send, instead of the current one. */
  readonly token?: Token | null;
  /** True for what is put back at once, and read to be back: nothing of it becomes visible later. */
  readonly isPassing?: true;
}

/** A write, and what was read after it. */
export interface ReadWrite {
  readonly exchange: Exchange;
  readonly amount: Amount | null;
  /** What was read; null if it could not be. */
  readonly snapshot: Snapshot | null;
  /** False where an effect may still come. */
  readonly isSettled: boolean;
}

/** The amount of the written limit of a card in a snapshot, if it is a number. */
export function writtenAmount(snapshot: Snapshot | null, id: string): Amount | null {
  const amount = limitsOf(snapshot?.cards.get(id))?.[writtenLimit];
  return isAmount(amount) ? amount : null;
}

/** A write that is as specified as well: signed a second ago. */
const aSecondOlder: Alteration = { description: "", timestamp: (seconds) => String(seconds - 1) };

/** A card that may be written to with one operation, in the form that the server accepts. */
export class CardUnderTest {
  readonly id: string;
  readonly listed: ListedCard;
  readonly form: WriteForm;
  /** The spellings of all of its writes. */
  readonly row: readonly Spelling[];
  readonly #run: Run;

  /** Sends nothing yet. */
  constructor(run: Run, listed: ListedCard, form: WriteForm, row: readonly Spelling[] = []) {
    this.id = listed.id;
    this.listed = listed;
    this.form = form;
    this.row = row;
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

  /** Its amount before the run wrote anything: a value from an earlier look is not the original one. */
  get #amountBefore(): unknown {
    return writtenIn(this.#run).original(this.#asRead).limits[writtenLimit];
  }

  /** Values that this run has written, as JSON, by the name of the limit. */
  get wrote(): ReadonlyMap<string, ReadonlySet<string>> {
    return writtenIn(this.#run).wrote(this.id);
  }

  /** The difference between the amounts that are written. */
  get step(): number {
    return writtenIn(this.#run).step;
  }

  /** The same card, written to in another form. */
  inForm(form: WriteForm): CardUnderTest {
    return new CardUnderTest(this.#run, this.listed, form);
  }

  /** The same card, written to in these spellings. */
  inSpellings(row: readonly Spelling[]): CardUnderTest {
    return new CardUnderTest(this.#run, this.listed, this.form, row);
  }

  /** An amount used by no other request of the run, and not read so far: somebody else may set that again. */
  nextValue(): number {
    const ledger = writtenIn(this.#run);
    const { [writtenLimit]: before, ...limits } = ledger.original(this.#asRead).limits;
    const amount = isAmount(before) ? before : 0;
    const others = Object.values(limits)
      .filter(isAmount)
      .map((one) => Number(jsonText(one)));
    for (;;) {
      const offset = offsetOf(Number(jsonText(amount)), ledger.nextNumber(), ledger.step, others);
      const value = amountBeside(amount, offset);
      if (!this.listed.log.read.has(jsonText(value))) return value;
    }
  }

  /**
   * Sends a write; `value` is what the written limit becomes.
   *
   * @throws Inconclusive if there is no token.
   */
  async write(value: Amount, details: WriteDetails = {}): Promise<Exchange> {
    const { purpose = "write", idempotencyKey, alteration, body, token = null, isPassing } = details;
    const written = writtenIn(this.#run);
    const { operation, way } = this.form;
    const sent = body ?? bodyIn(this.form, limitsOf(this.original) ?? {}, value);
    const isChange = body === undefined && jsonText(value) !== jsonText(this.#amountBefore);
    const altered = this.row.length === 0 ? alteration : alterationIn(this.row, alteration);
    this.listed.log.latest = null;
    written.begin(this.#asRead, isPassing === true ? null : sent);
    const { others } = this.listed;
    const call = {
      operation,
      path: pathTo(operation, this.id),
      others,
      body: withWhatElse(operation, sent),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(altered === undefined ? {} : { alteration: altered }),
      ...(way === null ? {} : { way }),
    };
    const exchange = await ask(this.#run, purpose, call, token);
    if (alteration === undefined && succeeded(exchange)) {
      written.accepted(this.form, isChange);
      if (body === undefined) this.listed.log.written = value;
    }
    return exchange;
  }

  /**
   * A write as specified, read back.
   *
   * @throws Inconclusive if there is no token, or the list cannot be read beforehand.
   */
  async control(): Promise<Control> {
    const before = this.listed.log.latest ?? (await this.read());
    if (before === null) throw new Inconclusive("the card list could not be read");
    const value = this.nextValue();
    const first = await this.write(value, { purpose: "control" });
    // A refusal may have a reason, such as the value. Sending the same write again shows whether it does.
    const again = isPlainRefusal(first) ? await this.write(value, { purpose: "control" }) : first;
    // So does another timestamp, if it lies in the signature: within a second, that is the same each time.
    const last = isPlainRefusal(again)
      ? await this.write(value, { purpose: "control", alteration: aSecondOlder })
      : again;
    const exchange = succeeded(last) ? last : first;
    return this.readBack(exchange, value, before, exchange === first ? null : first);
  }

  /**
   * Sends a write, and reads until the written limit is as expected, since reads may lag behind writes.
   *
   * @param expected - null if the write should change nothing, so that nothing tells when to stop reading.
   */
  async writeAndRead(value: Amount, expected: Amount | null, details: WriteDetails): Promise<ReadWrite> {
    const exchange = await this.write(value, details);
    const read = await (expected === null
      ? this.readSettled()
      : this.readUntil((limits) => limits?.[writtenLimit] === expected));
    return {
      exchange,
      amount: writtenAmount(read, this.id),
      snapshot: read,
      isSettled: read?.isSettled === true,
    };
  }

  /** Reads back a write that was as specified, and logs it. */
  async readBack(
    exchange: Exchange,
    value: Amount,
    before: Snapshot,
    refusedFirst: Exchange | null = null,
  ): Promise<Control> {
    const accepted = succeeded(exchange);
    const after = await this.readUntil(
      (now) => !accepted || jsonText(now?.[writtenLimit]) === jsonText(value),
    );
    const { operation } = this.form;
    const control = { operation, exchange, value, accepted, refusedFirst, before, after };
    this.listed.log.controls.push(control);
    const [then, now] = [before, after].map((read) => jsonText(writtenAmount(read, this.id)));
    if (accepted && then !== now && now === jsonText(value)) writtenIn(this.#run).saw(operation);
    return control;
  }

  /** Waits for this many milliseconds, or until the run ends. */
  sleep(milliseconds: number): Promise<void> {
    return this.#run.probe.session.sleep(milliseconds);
  }

  /** Reads the card again; null if it can't be read. */
  async read(): Promise<Snapshot | null> {
    const { list, log } = this.listed;
    const pageSize = await readingPageSize(this.#run, list, list.ids.indexOf(this.id) + 1);
    log.latest = await readUntil(this.#run.probe, { pageSize }, this.id);
    if (log.latest !== null) log.read.add(jsonText(writtenAmount(log.latest, this.id)));
    return log.latest;
  }

  /**
   * Reads the card once the last write would be visible, given how slow the server is known to be.
   *
   * @param mostMs - How long the run may have waited in all after that, in milliseconds.
   */
  async readSettled(mostMs?: number): Promise<Snapshot | null> {
    const { probe } = this.#run;
    const { patience } = writtenIn(this.#run);
    const pause = patience.settling(mostMs);
    if (pause !== null && pause > 0) await probe.session.sleep(pause);
    const snapshot = await this.read();
    return snapshot === null ? null : { ...snapshot, isSettled: pause !== null };
  }

  /** Reads the card until its limits are as wanted, for some seconds at most: writes may show up late. */
  async readUntil(done: (limits: Record<string, unknown> | null) => boolean): Promise<Snapshot | null> {
    const { probe } = this.#run;
    const { patience } = writtenIn(this.#run);
    const begun = probe.session.serverNow();
    let snapshot = await this.read();
    let waited = 0;
    const isDone = () => snapshot !== null && done(limitsOf(snapshot.cards.get(this.id)));
    for (const pause of patience.looks()) {
      if (snapshot === null || isDone()) break;
      await probe.session.sleep(pause);
      waited += pause;
      snapshot = await this.read();
    }
    if (isDone()) patience.saw(waited, probe.session.serverNow() - begun);
    else patience.sawNothing(waited);
    const isSettled = isDone() || patience.isCertain(waited);
    return snapshot === null ? null : { ...snapshot, isSettled };
  }
}
