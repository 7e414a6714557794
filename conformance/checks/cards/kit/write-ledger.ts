/** What a run has written: which cards, their original state, and in which forms the server accepted it. */

import { asItCame, jsonText } from "../../../base/json-text.ts";
import type { Probe } from "../../../wire/probe.ts";
import type { Run } from "../../kit/check.ts";
import type { Keeper, KeeperEvents } from "../../kit/keeper.ts";
import type { WholeList } from "../../kit/whole-list.ts";
import { documentedLimits } from "../limits.ts";
import {
  isSameForm,
  limitsNamed,
  type WriteForm,
  type WriteOperation,
  writeOperations,
} from "../write-form.ts";
import { cardIn } from "./card-list.ts";
import type { JournalCard } from "./journal.ts";
import { Patience } from "./patience.ts";
import { restore } from "./restore.ts";

/** The difference between two amounts that a run writes: who else adds one to an amount meets no other one of them. */
export const leastStep = 2;

/** Keeps track of all writes of a run, whichever part sends them. */
export class WriteLedger implements Keeper {
  /** How long the server needs until a write can be read. */
  readonly patience = new Patience();
  readonly #events: KeeperEvents;
  readonly #cards: (JournalCard & { readonly wrote: Map<string, Set<string>> })[] = [];
  readonly #forms: WriteForm[] = [];
  readonly #unchanged = new Set<WriteOperation>(writeOperations);
  readonly #unseen = new Set<WriteOperation>(writeOperations);
  #number = 0;
  #step = leastStep;
  #isDirty = false;

  constructor(events: KeeperEvents) {
    this.#events = events;
  }

  get ids(): readonly string[] {
    return this.#cards.map(({ id }) => id);
  }

  /** Forms in which writes were accepted, the latest first. */
  get forms(): readonly WriteForm[] {
    return this.#forms;
  }

  /** Operations with which the server has not accepted a value other than the current one. */
  get unchanged(): ReadonlySet<WriteOperation> {
    return this.#unchanged;
  }

  /** Operations of which no accepted write was seen in a read. */
  get unseen(): ReadonlySet<WriteOperation> {
    return this.#unseen;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  get isLate(): boolean {
    return this.patience.wasInVain;
  }

  /** The card before this run wrote to it; the given card if the run has not written to it. */
  original(card: JournalCard): JournalCard {
    return this.#find(card.id) ?? card;
  }

  /** Values that this run has written to this card, as JSON, by the name of the limit. */
  wrote(id: string): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#find(id)?.wrote ?? new Map();
  }

  /** The difference between the amounts that are written: a server may take only some. */
  get step(): number {
    return this.#step;
  }

  /** Writes amounts that differ by this from now on. */
  useSteps(step: number): void {
    this.#step = step;
  }

  /** How far the next value to write is from the first one: one step, two steps, … over the whole run. */
  nextNumber(): number {
    this.#number += 1;
    return this.#number * this.#step;
  }

  renewPatience(): void {
    this.patience.renew();
  }

  touch(): void {
    this.#isDirty = this.#cards.length > 0;
  }

  async putBack(makeProbe: () => Probe, mayBeUnderWay: boolean): Promise<readonly string[]> {
    const left = await restore(makeProbe, { cards: this.#cards, forms: this.#forms }, mayBeUnderWay);
    if (left.length === 0) this.#isDirty = false;
    return left;
  }

  /** Notes a write that is about to be sent; the first one of a card is saved before this returns. */
  begin(card: JournalCard, body: unknown): void {
    this.#isDirty = true;
    const { wrote } = this.#find(card.id) ?? this.#add(card);
    for (const [field, value] of Object.entries(limitsNamed(body))) {
      wrote.set(field, (wrote.get(field) ?? new Set()).add(jsonText(value)));
    }
  }

  /** Notes that the server accepted a write in this form, and whether it should change the written limit. */
  accepted(form: WriteForm, isChange: boolean): void {
    if (isChange && (form.way === null || form.way.open !== undefined)) {
      this.#unchanged.delete(form.operation);
    }
    const known = this.#forms.findIndex((other) => isSameForm(other, form));
    if (known >= 0) this.#forms.splice(known, 1);
    this.#forms.unshift(form);
    if (known < 0) this.#save(this.#cards);
  }

  /** Notes that a read showed what an accepted write of the operation had written. */
  saw(operation: WriteOperation): void {
    this.#unseen.delete(operation);
  }

  #find(id: string) {
    return this.#cards.find((card) => card.id === id);
  }

  #add(card: JournalCard) {
    this.#save([...this.#cards, card]);
    const { id, limits } = card;
    this.#events.onFirst(`changes limits of ${id} (now ${asItCame(limits)}) and puts them back at the end`);
    const added = { ...card, wrote: new Map<string, Set<string>>() };
    this.#cards.push(added);
    return added;
  }

  #save(cards: readonly JournalCard[]): void {
    const saved = cards.map(({ id, limits, pageSize }) => ({ id, limits, pageSize }));
    this.#events.save({ cards: saved, forms: this.#forms });
  }
}

/** Puts another card of the list back as well, on which writes have changed something. */
export function restoreAsWell(run: Pick<Run, "keeper">, list: WholeList, id: string): void {
  const original = cardIn(list, id);
  if (original === undefined) return;
  writtenIn(run).begin({ id, limits: documentedLimits(original), pageSize: list.limit }, null);
}

/** The ledger of a run. */
export function writtenIn({ keeper }: Pick<Run, "keeper">): WriteLedger {
  if (keeper instanceof WriteLedger) return keeper;
  throw new TypeError("this run has no ledger of limits; make it with createKeeper of this folder");
}
