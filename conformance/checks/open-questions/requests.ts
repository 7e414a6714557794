/** Open questions about token requests and refused reads: asked with separate requests. */

import { api } from "../../../generated/operations.ts";
import { isRefusal, outcomeOf } from "../../wire/exchange.ts";
import { readToken, type Token, type TokenRequestAlteration } from "../../wire/tokens.ts";
import { tokenDefects } from "../defects.ts";
import { noToken } from "../kit/ask.ts";
import { answer, type Check, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { refusedReads } from "../reads-refused.ts";
import { wrongSecret } from "../token-defects.ts";
import { inJson, tokenRequests } from "../token-request.ts";
import { refusedTokenRequests } from "../tokens-refused.ts";
import { question, statusAnswers } from "./question.ts";

/** A question answered by a token request that is altered, between two as specified. */
function tokenQuestion(
  gap: string,
  alteration: TokenRequestAlteration,
  answerOf: (token: Token) => Fact,
): Check {
  const look = async (run: Run) => {
    const [before] = await tokenRequests(run);
    const exchange = await run.probe.tokens.request(gap, alteration);
    const after = await run.probe.tokens.request("control");
    if (readToken(before) === null || readToken(after) === null) throw new Inconclusive(noToken(run));
    const seen = outcomeOf(exchange);
    if (isRefusal(exchange)) return answer("refused", `refused with ${seen}`, [exchange.id]);
    const token = readToken(exchange);
    return token === null ? missing(`answered ${seen}`, [exchange.id]) : answerOf(token);
  };
  return question(gap, "read", look, "credentials");
}

const [oneScope] = api.scopes;

/** "all", or the names of the scopes. */
function granted(scopes: readonly string[]): string {
  return api.scopes.every((scope) => scopes.includes(scope)) ? "all" : scopes.join(" ");
}

const tokenQuestions: readonly Check[] = [
  tokenQuestion(
    "gap.token.scope-omitted",
    { description: "without scope", form: (form) => form.delete("scope") },
    ({ scopes, exchange }) => {
      const names = scopes?.join(" ") || "no scopes";
      return answer(scopes?.length ? granted(scopes) : "none", `a token with ${names}`, [exchange.id]);
    },
  ),
  tokenQuestion(
    "gap.token.narrow-scope",
    { description: `with the scope ${oneScope} only`, form: (form) => form.set("scope", oneScope) },
    ({ scopes, exchange }) => {
      if (scopes === null) return missing("the response names no scopes", [exchange.id]);
      const names = scopes.join(" ");
      const kind = names === oneScope ? "narrowed" : granted(scopes);
      return answer(kind, `asked for ${oneScope}, granted ${names}`, [exchange.id]);
    },
  ),
  tokenQuestion("gap.token.json", inJson, ({ exchange }) =>
    answer("accepted", "a token request in JSON is accepted", [exchange.id]),
  ),
];

const refusedStatus = question(
  "gap.token.refused-status",
  "read",
  async (run) => statusAnswers(await refusedTokenRequests(run, wrongSecret)),
  "credentials",
);

const readStatus = (gap: string): Check =>
  question(gap, "read", async (run) => {
    const results = [];
    for (const defect of tokenDefects)
      if (defect.question === gap) results.push(...(await refusedReads(run, defect)));
    return statusAnswers(results);
  });

/** Open questions that are asked by reading. */
export const requestQuestions: readonly Check[] = [
  ...tokenQuestions,
  refusedStatus,
  readStatus("gap.auth.missing-token-status"),
  readStatus("gap.scope.missing-status"),
];
