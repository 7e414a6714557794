/** The token of a situation. */
import { api, type Operation } from "../../../generated/operations.ts";
import { laterToken, narrowToken } from "../../plan/situations.ts";
import type { Spelling } from "../../plan/spellings.ts";
import type { Token } from "../../wire/tokens.ts";
import type { Run } from "./check.ts";
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
