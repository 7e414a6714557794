/** The token request as specified in other spellings. */
import { api } from "../../generated/operations.ts";
import { readToken } from "../wire/tokens.ts";
import type { Check, Run } from "./kit/check.ts";
import { judgeSpellings, type Spellable } from "./kit/spelled.ts";

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
    requirements: ["request.spelling"],
    operations: [api.token],
    access: "read",
    stage: "credentials",
    run: (run) => judgeSpellings(run, spellableToken(run)),
  },
];
