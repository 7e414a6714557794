/** Every defect of the token, on the card list, between two requests without it. */

import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import { tokenFor } from "./cards/kit/write-refusals.ts";
import { type DefectCheck, listCheckId, tokenDefects } from "./defects.ts";
import { ask } from "./kit/ask.ts";
import type { Check, Run } from "./kit/check.ts";
import { onInconclusive } from "./kit/inconclusive.ts";
import { authorizationOf, isServerError, judgeRefusal } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";

const rounds = 2;

/** A defective request of the list. */
export interface RefusedRead {
  /** null if it was not sent. */
  readonly exchange: Exchange | null;
  readonly fact: Fact;
}

/** The defective requests of one row of the catalogue, sent once per run. */
export function refusedReads(run: Run, defect: DefectCheck): Promise<readonly RefusedRead[]> {
  return run.memoize(defect, async () => {
    const results: RefusedRead[] = [];
    for (const alteration of defect.alterations) {
      const refused = refusedRead(run, defect, alteration);
      results.push(await onInconclusive(refused, ({ fact }) => ({ exchange: null, fact })));
    }
    return results;
  });
}

async function refusedRead(run: Run, defect: DefectCheck, alteration: Alteration): Promise<RefusedRead> {
  const granted = (exchange: Exchange) => readPage(exchange).cards !== null;
  const purpose = listCheckId(defect);
  for (let round = 1; ; round += 1) {
    const before = await ask(run, "control", { operation: "listCards" });
    const token = await tokenFor(run, alteration.scopes);
    const call = { operation: "listCards", alteration } as const;
    const altered = await (token === null
      ? ask(run, purpose, call)
      : run.probe.callWith(purpose, call, token));
    const after = await ask(run, "control", { operation: "listCards" });
    const fact = judgeRefusal({ before, altered, after, effect: null }, { ...defect.rule, granted });
    const isRenewed = authorizationOf(before) !== authorizationOf(after);
    // A token renewed in between may explain why the request was refused, and a server may fail once.
    if (round === rounds || (!isRenewed && !isServerError(fact))) return { exchange: altered, fact };
  }
}

/** One check per defect of the token. */
export const refusedReadChecks: readonly Check[] = tokenDefects.map((defect) => ({
  id: listCheckId(defect),
  title: `GET: ${defect.title}`,
  requirements: defect.requirements,
  access: "read",
  stage: "request",
  run: async (run) => (await refusedReads(run, defect)).map(({ fact }) => fact),
}));
