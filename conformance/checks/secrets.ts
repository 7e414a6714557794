/** Checks that no response gives away the client secret, or a token that it was not asked for. */
import { noToken } from "./kit/ask.ts";
import { type Check, held, isServed, missing, prepare, type Run } from "./kit/check.ts";
import { secretsDisclosed, shortestTelling, tellingTokens, tokensDisclosed } from "./kit/disclosed.ts";
import { mainList } from "./kit/paged.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import { tokenRequests } from "./token-request.ts";
import { walks } from "./walks.ts";

/** Makes sure that there are tokens and responses to look at. */
function seeSome(run: Run): Promise<unknown> {
  return prepare(run, async () => {
    await tokenRequests(run);
    if (mainList !== null) await walks(run, mainList);
  });
}

/** That there was something to look at, and nothing was found. */
async function notIn(run: Run): Promise<Fact> {
  const { exchanges } = run.probe.session;
  return (await isServed(run))
    ? held(`not in any of ${exchanges.length} responses`, exchanges[0]?.id)
    : missing(noToken(run));
}

const secretHidden: Check = {
  id: "secret.hidden",
  title: "no response repeats the client secret",
  requirements: ["auth.secret.unrecoverable"],
  access: "read",
  stage: "log",
  run: async (run) => {
    await seeSome(run);
    const { clientSecret } = run.target;
    if (clientSecret.length < shortestTelling)
      return [missing("the secret is not known, or so short that it may come up by chance")];
    const leaks = secretsDisclosed(run.probe.session.exchanges, clientSecret);
    if (leaks.length === 0) return [await notIn(run)];
    return violations({
      message: "A response repeats the client secret, which is shown once, when it is issued.",
      expected: ["no response that holds the secret"],
      received: "the secret (not shown here)",
      exchanges: leaks.map(({ id }) => id),
      // A secret does not come up by chance, and what led to it need not lead to it again.
      isLasting: true,
    });
  },
};

const tokenHidden: Check = {
  id: "token.hidden",
  title: "no response but the token's gives a token that its request did not carry",
  requirements: ["auth.token.hidden"],
  access: "read",
  stage: "log",
  run: async (run) => {
    await seeSome(run);
    const { exchanges } = run.probe.session;
    if ((await isServed(run)) && tellingTokens(exchanges).length === 0)
      return [missing("the tokens are not known, or so short that they may come up by chance")];
    const leaks = tokensDisclosed(exchanges);
    if (leaks.length === 0) return [await notIn(run)];
    return violations({
      message: "A response holds an access token that its request did not carry.",
      expected: ["tokens in the responses to token requests only"],
      received: "a token of this run (not shown here)",
      exchanges: leaks.map(({ id }) => id),
      // A token does not come up by chance, and which one is shown need not be one that is issued later.
      isLasting: true,
    });
  },
};

/** Checks of what no response may hold. */
export const secretChecks: readonly Check[] = [secretHidden, tokenHidden];
