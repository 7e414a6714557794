/** The scopes named in a token response. */

import { api } from "../../generated/operations.ts";
import { type Exchange, isPlainRefusal, outcomeOf } from "../wire/exchange.ts";
import { readToken } from "../wire/tokens.ts";
import { scopeRule } from "./defects.ts";
import { currentToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { isRead, plainRead } from "./kit/plain-read.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import { type Fact, lastingIfSeveral } from "./kit/verdict.ts";
import { isTokenRequestForAll } from "./token-request.ts";
import { newTokensInCompany } from "./tokens-in-spellings.ts";

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

/** What tokens that were requested in the same way, spellings aside, name otherwise than the first one. */
function otherwiseGranted(run: Run): readonly Fact[] {
  const names = (exchange: Exchange) => readToken(exchange)?.scopes ?? null;
  const others = run.probe.session.exchanges.filter((one) => {
    const scopes = isTokenRequestForAll(one) ? names(one) : null;
    return scopes !== null && api.scopes.some((scope) => !scopes.includes(scope));
  });
  return lastingIfSeveral(
    others.map(
      (one): Fact => ({
        kind: "violated",
        message: `A token that was requested as others were names other scopes${one.alteration === null ? "" : `, ${one.alteration}`}.`,
        expected: [`scope with ${api.scopes.join(" ")}`],
        received: names(one)?.join(" ") ?? "",
        pointer: "/scope",
        exchanges: [one.id],
      }),
    ),
  );
}

/** The scopes of which a text holds the names, each where no other one's is: `cards.edit` does not name `cards` as well. */
export function namedApart(text: string, scopes: readonly string[]): readonly string[] {
  let rest = text;
  const found: string[] = [];
  for (const scope of scopes.toSorted((one, other) => other.length - one.length)) {
    if (!rest.includes(scope)) continue;
    found.push(scope);
    // Of what is left on either side nothing new is to be made up.
    rest = rest.replaceAll(scope, " ");
  }
  return found;
}

/** How often tokens are asked for beside others again, where one alone has named other scopes. */
const timesAgain = 3;

/** Asks for tokens beside others again: what one of them gets may be meant for another. */
async function askBesideOthers(run: Run): Promise<void> {
  for (let time = 0; time < timesAgain && !run.offline; time += 1) await newTokensInCompany(run);
}

/** What token responses name as one scope, and holds several: something else than a space stands between them. */
function joined(run: Run): readonly Fact[] {
  const found = run.probe.session.exchanges.filter(isAsSpecified).flatMap((one) => {
    const part = readToken(one)?.scopes?.find((part) => namedApart(part, api.scopes).length > 1);
    return part === undefined ? [] : [{ one, part }];
  });
  return lastingIfSeveral(
    found.map(
      ({ one, part }): Fact => ({
        kind: "violated",
        message: "A token response names several scopes without a space between them.",
        expected: ["scopes separated by spaces"],
        received: part,
        pointer: "/scope",
        exchanges: [one.id],
      }),
    ),
  );
}

/** How many tokens are tried that name more than was asked for: the latest ones, since others may have ended. */
const mostTried = 2;

/** Tokens that name all scopes although fewer were asked for: they open what tokens for all scopes open. */
async function grantedUnasked(run: Run): Promise<readonly Fact[]> {
  const unasked = run.probe.session.exchanges.filter((one) => {
    const asked = new URLSearchParams(one.request.body ?? "").get("scope")?.split(" ") ?? api.scopes;
    const isNamed = (scope: string) => readToken(one)?.scopes?.includes(scope) === true;
    return api.scopes.some((scope) => !asked.includes(scope)) && api.scopes.every(isNamed);
  });
  const facts: Fact[] = [];
  for (const one of run.offline ? [] : unasked.slice(-mostTried)) {
    const token = readToken(one);
    if (token === null) continue;
    const used = await run.probe.callWith("token.scopes", plainRead(), token);
    // A token that has ended, or never was one, is for other checks.
    if (!isPlainRefusal(used) || used.response?.status === 401) continue;
    facts.push({
      kind: "violated",
      message: "The token response names all scopes, but the token does not open what needs them.",
      expected: ["the scopes that the token has"],
      received: `scope ${token.scopes?.join(" ")}, and then ${outcomeOf(used)}`,
      pointer: "/scope",
      exchanges: [one.id, used.id],
    });
  }
  return facts;
}

const scopeCheck = (
  check: Pick<Check, "id" | "title" | "requirements">,
  more: (run: Run) => Promise<readonly Fact[]>,
): Check => ({
  ...check,
  access: "read",
  stage: "log",
  run: async (run) => {
    const granted = await grantedScopes(run);
    if (otherwiseGranted(run).length === 1) await askBesideOthers(run);
    return granted.kind === "held" ? [granted, ...otherwiseGranted(run), ...(await more(run))] : [granted];
  },
});

/** Checks of granted scopes: what is stated about each scope, and what follows for the token response. */
export const tokenScopeChecks: readonly Check[] = [
  scopeCheck(
    {
      id: "token.scopes.granted",
      title: `all ${api.scopes.length} scopes can be requested and are granted, and a response names each`,
      requirements: ["token.form.scope", "token.scope", ...api.scopes.map(scopeRule)],
    },
    async (run) => joined(run),
  ),
  scopeCheck(
    {
      id: "token.scope.all-four",
      title: "a token that opens a read names all scopes, and one that names all opens it",
      requirements: ["token.scope.all-four"],
    },
    grantedUnasked,
  ),
];
