/** Every defect of the token, on the card list, between two requests without it. */

import type { Exchange } from "../wire/exchange.ts";
import { type DefectCheck, tokenDefects } from "./defects.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, missing, type Run } from "./kit/check.ts";
import { judgeRefusal } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { narrowToken } from "./kit/write-refusals.ts";

const rounds = 2;

/** A defective request of the list. */
export interface RefusedRead {
  readonly check: string;
  readonly exchange: Exchange | null;
  readonly fact: Fact;
}

/** The defective requests of one check, sent once per run. */
export function refusedReads(
  run: Run,
  { id, rule, alterations }: DefectCheck,
): Promise<readonly RefusedRead[]> {
  const check = `${id}.list`;
  return run.memoize(`refused reads ${check}`, async () => {
    const results: RefusedRead[] = [];
    for (const alteration of alterations) {
      let result: RefusedRead = { check, exchange: null, fact: missing(noToken(run)) };
      for (let round = 0; round < rounds; round += 1) {
        const before = await run.probe.call("control", { operation: "listCards" });
        if (before === null) break;
        const token = alteration.scopes === undefined ? null : await narrowToken(run, alteration.scopes);
        if (typeof token === "string") {
          result = { check, exchange: null, fact: missing(token) };
          break;
        }
        const call = { operation: "listCards", alteration } as const;
        const altered =
          token === null ? await run.probe.call(check, call) : await run.probe.callWith(check, call, token);
        const after = await run.probe.call("control", { operation: "listCards" });
        if (altered === null || after === null) break;
        const granted = (exchange: Exchange) => readPage(exchange).cards !== null;
        const fact = judgeRefusal({ before, altered, after, effect: null }, { ...rule, granted });
        result = { check, exchange: altered, fact };
        const renewed = authorizationOf(before) !== authorizationOf(after);
        const failing = fact.kind === "missing" && fact.serverError === true;
        // A token that was renewed in between may be why the request was refused, and a server may fail once.
        if (!renewed && !failing) break;
      }
      results.push(result);
    }
    return results;
  });
}

function authorizationOf({ request }: Exchange): string | undefined {
  return request.headers.find(([name]) => name === "Authorization")?.[1];
}

/** One check per defect of the token. */
export const refusedReadChecks: readonly Check[] = tokenDefects.map((defect) => ({
  id: `${defect.id}.list`,
  title: `GET: ${defect.title}`,
  requirements: defect.requirements,
  access: "read",
  stage: "request",
  run: async (run) => (await refusedReads(run, defect)).map(({ fact }) => fact),
}));
