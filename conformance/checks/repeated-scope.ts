/** A token is worth the scopes that it has, and not as many as were named when it was asked for. */
import { api } from "../../generated/operations.ts";
import { ask } from "./kit/ask.ts";
import { type Check, inapplicable, type Run } from "./kit/check.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { judgeRefusal } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { readCheckId } from "./reads-refused.ts";

const id = "scope.repeated";
const needed = plainOperation?.scopes ?? [];

/** Reads with a token that was asked for with one scope, as often as there are scopes. */
async function readWithOneScope(run: Run): Promise<Fact> {
  const [scope = ""] = needed;
  const token = await run.probe.tokens.narrow(api.scopes.map(() => scope));
  const others = token?.scopes?.filter((one) => one !== scope) ?? [];
  if (token === null || others.length > 0) {
    const what =
      token === null
        ? "gives no token for a scope that is named several times"
        : `grants ${others.join(" ")} unasked`;
    return inapplicable(`the server ${what}`);
  }
  const before = await ask(run, "control", plainRead());
  const alteration = {
    description: `with a token that was asked for with ${scope} ${api.scopes.length} times`,
  };
  const altered = await run.probe.callWith(readCheckId({ id }), { ...plainRead(), alteration }, token);
  const after = await ask(run, "control", plainRead());
  const bracket = { before, altered, after, effect: null };
  return judgeRefusal(bracket, { expected: "a refusal (any 4xx)", granted: isRead });
}

/** The check, where the plain read needs more than one scope. */
export const repeatedScopeChecks: readonly Check[] =
  plainOperation === null || needed.length < 2
    ? []
    : [
        {
          id: readCheckId({ id }),
          title: `${plainOperation.method}: a token that was asked for with one scope several times is refused`,
          requirements: ["scope.all-four"],
          operations: [plainOperation.id],
          access: "read",
          stage: "request",
          run: async (run) => [await readWithOneScope(run)],
        },
      ];
