/** Every defect of a write, for PUT and for PATCH, sent in batches between writes without a defect. */

import { api } from "../../generated/operations.ts";
import { isWanted } from "../wire/write-form.ts";
import { type DefectCheck, headerDefects, staleSeconds, tokenDefects } from "./defects.ts";
import { writableCard } from "./kit/acceptance.ts";
import { someLooks, staysByItself, steady } from "./kit/card-compare.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import { type RefusedWrite, refuseWrites } from "./kit/write-refusals.ts";

/** Short names of the two operations, as they stand at the end of check ids. */
export const writeOperations = { patch: "updateCardLimits", put: "replaceCardLimits" } as const;

/** A short name of a write operation. */
export type WriteName = keyof typeof writeOperations;

const defects: readonly DefectCheck[] = [...tokenDefects, ...headerDefects];

/** The card, ready for writes of this operation. @throws Inconclusive where none takes them. */
export function readyCard(run: Run, name: WriteName): Promise<CardUnderTest> {
  return writableCard(run, writeOperations[name]);
}

/** Every defective write of an operation that is part of the run, sent once. */
export function refusedWrites(run: Run, name: WriteName): Promise<readonly RefusedWrite[]> {
  return run.memoize(`refused writes ${name}`, () =>
    run.withCardLock(async () => {
      const card = await readyCard(run, name);
      const selected = defects.filter(
        ({ id, question }) =>
          run.selected(`${id}.${name}`) ||
          run.selected(noEffectId(name)) ||
          run.selected("refused.client-error") ||
          (name === "patch" && question !== undefined && run.selected(question)),
      );
      return refuseWrites(
        run,
        card,
        selected.flatMap(({ id, rule, alterations }) =>
          alterations
            .filter((alteration) => !isWanted(card.form.way, alteration))
            .map((alteration) => ({ check: `${id}.${name}`, alteration, rule })),
        ),
      );
    }),
  );
}

const noEffectId = (name: WriteName) => `refused.no-effect.${name}`;

function defectCheck(name: WriteName, defect: DefectCheck): Check {
  const id = `${defect.id}.${name}`;
  return {
    id,
    title: `${name.toUpperCase()}: ${defect.title}`,
    requirements: defect.requirements,
    access: "write",
    stage: "request",
    run: async (run) => {
      const writes = await refusedWrites(run, name);
      const facts = writes.filter((write) => write.defect.check === id).map((write) => write.fact);
      const margin = staleSeconds - api.timestampWindowSeconds;
      const doubt = defect.id === "timestamp.stale" ? clockDoubt(run, margin) : null;
      return doubt === null ? facts : [missing(doubt)];
    },
  };
}

/** Why the server's clock is not known well enough to judge by its window; null where it is. */
export function clockDoubt(run: Run, marginSeconds: number): string | null {
  const clock = run.probe.session.clock();
  if (clock === null) return "the server sends no Date, so its clock is not known well enough";
  if (clock.uncertaintyMs <= marginSeconds * 1000) return null;
  return `the server's clock is known to ±${Math.ceil(clock.uncertaintyMs / 1000)} s only; ${marginSeconds} s are needed`;
}

async function stays(run: Run, name: WriteName): Promise<boolean> {
  return staysByItself(await readyCard(run, name), someLooks, steady);
}

function noEffectCheck(name: WriteName): Check {
  return {
    id: noEffectId(name),
    title: `${name.toUpperCase()}: a refused write changes nothing`,
    requirements: ["auth.refused.no-effect"],
    access: "write",
    stage: "request",
    run: async (run) => {
      const writes = await refusedWrites(run, name);
      const isCalm =
        writes.every(({ elsewhere }) => elsewhere === null) ||
        (await run.memoize(`card stays by itself ${name}`, () => run.withCardLock(() => stays(run, name))));
      return writes.flatMap(({ exchange, effect, elsewhere }): Fact[] => {
        const status = exchange?.response?.status ?? 0;
        if (exchange === null || status < 400) return [];
        if (elsewhere !== null && !isCalm) {
          return [missing(`${elsewhere}; that may be somebody else's doing`, [exchange.id])];
        }
        if (elsewhere !== null) {
          return [
            {
              kind: "violated",
              message: `A request ${exchange.alteration} was answered ${status}, but something has changed.`,
              expected: ["no change of this card or of another one"],
              received: elsewhere,
              exchanges: [exchange.id],
            },
          ];
        }
        if (effect === "unknown") return [];
        if (effect === "none") return [held("refused writes changed nothing", exchange.id)];
        return [
          {
            kind: "violated",
            message: `A request ${exchange.alteration} was answered ${status}, but the write was carried out.`,
            expected: ["no change of the card"],
            received: "the limit has the refused value",
            exchanges: [exchange.id],
          },
        ];
      });
    },
  };
}

/** One check per defect and operation. */
export const refusedWriteChecks: readonly Check[] = (["patch", "put"] as const).flatMap((name) => [
  ...defects.map((defect) => defectCheck(name, defect)),
  noEffectCheck(name),
]);
