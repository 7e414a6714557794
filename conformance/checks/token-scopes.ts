/** The scopes named in a token response. */

import { api } from "../../generated/operations.ts";
import { outcomeOf } from "../wire/exchange.ts";
import { currentToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";

/** Whether a token requested for all four scopes that gives access to the list names them as granted. */
function grantedScopes(run: Run): Promise<Fact> {
  return run.memoize("granted scopes", async () => {
    const token = await currentToken(run);
    const { scopes, exchange } = token;
    const used = await run.probe.callWith("token.scopes", { operation: "listCards" }, token);
    // A client that was not granted all scopes is refused by the list, and that is correct.
    if (readPage(used).cards === null)
      return missing(`the list was not opened (${outcomeOf(used)})`, [used.id]);
    if (scopes === null) return missing("the token response names no scopes", [exchange.id]);
    const absent = api.scopes.filter((scope) => !scopes.includes(scope));
    if (absent.length === 0) return held(`granted: ${scopes.join(" ")}`, exchange.id);
    return {
      kind: "violated",
      message: `The token opens the card list, but does not name ${absent.join(" ")} as granted.`,
      expected: [`scope with ${api.scopes.join(" ")}`],
      received: scopes.join(" "),
      pointer: "/scope",
      exchanges: [exchange.id, used.id],
    };
  });
}

const scopeCheck = (check: Pick<Check, "id" | "title" | "requirements">): Check => ({
  ...check,
  access: "read",
  stage: "request",
  run: async (run) => [await grantedScopes(run)],
});

/** Checks of granted scopes: what is stated about each scope, and what follows for the token response. */
export const tokenScopeChecks: readonly Check[] = [
  scopeCheck({
    id: "token.scopes.granted",
    title: "the four scopes can be requested and are granted",
    requirements: [
      "token.form.scope",
      "scope.cards-read",
      "scope.cards-write",
      "scope.transfers-read",
      "scope.transfers-write",
    ],
  }),
  scopeCheck({
    id: "token.scope.all-four",
    title: "a token that opens the card list names all four scopes",
    requirements: ["token.scope.all-four"],
  }),
];
