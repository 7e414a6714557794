/** A defect of a request, as the checks of this folder send it. */
import type { Call } from "../../wire/request.ts";
import type { WriteDefect } from "../kit/refusal.ts";

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
