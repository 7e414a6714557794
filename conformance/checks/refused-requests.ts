/** The requests of a run that should be refused, whichever check sent them, for rules about all of them. */
import type { Exchange } from "../wire/exchange.ts";
import { writeOperations } from "./cards/write-form.ts";
import { refusedWrites, writeDefects } from "./cards/writes-refused.ts";
import { type DefectCheck, headerDefects, invalidToken, tokenCheckIds, tokenDefects } from "./defects.ts";
import { missing, type Run } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { refusedReads } from "./reads-refused.ts";
import { refusedSecrets, wrongSecret } from "./token-request.ts";

/** A request with a defect. */
export interface RefusedRequest {
  /** null if it was not sent. */
  readonly exchange: Exchange | null;
  readonly fact: Fact;
}

const all: readonly DefectCheck[] = [...tokenDefects, ...headerDefects];

/** The writes of {@link invalidTokenRequests}, to be declared by every check that looks at them. */
export const invalidTokenWrites = writeOperations.flatMap((operation) =>
  writeDefects(operation, [invalidToken]),
);

/** Requests with an invalid token: the only defect whose refusal the specification shows. */
export function invalidTokenRequests(run: Run): Promise<readonly RefusedRequest[]> {
  return refusedCalls(run, [invalidToken]);
}

/** Requests whose refusal the specification does not show; wrong secrets last, as they may lock out. */
export async function otherRefusals(run: Run): Promise<readonly RefusedRequest[]> {
  const rows = all.filter((row) => row !== invalidToken);
  return [...(await refusedCalls(run, rows)), ...(await secrets(run))];
}

/** Reads and, if allowed, writes with one of these defects. */
async function refusedCalls(run: Run, rows: readonly DefectCheck[]): Promise<readonly RefusedRequest[]> {
  if (run.offline) return recorded(run, rows.flatMap(tokenCheckIds));
  const results: RefusedRequest[] = [];
  for (const row of rows) if (tokenDefects.includes(row)) results.push(...(await refusedReads(run, row)));
  for (const operation of run.writes ? writeOperations : []) {
    results.push(...((await ifConclusive(refusedWrites(run, operation, rows))) ?? []));
  }
  return results;
}

async function secrets(run: Run): Promise<readonly RefusedRequest[]> {
  return run.offline ? recorded(run, [wrongSecret.id]) : refusedSecrets(run);
}

/** The requests of these checks in a recording, found by the checks' published ids. */
function recorded(run: Run, checks: readonly string[]): readonly RefusedRequest[] {
  const exchanges = run.probe.session.exchanges.filter(({ purpose }) => checks.includes(purpose));
  return exchanges.map((exchange) => ({ exchange, fact: missing("it was recorded", [exchange.id]) }));
}
