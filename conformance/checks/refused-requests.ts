/** The requests of a run that should be refused, whichever check sent them, for rules about all of them. */
import { ownRefusals } from "./cards/index.ts";
import { type DefectCheck, invalidToken, tokenDefects } from "./defects.ts";
import { headerDefects } from "./header-defects.ts";
import { missing, type Run } from "./kit/check.ts";
import type { RefusedRequest } from "./kit/refusal.ts";
import { readCheckId, refusedReads } from "./reads-refused.ts";
import { tokenRequestDefects } from "./token-defects.ts";
import { allRefusedTokenRequests } from "./tokens-refused.ts";

const all: readonly DefectCheck[] = [...tokenDefects, ...headerDefects];

/** The writes of {@link invalidTokenRequests}, to be declared by every check that looks at them. */
export const invalidTokenWrites = ownRefusals.defects([invalidToken]);

/** The writes of {@link otherRefusals} and of {@link invalidTokenRequests}. */
export const refusedWrites = ownRefusals.defects(all);

/** Requests with an invalid token: the only defect whose refusal the specification shows. */
export function invalidTokenRequests(run: Run): Promise<readonly RefusedRequest[]> {
  return refusedCalls(run, [invalidToken]);
}

/** Requests whose refusal the specification does not show; those for tokens last, as they may lock out. */
export async function otherRefusals(run: Run): Promise<readonly RefusedRequest[]> {
  const rows = all.filter((row) => row !== invalidToken);
  return [...(await refusedCalls(run, rows)), ...(await forTokens(run))];
}

/** Reads and, if allowed, writes with one of these defects. */
async function refusedCalls(run: Run, rows: readonly DefectCheck[]): Promise<readonly RefusedRequest[]> {
  if (run.offline)
    return recorded(
      run,
      rows.flatMap((row) => [readCheckId(row), ...ownRefusals.checkIds(row)]),
    );
  const results: RefusedRequest[] = [];
  for (const row of rows) if (tokenDefects.includes(row)) results.push(...(await refusedReads(run, row)));
  return run.writes ? [...results, ...(await ownRefusals.send(run, rows))] : results;
}

async function forTokens(run: Run): Promise<readonly RefusedRequest[]> {
  if (!run.offline) return allRefusedTokenRequests(run);
  const ids = tokenRequestDefects.map(({ id }) => id);
  return recorded(run, ids);
}

/** The requests of these checks in a recording, found by the checks' published ids. */
function recorded(run: Run, checks: readonly string[]): readonly RefusedRequest[] {
  const exchanges = run.probe.session.exchanges.filter(({ purpose }) => checks.includes(purpose));
  return exchanges.map((exchange) => ({ exchange, fact: missing("it was recorded", [exchange.id]) }));
}
