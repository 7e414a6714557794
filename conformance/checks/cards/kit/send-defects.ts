/** The defective writes of a run, in the plain spelling and in those that are drawn. */
import { isWanted } from "../../../wire/way.ts";
import type { Run } from "../../kit/check.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import type { WriteOperation } from "../write-form.ts";
import { withCard } from "./acceptance.ts";
import { drawnWrites } from "./drawn-writes.ts";
import { type RefusedWrites, refuseWrites } from "./write-refusals.ts";

/**
 * Sends, once per run, those of these defects that its checks look at.
 *
 * @param defects - All defects that go together; always the same array.
 * @throws Inconclusive if no write of the operation is accepted.
 */
export function sendDefects(
  run: Run,
  operation: WriteOperation,
  defects: readonly WriteDefect[],
): Promise<RefusedWrites> {
  return run.memoize(defects, async () => {
    const wanted = defects.filter((defect) => run.defects.has(defect));
    if (wanted.length === 0) return new Map();
    return withCard(run, operation, async (card) => {
      // What this server expects in place of the specified request is not a defect there.
      const isDefect = ({ rule, alteration }: WriteDefect) =>
        rule === null || !isWanted(card.form.way, alteration);
      const plain = await refuseWrites(run, card, wanted.filter(isDefect));
      const drawn = await drawnWrites(run, card, plain);
      return new Map(
        [...plain].map(([defect, result]) => [defect, { ...result, drawn: drawn.get(defect) ?? [] }]),
      );
    });
  });
}
