/** The defective writes of a run: in the plain spelling, in those that are drawn, and in forms that are drawn. */
import { drawShare } from "../../../plan/draw.ts";
import { signedPartsOf } from "../../../wire/request.ts";
import { isOtherString } from "../../../wire/signing-mistakes.ts";
import { isWanted } from "../../../wire/way.ts";
import type { Run } from "../../kit/check.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import { pathTo, type WriteOperation, writeOperations } from "../write-form.ts";
import { withCard } from "./acceptance.ts";
import { drawnWrites } from "./drawn-writes.ts";
import type { RefusedWrites } from "./judge-write.ts";
import { refuseTogether } from "./write-refusals.ts";

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
      const call = { operation, path: pathTo(operation, card.id), body: {}, idempotencyKey: "key" };
      const parts = signedPartsOf(run.target, call, "1");
      // What this server expects in place of the specified request is not a defect there.
      const isDefect = ({ rule, alteration }: WriteDefect) =>
        rule === null || (!isWanted(card.form.way, alteration) && isOtherString(alteration, parts));
      const forms = formsOf(run, operation, defects);
      const sent = wanted.filter((one) => (one.isDrawn !== true || forms.includes(one)) && isDefect(one));
      return drawnWrites(run, card, await refuseTogether(run, card, sent));
    });
  });
}

/** The forms of these defects that the operation is sent in its turn. */
function formsOf(
  run: Run,
  operation: WriteOperation,
  defects: readonly WriteDefect[],
): readonly WriteDefect[] {
  const turn = [writeOperations.indexOf(operation), writeOperations.length] as const;
  const drawn = defects.filter(({ isDrawn }) => isDrawn === true);
  return drawShare(drawn, run.draw, { name: "forms of defects", turn });
}
