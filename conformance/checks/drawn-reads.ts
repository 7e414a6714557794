/** The plain read in other spellings: as specified, and with defects of the token, on other pages too. */
import type { Alteration } from "../wire/alteration.ts";
import type { DefectCheck } from "./defects.ts";
import { ask } from "./kit/ask.ts";
import type { Check, Run } from "./kit/check.ts";
import { type DrawnJudge, judgeDrawn } from "./kit/drawn.ts";
import { Inconclusive, ifConclusive, onInconclusive } from "./kit/inconclusive.ts";
import { mainList } from "./kit/paged.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { judgeRefusal } from "./kit/refusal.ts";
import {
  judgeSituations,
  judgeSpellings,
  notSent,
  orNotSent,
  type TriedSituation,
  usableSpellings,
} from "./kit/spelled.ts";
import { judgePairs } from "./kit/spelled-pairs.ts";
import type { Fact } from "./kit/verdict.ts";
import { sendRead, spellableRead, triedReadSituations, usableReadSituations } from "./spelled-read.ts";

/** The check of the plain read in every spelling; none where there is no plain read. */
export const spelledReadChecks: readonly Check[] = (plainOperation === null ? [] : [plainOperation]).map(
  ({ id, method }): Check => ({
    id: `spelling.${id === mainList?.id ? "list" : id}`,
    title: `${method}: a request as specified is accepted in every spelling`,
    requirements: ["request.spelling", "error.refusal.client-error"],
    operations: [id],
    access: "read",
    // Nothing else is to come between a request and what comes right before it.
    stage: "last",
    run: async (run) =>
      orNotSent(run, [
        ...(await judgeSpellings(run, spellableRead(run))),
        ...(await judgeSituations(spellableRead(run), await triedOnceMore(await triedReadSituations(run)))),
        ...(await judgePairs(run, spellableRead(run), await usableReadSituations(run), (row) =>
          sendRead(run, "spelling", row),
        )),
      ]),
  }),
);

/** The same, one after the other. */
async function triedOnceMore(tried: readonly TriedSituation[]): Promise<readonly TriedSituation[]> {
  const alone: TriedSituation[] = [];
  for (const one of tried) {
    const exchange = await ifConclusive(one.again());
    if (exchange !== null) alone.push({ ...one, exchange });
  }
  return alone;
}

/** The facts of one defect of the token in the spellings and on the pages that are drawn for it. */
export async function drawnReads(
  run: Run,
  name: string,
  { rule }: Pick<DefectCheck, "rule">,
  alteration: Alteration,
): Promise<readonly Fact[]> {
  if (run.draw.rows === 0) return [];
  const usable = await usableSpellings(run, spellableRead(run));
  // Where only a page is asked for, no spelling is tried.
  if (usable.length === 0 && run.draw.only === undefined) return [];
  const all = [...usable, ...(await usableReadSituations(run))].filter(
    ({ dimension }) => dimension !== "token" || alteration.scopes === undefined,
  );
  const hindered = notSent(run, all);
  if (hindered !== null) return [hindered];
  const judge: DrawnJudge["judge"] = async (rows) => {
    const [only] = rows;
    // By itself, a request is compared with the same one without the defect.
    const control = async () =>
      rows.length === 1 && only !== undefined
        ? sendRead(run, "control", only)
        : ask(run, "control", plainRead());
    const before = await control();
    const sent = await Promise.all(
      rows.map((row) => onInconclusive(sendRead(run, "drawn", row, alteration), (reason) => reason)),
    );
    const after = await control();
    return sent.map((altered) =>
      altered instanceof Inconclusive
        ? altered.fact
        : judgeRefusal({ before, altered, after }, { ...rule, granted: isRead }),
    );
  };
  // Chance never grants what is to be refused, but may well refuse it with another status.
  const mayBeChance = ({ received }: { readonly received: string }) => !/^2\d\d$/.test(received);
  return judgeDrawn(run, { name }, all, { judge, mayBeChance });
}
