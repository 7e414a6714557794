/** The scopes named in a token response. */

import { api } from "../../generated/operations.ts";
import { outcomeOf } from "../wire/exchange.ts";
import { scopeRule } from "./defects.ts";
import { currentToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { isRead, plainRead } from "./kit/plain-read.ts";
import type { Fact } from "./kit/verdict.ts";

/** Whether a token requested for all scopes that gives access names them as granted. */
function grantedScopes(run: Run): Promise<Fact> {
  return run.memoize("granted scopes", async () => {
    const token = await currentToken(run);
    const { scopes, exchange } = token;
    const used = await run.probe.callWith("token.scopes", plainRead(), token);
    // A client that was not granted all scopes is refused, and that is correct.
    if (!isRead(used)) return missing(`the read was not answered (${outcomeOf(used)})`, [used.id]);
    if (scopes === null) return missing("the token response names no scopes", [exchange.id]);
    const absent = api.scopes.filter((scope) => !scopes.includes(scope));
    if (absent.length === 0) return held(`granted: ${scopes.join(" ")}`, exchange.id);
    return {
      kind: "violated",
      message: `The token opens a read, but does not name ${absent.join(" ")} as granted.`,
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
    title: `all ${api.scopes.length} scopes can be requested and are granted`,
    requirements: ["token.form.scope", ...api.scopes.map(scopeRule)],
  }),
  scopeCheck({
    id: "token.scope.all-four",
    title: "a token that opens a read names all scopes",
    requirements: ["token.scope.all-four"],
  }),
];
