import type { SandboxOptions } from "../sandbox/app.ts";
import type { ProofOptions } from "./in-memory.ts";

/** A server that differs, and what keeps it from being judged whole. */
export type Variation = {
  readonly name: string;
  /** Least number of checks that pass all the same. */
  readonly passes: number;
  /** True where somebody else changes the same limits, so that nobody can say what they are in the end. */
  readonly restless?: boolean;
} & (
  | {
      /** Differs by its settings alone, which always take effect. */
      readonly settings: () => Settings;
    }
  | {
      /** A new server that does something odd, of which each part has to take effect in every run. */
      readonly server: () => ProofOptions;
    }
);

/** Options of a sandbox and a target in which nothing of the service is replaced. */
export interface Settings {
  readonly sandbox: Omit<Partial<SandboxOptions>, "faults">;
  readonly run?: ProofOptions["run"];
}
