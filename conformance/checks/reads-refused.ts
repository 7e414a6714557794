/** Every defect of the token, on the plain read, between two requests without it. */

import type { Operation } from "../../generated/operations.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import { type DefectCheck, tokenDefects } from "./defects.ts";
import { ask } from "./kit/ask.ts";
import type { Check, Run } from "./kit/check.ts";
import { onInconclusive } from "./kit/inconclusive.ts";
import { mainList } from "./kit/paged.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { authorizationOf, isServerError, judgeRefusal } from "./kit/refusal.ts";
import { tokenFor } from "./kit/token-for.ts";
import type { Fact } from "./kit/verdict.ts";

const rounds = 2;

/** The id of the check that sends the plain read with a token defect; also the purpose of the request. */
export function readCheckId({ id }: DefectCheck): string {
  return `${id}.${plainOperation === mainList ? "list" : plainOperation?.id}`;
}

/** A defective read. */
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
  const purpose = readCheckId(defect);
  for (let round = 1; ; round += 1) {
    const before = await ask(run, "control", plainRead());
    const token = await tokenFor(run, alteration.scopes);
    const call = { ...plainRead(), alteration };
    const altered = await (token === null
      ? ask(run, purpose, call)
      : run.probe.callWith(purpose, call, token));
    const after = await ask(run, "control", plainRead());
    const fact = judgeRefusal({ before, altered, after, effect: null }, { ...defect.rule, granted: isRead });
    const isRenewed = authorizationOf(before) !== authorizationOf(after);
    // A token renewed in between may explain why the request was refused, and a server may fail once.
    if (round === rounds || (!isRenewed && !isServerError(fact))) return { exchange: altered, fact };
  }
}

const checkOf = ({ id, method }: Operation, defect: DefectCheck): Check => ({
  id: readCheckId(defect),
  title: `${method}: ${defect.title}`,
  requirements: defect.requirements,
  operations: [id],
  access: "read",
  stage: "request",
  run: async (run) => (await refusedReads(run, defect)).map(({ fact }) => fact),
});

/** One check per defect of the token; none where there is no plain read. */
export const refusedReadChecks: readonly Check[] = (plainOperation === null ? [] : [plainOperation]).flatMap(
  (read) => tokenDefects.map((defect) => checkOf(read, defect)),
);
