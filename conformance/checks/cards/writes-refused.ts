/** Every defect of a write, for PUT and for PATCH, sent in batches between writes without a defect. */
import { operations } from "../../../generated/operations.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { type DefectCheck, rulesOf, tokenDefects } from "../defects.ts";
import { headerDefects, unsigned } from "../header-defects.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { clockDoubt } from "../kit/clock-doubt.ts";
import { noChange, type WriteDefect } from "../kit/refusal.ts";
import { longestPauseMs } from "../kit/situation.ts";
import type { Fact } from "../kit/verdict.ts";
import { isDefect } from "../operations/defect-rows.ts";
import { bodyDemands } from "./demanded.ts";
import { describedWrite } from "./described-writes.ts";
import { withCard } from "./kit/acceptance.ts";
import { fieldsBesideWritten, someLooks, staysByItself } from "./kit/card-compare.ts";
import type { RefusedWrite } from "./kit/judge-write.ts";
import { judgeRefusedLater } from "./kit/refused-later.ts";
import { sendDefects } from "./kit/send-defects.ts";
import { writeCheck, writeCheckId } from "./kit/write-check.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

const ofAnyWrite: readonly DefectCheck[] = [...tokenDefects, ...headerDefects, unsigned];
const rowsOf = (operation: WriteOperation): readonly DefectCheck[] =>
  writeOperations.includes(operation) ? [...ofAnyWrite, ...bodyDemands(operation)] : [];
const catalogue = {
  updateCardLimits: rowsOf("updateCardLimits"),
  replaceCardLimits: rowsOf("replaceCardLimits"),
} as const;

interface CataloguedDefect extends WriteDefect {
  readonly catalogued: DefectCheck;
}

const defectsOf = (operation: WriteOperation): readonly CataloguedDefect[] =>
  catalogue[operation].flatMap((row) => {
    const { rule, alterations, drawn = [] } = row;
    const check = writeCheckId(row.id, operation);
    // A token need not have a scope that the operation does not ask for.
    const isOne = (alteration: Alteration) => isDefect(operations[operation], alteration);
    return [
      ...alterations.filter(isOne).map((alteration) => ({ catalogued: row, check, alteration, rule })),
      ...drawn
        .filter(isOne)
        .map((alteration) => ({ catalogued: row, check, alteration, rule, isDrawn: true as const })),
    ];
  });
const defects = {
  updateCardLimits: defectsOf("updateCardLimits"),
  replaceCardLimits: defectsOf("replaceCardLimits"),
} as const;

/** The defective writes of these rows of the catalogue, to be declared by a check that looks at them. */
export function writeDefects(
  operation: WriteOperation,
  rows: readonly DefectCheck[] = catalogue[operation],
): readonly WriteDefect[] {
  return defects[operation].filter(({ catalogued }) => rows.includes(catalogued));
}

/** Those of them that every run sends. */
export function plainDefects(
  operation: WriteOperation,
  rows: readonly DefectCheck[],
): readonly WriteDefect[] {
  return writeDefects(operation, rows).filter(({ isDrawn }) => isDrawn !== true);
}

/**
 * The results of the defective writes of these rows, if checks of the run declare them.
 *
 * @throws Inconclusive if no write of the operation is accepted.
 */
export async function refusedWrites(
  run: Run,
  operation: WriteOperation,
  rows: readonly DefectCheck[] = catalogue[operation],
  own = writeDefects(operation, rows),
): Promise<readonly RefusedWrite[]> {
  const results = await sendDefects(run, operation, defects[operation]);
  return own.flatMap((defect) => results.get(defect) ?? []);
}

const defectCheck = (operation: WriteOperation, row: DefectCheck): Check =>
  writeCheck(operation, {
    id: row.id,
    title: row.title,
    requirements: rulesOf(row, describedWrite(operation)?.requirement ?? null),
    defects: writeDefects(operation, [row]),
    run: async (run) => {
      const writes = await refusedWrites(run, operation, [row]);
      const doubt = row.needsClock ? clockDoubt(run) : null;
      return doubt === null ? writes.flatMap(({ fact, drawn }) => [fact, ...drawn]) : [missing(doubt)];
    },
  });

const noEffectCheck = (operation: WriteOperation): Check =>
  writeCheck(operation, {
    id: "refused.no-effect",
    title: "a refused write changes nothing",
    requirements: ["auth.refused.no-effect"],
    defects: writeDefects(operation),
    run: async (run) => {
      const writes = await refusedWrites(run, operation);
      const isCalm =
        writes.every(({ elsewhere }) => elsewhere === null) ||
        (await withCard(run, operation, (card) =>
          staysByItself(card, { looks: someLooks, besideMs: longestPauseMs(run) }, fieldsBesideWritten),
        ));
      const facts = writes.flatMap((write) => judgeEffect(write, isCalm) ?? []);
      // What is carried out after its refusal shows when something else is looked at.
      return facts.some(({ kind }) => kind === "violated")
        ? facts
        : [...facts, ...judgeRefusedLater(run.probe.session.exchanges, operation)];
    },
  });

/** Judges what a refused write has changed; null if nothing can be said. */
function judgeEffect({ exchange, effect, elsewhere }: RefusedWrite, isCalm: boolean): Fact | null {
  const status = exchange?.response?.status ?? 0;
  if (exchange === null || status < 400) return null;
  const exchanges = [exchange.id];
  if (elsewhere !== null && !isCalm) {
    return missing(`${elsewhere}; that may be somebody else's doing`, exchanges);
  }
  const isOwn = elsewhere === null;
  if (isOwn && effect === "none") return held("refused writes changed nothing", exchange.id);
  if (isOwn && effect !== "applied") return null;
  return {
    kind: "violated",
    message: `A request ${exchange.alteration} was answered ${status}, but ${isOwn ? "the write was carried out" : "something has changed"}.`,
    expected: [isOwn ? noChange : "no change of this card or of another one"],
    received: isOwn ? "the limit has the refused value" : elsewhere,
    exchanges,
  };
}

/** One check per defect and operation. */
export const refusedWriteChecks: readonly Check[] = writeOperations.flatMap((operation) => [
  ...catalogue[operation]
    .filter((row) => writeDefects(operation, [row]).length > 0)
    .map((row) => defectCheck(operation, row)),
  noEffectCheck(operation),
]);
