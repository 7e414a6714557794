/** A scenario: a task for a client, in some weather. */
import type { Work } from "./evidence.ts";

/** What a client is asked to do. */
export interface Task {
  /** As the client gets it, in PARTNER_CARD_TASK: one for each time that it is started, one after the other. */
  readonly starts: readonly Readonly<Record<string, unknown>>[];
  /** The same, as it has to be seen on the wire, in order. */
  readonly work: readonly Work[];
}

/** A client at work: started once, as a rule. */
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

/** The task of a scenario as the client gets it at each start, with made-up ids of items. */
export function tasksOf({ task }: Pick<Scenario, "task">): readonly string[] {
  return task(["id-1", "id-2", "id-3"]).starts.map((one) => JSON.stringify(one));
}
