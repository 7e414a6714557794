import type { RequirementId } from "../../generated/requirements.ts";

/** What holds a server to one requirement. */
export interface Cover {
  /** Checks of the suite. */
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  /** Faults of the sandbox that these checks have caught. */
  readonly faults: readonly string[];
}

/** Which checks and faults belong to which requirement. */
export type Coverage = ReadonlyMap<RequirementId, Cover>;
