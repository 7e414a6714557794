/** A scenario: a task for a client, in some weather. */
import type { Work } from "./evidence.ts";

/** What a client is asked to do. */
export interface Task {
  /** As the client gets it, in PARTNER_CARD_TASK. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The same, as it has to be seen on the wire, in order. */
  readonly work: readonly Work[];
}

/** A start of the client. */
export interface Scenario {
  readonly id: string;
  /** Name of its weather. */
  readonly weather: string;
  /** How many items the list has. */
  readonly items: number;
  /** The task, given the ids of the items. */
  readonly task: (ids: readonly string[]) => Task;
  /**
   * True for one in which everything works: if the client does not do its task even there, the others say nothing,
   * and the run is incomplete.
   */
  readonly isControl: boolean;
}
