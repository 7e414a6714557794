/** A defect of a request, as the checks of this folder send it. */

import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import type { WriteDefect } from "../kit/refusal.ts";
import type { Fact } from "../kit/verdict.ts";

/** One defect, and what it changes about a request. */
export interface OperationDefect extends WriteDefect {
  /** What an alteration can't say: another query or body. */
  readonly change?: (call: Call) => Call;
}

/** The defects of one check. */
export interface DefectRow {
  /** Without the operation: "signature.missing". */
  readonly family: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly defects: readonly OperationDefect[];
  /** True if they can be judged only when the server's clock is known accurately. */
  readonly needsClock: boolean;
}

/** What came of the defects of one row. */
export interface RefusedRow {
  /** The responses to them. */
  readonly exchanges: readonly Exchange[];
  /** Whether each of them was refused. */
  readonly facts: readonly Fact[];
  /** Whether they had an effect; null for an operation that has none. */
  readonly effect: Fact | null;
}

/** What has to come of a defect that names nothing else. */
export const anyRefusal = { expected: "a refusal (any 4xx)" };
