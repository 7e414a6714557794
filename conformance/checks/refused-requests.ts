/** The requests of a run that are to be refused, whichever check has sent them: what is asked of all of them. */
import type { Exchange } from "../wire/exchange.ts";
import { type DefectCheck, headerDefects, tokenDefects } from "./defects.ts";
import { missing, type Run } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { refusedReads } from "./reads-refused.ts";
import { refusedSecrets, wrongSecret } from "./token-request.ts";
import { refusedWrites } from "./writes-refused.ts";

/** A request with a defect. */
export interface RefusedRequest {
  /** null where it was not sent. */
  readonly exchange: Exchange | null;
  readonly fact: Fact;
}

const all: readonly DefectCheck[] = [...tokenDefects, ...headerDefects];

/** The one defect whose refusal the specification shows. */
const isShown = ({ rule }: DefectCheck) => rule.status !== undefined;

/** Requests with an invalid token. */
export function invalidTokenRequests(run: Run): Promise<readonly RefusedRequest[]> {
  return refusedCalls(run, all.filter(isShown));
}

/** Requests whose refusal the specification does not show; wrong secrets come last, since they may lock out. */
export async function otherRefusals(run: Run): Promise<readonly RefusedRequest[]> {
  const rows = all.filter((row) => !isShown(row));
  return [...(await refusedCalls(run, rows)), ...(await secrets(run))];
}

/** Reads and, where they are allowed, writes with one of these defects. */
async function refusedCalls(run: Run, rows: readonly DefectCheck[]): Promise<readonly RefusedRequest[]> {
  if (run.offline)
    return recorded(
      run,
      rows.flatMap(({ id }) => [`${id}.list`, `${id}.patch`, `${id}.put`]),
    );
  const results: RefusedRequest[] = [];
  for (const row of rows) if (tokenDefects.includes(row)) results.push(...(await refusedReads(run, row)));
  for (const name of run.writes ? (["patch", "put"] as const) : []) {
    const writes = (await ifConclusive(refusedWrites(run, name))) ?? [];
    const alterations = rows.flatMap((row) => row.alterations);
    results.push(...writes.filter(({ defect }) => alterations.includes(defect.alteration)));
  }
  return results;
}

async function secrets(run: Run): Promise<readonly RefusedRequest[]> {
  return run.offline ? recorded(run, [wrongSecret.id]) : refusedSecrets(run);
}

/** What a recording holds of checks, by their published ids. */
function recorded(run: Run, checks: readonly string[]): readonly RefusedRequest[] {
  const exchanges = run.probe.session.exchanges.filter(({ purpose }) => checks.includes(purpose));
  return exchanges.map((exchange) => ({ exchange, fact: missing("it was recorded", [exchange.id]) }));
}
