/** What a run has written: which cards, how they were before, and in which forms the server took it. */

import { jsonText } from "../../base/json-text.ts";
import type { WriteForm, WriteOperation } from "../../wire/write-form.ts";
import type { JournalCard } from "./journal.ts";

/** A card that the run writes to. */
export interface WrittenCard extends JournalCard {
  /** Values that this run has written, as JSON, by the name of the limit. */
  readonly wrote: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Keeps account of all writes of a run, whoever sends them. */
export interface WriteLedger {
  /** Cards in the order in which they were first written to. */
  readonly cards: readonly WrittenCard[];
  /** Forms in which writes were accepted, the latest first. */
  readonly forms: readonly WriteForm[];
  /** How the card was before this run wrote to it; of one that it has not written to, what is given. */
  original(card: JournalCard): JournalCard;
  /** True where something was written since the limits were last put back. */
  readonly isDirty: boolean;
  /** Operations with which the server has accepted another value than the one that was there. */
  readonly changed: ReadonlySet<WriteOperation>;
  /** Notes that a write went out, whoever sent it. */
  touch(): void;
  /** Notes that all limits have been put back. */
  restored(): void;
  /** Notes a write that is about to be sent; the first one of a card is saved before this returns. */
  begin(card: JournalCard, body: unknown): void;
  /** Notes that the server has accepted a write in this form, and whether it was to change the daily limit. */
  accepted(form: WriteForm, isChange: boolean): void;
  /** A number for the next value that is written: 1, 2, … over the whole run. */
  nextNumber(): number;
  /** Values that this run has written to this card, as JSON, by the name of the limit. */
  wrote(id: string): ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a ledger tells others. */
export interface LedgerEvents {
  /** There is something new to be saved. What it throws keeps a card from being written to. */
  readonly save: (cards: readonly JournalCard[], forms: readonly WriteForm[]) => void;
  /** A card that has been saved is about to be written to for the first time. */
  readonly onCard: (card: JournalCard) => void;
}

/** Makes the ledger of a run. */
export function createWriteLedger({ onCard, save }: LedgerEvents): WriteLedger {
  const cards: (JournalCard & { readonly wrote: Map<string, Set<string>> })[] = [];
  const forms: WriteForm[] = [];
  let number = 0;
  let isDirty = false;
  const changed = new Set<WriteOperation>();
  const find = (id: string) => cards.find((card) => card.id === id);
  const saveWith = (...more: readonly JournalCard[]) =>
    save(
      [...cards, ...more].map(({ id, limits, pageSize }) => ({ id, limits, pageSize })),
      forms,
    );
  return {
    cards,
    forms,
    get isDirty() {
      return isDirty;
    },
    changed,
    touch: () => {
      isDirty = cards.length > 0;
    },
    restored: () => {
      isDirty = false;
    },
    original: (card) => find(card.id) ?? card,
    begin: (card, body) => {
      isDirty = true;
      let written = find(card.id);
      if (written === undefined) {
        saveWith(card);
        onCard(card);
        written = { ...card, wrote: new Map() };
        cards.push(written);
      }
      const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
      for (const [field, value] of fields) {
        written.wrote.set(field, (written.wrote.get(field) ?? new Set()).add(jsonText(value)));
      }
    },
    accepted: (form, isChange) => {
      if (isChange && (form.way === null || form.way.open !== undefined)) changed.add(form.operation);
      const [latest] = forms;
      if (latest !== undefined && isSame(latest, form)) return;
      const known = forms.findIndex((other) => isSame(other, form));
      if (known >= 0) forms.splice(known, 1);
      forms.unshift(form);
      if (known < 0) saveWith();
    },
    nextNumber: () => {
      number += 1;
      return number;
    },
    wrote: (id) => find(id)?.wrote ?? new Map(),
  };
}

function isSame(a: WriteForm, b: WriteForm): boolean {
  return a.operation === b.operation && a.way?.id === b.way?.id && a.body === b.body;
}
