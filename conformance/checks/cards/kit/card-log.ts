/** A card of the list, and what a run has found out about it so far, whatever the form of its writes. */
import type { Amount } from "../../../base/exact-json.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { WholeList } from "../../kit/whole-list.ts";
import type { RawCard } from "../limits.ts";
import type { WriteOperation } from "../write-form.ts";
import type { Snapshot } from "./card-list.ts";

/** A write as specified, and what was read afterwards. */
export interface Control {
  readonly operation: WriteOperation;
  readonly exchange: Exchange;
  /** What the written limit was to become. */
  readonly value: Amount;
  readonly accepted: boolean;
  /** The same write, refused just before it was accepted; null if it was not. */
  readonly refusedFirst: Exchange | null;
  readonly before: Snapshot;
  /** null if the list could not be read. */
  readonly after: Snapshot | null;
}

/** What has been found out about a card. */
export interface CardLog {
  /** Every control write so far, of either operation. */
  readonly controls: Control[];
  /** What was read last; null if something has been written since. */
  latest: Snapshot | null;
  /** The limits that a patch of them alone was seen to change. */
  readonly patchable: Set<string>;
  /** The amounts of the written limit that were read, as JSON. */
  readonly read: Set<string>;
  /**
   * What is sent for a large amount: one beyond 32 bits, a precise one of 26 bits once that was refused, and a usual
   * one where a smaller one is set in place of each large one.
   */
  largeAs: "large" | "precise" | "usual";
  /** The amount of the last write as specified that was accepted; null before it. */
  written: Amount | null;
}

/** Of a card that nothing has been found out about yet. */
export const emptyLog = (): CardLog => ({
  controls: [],
  latest: null,
  patchable: new Set(),
  read: new Set(),
  largeAs: "large",
  written: null,
});

/** A card of the list. */
export interface ListedCard {
  readonly id: string;
  /** The card as it was when the list was read. */
  readonly original: RawCard;
  readonly list: WholeList;
  /** The ids of other cards of the list for which this one may be taken, see `mostAlike`. */
  readonly others: readonly string[];
  readonly log: CardLog;
}
