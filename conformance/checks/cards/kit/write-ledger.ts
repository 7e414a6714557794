/** What a run has written: which cards, their original state, and in which forms the server accepted it. */

import { jsonText } from "../../../base/json-text.ts";
import { isSameForm, type WriteForm, type WriteOperation } from "../write-form.ts";
import type { JournalCard } from "./journal.ts";

/** The events of a ledger. */
export interface LedgerEvents {
  /** There is something new to save. If this throws, the card is not written to. */
  readonly save: (cards: readonly JournalCard[], forms: readonly WriteForm[]) => void;
  /** A card that has been saved is about to be written to for the first time. */
  readonly onCard: (card: JournalCard) => void;
}

/** Keeps track of all writes of a run, whichever part sends them. */
export class WriteLedger {
  readonly #events: LedgerEvents;
  readonly #cards: (JournalCard & { readonly wrote: Map<string, Set<string>> })[] = [];
  readonly #forms: WriteForm[] = [];
  readonly #changed = new Set<WriteOperation>();
  #number = 0;
  #isDirty = false;

  constructor(events: LedgerEvents) {
    this.#events = events;
  }

  /** Cards in the order in which they were first written to. */
  get cards(): readonly JournalCard[] {
    return this.#cards;
  }

  /** Forms in which writes were accepted, the latest first. */
  get forms(): readonly WriteForm[] {
    return this.#forms;
  }

  /** Operations with which the server has accepted a value other than the current one. */
  get changed(): ReadonlySet<WriteOperation> {
    return this.#changed;
  }

  /** True if something was written since the limits were last restored. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** The card before this run wrote to it; the given card if the run has not written to it. */
  original(card: JournalCard): JournalCard {
    return this.#find(card.id) ?? card;
  }

  /** Values that this run has written to this card, as JSON, by the name of the limit. */
  wrote(id: string): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#find(id)?.wrote ?? new Map();
  }

  /** A number for the next value to write: 1, 2, … over the whole run. */
  nextNumber(): number {
    this.#number += 1;
    return this.#number;
  }

  /** Notes that a write was sent, by any part of the run. */
  touch(): void {
    this.#isDirty = this.#cards.length > 0;
  }

  /** Notes that all limits have been restored. */
  restored(): void {
    this.#isDirty = false;
  }

  /** Notes a write that is about to be sent; the first one of a card is saved before this returns. */
  begin(card: JournalCard, body: unknown): void {
    this.#isDirty = true;
    const { wrote } = this.#find(card.id) ?? this.#add(card);
    const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
    for (const [field, value] of fields) {
      wrote.set(field, (wrote.get(field) ?? new Set()).add(jsonText(value)));
    }
  }

  /** Notes that the server accepted a write in this form, and whether it should change the daily limit. */
  accepted(form: WriteForm, isChange: boolean): void {
    if (isChange && (form.way === null || form.way.open !== undefined)) this.#changed.add(form.operation);
    const known = this.#forms.findIndex((other) => isSameForm(other, form));
    if (known >= 0) this.#forms.splice(known, 1);
    this.#forms.unshift(form);
    if (known < 0) this.#save(this.#cards);
  }

  #find(id: string) {
    return this.#cards.find((card) => card.id === id);
  }

  #add(card: JournalCard) {
    this.#save([...this.#cards, card]);
    this.#events.onCard(card);
    const added = { ...card, wrote: new Map<string, Set<string>>() };
    this.#cards.push(added);
    return added;
  }

  #save(cards: readonly JournalCard[]): void {
    const saved = cards.map(({ id, limits, pageSize }) => ({ id, limits, pageSize }));
    this.#events.save(saved, this.#forms);
  }
}
