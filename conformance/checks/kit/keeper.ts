/** What a run needs of the part that keeps what is written over, and puts it back. */
import type { Target } from "../../base/target.ts";
import type { Probe } from "../../wire/probe.ts";

/** The purpose of requests that put things back. */
export const restoring = "restore";

/** Keeps what a run writes over; it knows every write, whichever part of the run sends it. */
export interface Keeper {
  /** Ids of what was written to, in the order in which it was first written to. */
  readonly ids: readonly string[];
  /** True if something was written since everything was last put back. */
  readonly isDirty: boolean;
  /** True if an accepted write was not to be seen after the longest wait, so that it may still come. */
  readonly isLate: boolean;
  /** The operations that it knows and with which nothing has been changed so far, though perhaps accepted. */
  readonly unchanged: ReadonlySet<string>;
  /** The operations that it knows and of which no accepted write was seen in a read so far. */
  readonly unseen: ReadonlySet<string>;
  /** What comes next may wait some seconds for the effects of writes, however long others have waited. */
  renewPatience(): void;
  /** Notes that a write was sent, by any part of the run. */
  touch(): void;
  /**
   * Puts everything back.
   *
   * @param makeProbe - Makes a probe, with its own token, that sends even after the end of the run.
   * @param mayBeUnderWay - True if an earlier write may still be carried out.
   * @returns What is left changed, one line each; empty if nothing is.
   */
  putBack(makeProbe: () => Probe, mayBeUnderWay: boolean): Promise<readonly string[]>;
}

/** What a keeper tells the run. */
export interface KeeperEvents {
  /** There is something new to keep in the journal. If this throws, nothing is written. */
  readonly save: (kept: object) => void;
  /** Something that has been saved is about to be written to for the first time: what, in one line. */
  readonly onFirst: (message: string) => void;
}

/** What a run that writes leaves on disk until it has put everything back; what is kept comes on top. */
export interface Journal {
  readonly format: 1;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Process id of the run. */
  readonly process: number;
  readonly target: Pick<Target, "baseUrl" | "clientId" | "signaturePath">;
}

/** Where a journal is kept. */
export interface JournalFile<Kept extends Journal = Journal> {
  /** Absolute. */
  readonly path: string;
  /** Makes sure that it can be written, and leaves no trace of that. @throws UsageError if it can't. */
  prepare(): void;
  /** The journal; null if there is none. @throws UsageError for a file that is not a journal. */
  read(): Kept | null;
  /**
   * Writes it, readable by its owner only.
   *
   * @throws the error of the file system, or an Error if another process wrote it before.
   */
  save(journal: Kept): void;
  /** Removes it, and its folder if that was created for it. */
  remove(): void;
}
