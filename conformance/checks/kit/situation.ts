/** What belongs to a situation: its token, its pause, and the requests beside it. */
import { api, type Operation } from "../../../generated/operations.ts";
import { isAskedFor } from "../../plan/draw.ts";
import { afterPause, inCompany, laterToken, narrowToken, pauseSeconds } from "../../plan/situations.ts";
import type { Spelling } from "../../plan/spellings.ts";
import type { Call } from "../../wire/request.ts";
import type { Token } from "../../wire/tokens.ts";
import { ask } from "./ask.ts";
import type { Run } from "./check.ts";
import { ifConclusive } from "./inconclusive.ts";
import { sizedRead } from "./plain-read.ts";
import { tokenFor } from "./token-for.ts";

/**
 * The token with which a request is sent in these situations: shared by all requests of a run.
 *
 * @returns null for the current token.
 * @throws Inconclusive if the server issues no such token.
 */
export function situatedToken(
  run: Run,
  { scopes }: Operation,
  row: readonly Spelling[],
): Promise<Token | null> {
  if (row.includes(laterToken)) return tokenFor(run, api.scopes);
  return tokenFor(run, row.includes(narrowToken) && scopes !== null ? scopes : undefined);
}

/** True for a run that also sends what it draws some seconds after a write. */
export function isPatient({ waitMs, draw }: Run): boolean {
  return draw.rows > 0 && waitMs >= pauseSeconds * 1000 && isAskedFor(afterPause, draw);
}

/** How long a request may come after what is sent before it, in milliseconds. */
export function longestPauseMs(run: Run): number {
  return isPatient(run) ? pauseSeconds * 1000 : 0;
}

/** How many reads each run has sent beside others: they are of every size in turn. */
const sentBeside = new WeakMap<Run, number>();

function nextBeside(run: Run): Call {
  const turn = sentBeside.get(run) ?? run.draw.seed;
  sentBeside.set(run, turn + 1);
  return sizedRead(turn);
}

/** Which reads are sent beside a request. */
export interface Company {
  /** How many rows of them: half of these begin before the request, half after it. */
  readonly rows: number;
  /** How many follow each other in each row. */
  readonly reads: number;
}

const usualCompany: Company = { rows: 2, reads: 3 };

/** Does some work; where these situations ask for it, while reads are on their way. */
export async function besideOthers<T>(
  run: Run,
  row: readonly Spelling[],
  work: () => Promise<T>,
  { rows, reads }: Company = usualCompany,
): Promise<T> {
  if (!row.includes(inCompany)) return work();
  const others = async () => {
    for (let sent = 0; sent < reads; sent += 1) await ifConclusive(ask(run, "situation", nextBeside(run)));
  };
  const before = Array.from({ length: Math.ceil(rows / 2) }, others);
  const done = work();
  const after = Array.from({ length: Math.floor(rows / 2) }, others);
  await Promise.all([...before, done, ...after]);
  return done;
}
