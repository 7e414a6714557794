/** Every defect of the token, on the plain read, between two requests without it. */

import type { Operation } from "../../generated/operations.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import { type DefectCheck, rulesOf, tokenDefects } from "./defects.ts";
import { drawnReads } from "./drawn-reads.ts";
import { ask } from "./kit/ask.ts";
import type { Check, Run } from "./kit/check.ts";
import { Inconclusive, onInconclusive } from "./kit/inconclusive.ts";
import { mainList } from "./kit/paged.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { authorizationOf, isServerError, judgeRefusal, type RefusedRequest } from "./kit/refusal.ts";
import { tokenFor } from "./kit/token-for.ts";
import type { Fact } from "./kit/verdict.ts";
import { isDefect } from "./operations/defect-rows.ts";

const rounds = 2;

/** The id of the check that sends the plain read with a token defect; also the purpose of the request. */
export function readCheckId({ id }: Pick<DefectCheck, "id">): string {
  return `${id}.${plainOperation === mainList ? "list" : plainOperation?.id}`;
}

/** The forms of a defect that the plain read can have: a token need not have a scope that it doesn't ask for. */
function alterationsOf({ alterations }: DefectCheck): readonly Alteration[] {
  const read = plainOperation;
  return read === null ? [] : alterations.filter((one) => isDefect(read, one));
}

/** The defective requests of one row of the catalogue in every spelling that is drawn for them, sent once per run. */
export function refusedReads(run: Run, defect: DefectCheck): Promise<readonly RefusedRequest[]> {
  return run.memoize(defect, async () => {
    const alterations = alterationsOf(defect);
    const plain = await onInconclusive(sendRow(run, defect), ({ fact }) =>
      alterations.map(() => unsent(fact)),
    );
    const results: RefusedRequest[] = [];
    for (const [index, alteration] of alterations.entries()) {
      const one = plain[index] as RefusedRequest;
      const place = `${readCheckId(defect)} ${alteration.description}`;
      // What is refused in the plain spelling is sent in others as well.
      const drawn = one.fact.kind === "held" ? await drawnReads(run, place, defect, alteration) : [];
      results.push({ ...one, drawn });
    }
    return results;
  });
}

const unsent = (fact: Fact): RefusedRequest => ({ exchange: null, fact });

/** The defective requests in the plain spelling, between two requests without a defect. */
async function sendRow(run: Run, defect: DefectCheck): Promise<readonly RefusedRequest[]> {
  for (let round = 1; ; round += 1) {
    const before = await ask(run, "control", plainRead());
    const sent: (Exchange | Inconclusive)[] = [];
    for (const alteration of alterationsOf(defect)) {
      sent.push(await onInconclusive(sendOne(run, defect, alteration), (reason) => reason));
    }
    const after = await ask(run, "control", plainRead());
    const results = sent.map((altered): RefusedRequest => {
      if (altered instanceof Inconclusive) return unsent(altered.fact);
      const rule = { ...defect.rule, granted: isRead };
      return { exchange: altered, fact: judgeRefusal({ before, altered, after }, rule) };
    });
    const isRenewed = authorizationOf(before) !== authorizationOf(after);
    // A token renewed in between may explain why a request was refused, and a server may fail once.
    const isDoubtful = isRenewed || results.some(({ fact }) => isServerError(fact));
    if (round === rounds || !isDoubtful) return results;
  }
}

async function sendOne(run: Run, defect: DefectCheck, alteration: Alteration): Promise<Exchange> {
  const purpose = readCheckId(defect);
  const token = await tokenFor(run, alteration.scopes);
  return ask(run, purpose, { ...plainRead(), alteration }, token);
}

const checkOf = ({ id, method, requirement }: Operation, defect: DefectCheck): Check => ({
  id: readCheckId(defect),
  title: `${method}: ${defect.title}`,
  requirements: rulesOf(defect, requirement),
  operations: [id],
  access: "read",
  stage: "request",
  drawsFor: alterationsOf(defect).length,
  run: async (run) => (await refusedReads(run, defect)).flatMap(({ fact, drawn = [] }) => [fact, ...drawn]),
});

/** One check per defect that the token of the plain read can have; none where there is no plain read. */
export const refusedReadChecks: readonly Check[] = (plainOperation === null ? [] : [plainOperation]).flatMap(
  (read) =>
    tokenDefects.filter((row) => alterationsOf(row).length > 0).map((defect) => checkOf(read, defect)),
);
