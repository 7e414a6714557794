/** The token request as specified in other spellings. */
import { api } from "../../generated/operations.ts";
import { isAskedFor, whenWords } from "../plan/draw.ts";
import { afterRefused, narrowToken } from "../plan/situations.ts";
import type { Spelling } from "../plan/spellings.ts";
import { readToken, type TokenRequestAlteration } from "../wire/tokens.ts";
import type { Check, Run } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import type { Repeatable } from "./kit/now-and-then.ts";
import { plainOperation } from "./kit/plain-read.ts";
import {
  alterationIn,
  judgeSituations,
  judgeSpellings,
  orNotSent,
  type Spellable,
  type TriedSituation,
} from "./kit/spelled.ts";
import { judgePairs } from "./kit/spelled-pairs.ts";
import { tokenFor } from "./kit/token-for.ts";

/** The token request, in any spelling. */
export function spellableToken(run: Run): Spellable {
  return {
    name: api.token,
    send: ({ description, rewrite } = { description: "" }) =>
      rewrite === undefined
        ? run.probe.tokens.request("spelling")
        : run.probe.tokens.request("spelling", { description, rewrite }),
    isGranted: (exchange) => readToken(exchange) !== null,
  };
}

/** The check of the token request in every spelling. A server that refuses one may count it as a wrong login. */
export const spelledTokenChecks: readonly Check[] = [
  {
    id: "spelling.token",
    title: "the token request as specified is accepted in every spelling",
    requirements: ["request.spelling", "error.refusal.client-error"],
    operations: [api.token],
    access: "read",
    stage: "credentials",
    run: async (run) =>
      orNotSent(run, [
        ...(await judgeSpellings(run, spellableToken(run))),
        ...(await judgeSituations(spellableToken(run), await triedAfterRefused(run))),
        ...(await judgePairs(run, spellableToken(run), await usableSituations(run), sendIn(run))),
      ]),
  },
];

/** Those of the plain read. */
const narrowScopes = plainOperation?.scopes ?? api.scopes;

/** It is for fewer scopes, where a token is issued for these; not after refused ones, which may lock the client out. */
async function usableSituations(run: Run): Promise<readonly Spelling[]> {
  const isNarrow =
    isAskedFor(narrowToken, run.draw) && (await ifConclusive(tokenFor(run, narrowScopes))) !== null;
  return isNarrow ? [narrowToken] : [];
}

function sendIn(run: Run): Repeatable["send"] {
  return (row) => {
    const { description, rewrite = (request) => request } = alterationIn(row);
    const scopes = row.includes(narrowToken) ? narrowScopes : api.scopes;
    return run.probe.tokens.request(
      "spelling",
      row.length === 0 ? undefined : { description, rewrite },
      scopes,
    );
  };
}

/** Asks for another kind of grant: that is refused, and is no wrong login. */
const otherGrant: TokenRequestAlteration = {
  description: "with another grant_type",
  form: (fields) => fields.set("grant_type", "password"),
};

/** The token request right after a refused one. */
async function triedAfterRefused(run: Run): Promise<readonly TriedSituation[]> {
  if (run.draw.rows === 0 || !isAskedFor(afterRefused, run.draw)) return [];
  const { request } = run.probe.tokens;
  const again = async () => {
    await request("situation", otherGrant);
    return request("spelling", { description: whenWords([afterRefused]) });
  };
  return [{ situation: afterRefused, exchange: await again(), again }];
}
