/** Checks of an operation that look at all of a run, and send what it takes to have something to look at. */
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, prepare, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptanceOf } from "./acceptance.ts";
import { type Described, type OperationCheck, operationCheck } from "./operation.ts";
import { withOperation } from "./with-operation.ts";

/**
 * The check of one operation over a whole log.
 *
 * @param more - Sends what else it takes; without it, requests as specified are enough.
 */
export function logCheck(
  one: Described,
  check: Pick<OperationCheck, "family" | "title">,
  judge: (one: Described, log: readonly Exchange[]) => readonly Fact[],
  more: (run: Run) => Promise<unknown> = async () => undefined,
): Check[] {
  return operationCheck(one, {
    ...check,
    stage: "log",
    run: async (run) => {
      await prepare(run, () => withOperation(run, one, (args) => acceptanceOf(run, one, args)));
      await prepare(run, () => more(run));
      return judge(one, run.probe.session.exchanges);
    },
  });
}
