/** The scopes that a token names. */
import { noToken } from "../card-list.ts";
import { type Check, held, missing } from "../check.ts";
import { allScopes } from "../target.ts";
import { readPage } from "../walk.ts";
import { outcomeOf } from "../wire/exchange.ts";

const allFour: Check = {
  id: "token.scope.all-four",
  title: "a token that opens the card list names all four scopes",
  requirements: ["token.scope.all-four"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const token = await run.probe.tokens.current();
    if (token === null) return [missing(noToken(run))];
    const used = await run.probe.callWith("token.scope.all-four", { operation: "listCards" }, token);
    if (readPage(used).cards === null)
      return [missing(`the list was not opened (${outcomeOf(used)})`, [used.id])];
    if (token.scopes === null) return [missing("the token response names no scopes", [token.exchange.id])];
    const absent = allScopes.filter((scope) => !token.scopes?.includes(scope));
    if (absent.length === 0) return [held(`granted: ${token.scopes.join(" ")}`, token.exchange.id)];
    return [
      {
        kind: "broken",
        message: `The token opens the card list, but does not name ${absent.join(" ")} as granted.`,
        expected: [`scope with ${allScopes.join(" ")}`],
        received: token.scopes.join(" "),
        pointer: "/scope",
        exchanges: [token.exchange.id, used.id],
      },
    ];
  },
};

const granted: Check = {
  id: "token.scopes.granted",
  title: "the four scopes can be requested and are granted",
  requirements: [
    "token.form.scope",
    "scope.transfers-read",
    "scope.transfers-write",
    "scope.cards-read",
    "scope.cards-write",
  ],
  access: "read",
  stage: "request",
  run: async (run) => {
    const token = await run.probe.tokens.current();
    if (token === null) return [missing(noToken(run))];
    const used = await run.probe.callWith("token.scopes.granted", { operation: "listCards" }, token);
    const opened = readPage(used).cards !== null;
    const known = token.scopes?.filter((scope) => allScopes.includes(scope)) ?? [];
    if (opened && known.length > 0)
      return [held(`asked for all four, granted ${known.join(" ")}`, token.exchange.id)];
    if (!opened) return [missing(`the list was not opened (${outcomeOf(used)})`, [used.id])];
    return [
      {
        kind: "broken",
        message: "The token opens the card list, but its scope names none of the four scopes.",
        expected: [allScopes.join(" ")],
        received: token.scopes === null ? "no scope" : token.scopes.join(" "),
        pointer: "/scope",
        exchanges: [token.exchange.id, used.id],
      },
    ];
  },
};

/** Checks of granted scopes. */
export const tokenScopeChecks: readonly Check[] = [granted, allFour];
