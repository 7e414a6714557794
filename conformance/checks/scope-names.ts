/** A token is worth the scopes that it has: not as many as were named, nor those whose names are parts of others. */
import { api } from "../../generated/operations.ts";
import { isRefusal, outcomeOf } from "../wire/exchange.ts";
import { readToken } from "../wire/tokens.ts";
import { ask } from "./kit/ask.ts";
import { type Check, held, inapplicable, missing, type Run } from "./kit/check.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { judgeRefusal } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { readCheckId } from "./reads-refused.ts";

const needed = plainOperation?.scopes ?? [];

/** What a token is asked for. */
interface Asked {
  readonly scopes: readonly string[];
  /** After "a token that was asked for with". */
  readonly words: string;
}

/** Reads with a token that was asked for so. */
async function readWith(run: Run, id: string, { scopes, words }: Asked): Promise<Fact> {
  const before = await ask(run, "control", plainRead());
  // Who gives no token at all shows nothing by giving none for this.
  if (!isRead(before)) return missing(`the read is not served (${outcomeOf(before)})`, [before.id]);
  const asked = await run.probe.tokens.request(readCheckId({ id }), undefined, scopes);
  const token = readToken(asked);
  if (token === null) {
    const what = `the server gives no token for ${words}`;
    return isRefusal(asked) ? held(what, asked.id) : missing(what, [asked.id]);
  }
  const others = token.scopes?.filter((one) => !scopes.includes(one)) ?? [];
  if (token.scopes === null) return inapplicable("the token response names no scopes");
  if (others.length > 0) return inapplicable(`the server grants ${others.join(" ")} unasked`);
  const alteration = { description: `with a token that was asked for with ${words}` };
  const altered = await run.probe.callWith(readCheckId({ id }), { ...plainRead(), alteration }, token);
  const after = await ask(run, "control", plainRead());
  const bracket = { before, altered, after };
  return judgeRefusal(bracket, { expected: "a refusal (any 4xx)", granted: isRead });
}

function scopeCheck(
  id: string,
  words: string,
  asked: readonly Asked[],
  stage: Check["stage"],
): readonly Check[] {
  if (plainOperation === null) return [];
  const { id: operation, method } = plainOperation;
  return [
    {
      id: readCheckId({ id }),
      title: `${method}: a token that was asked for with ${words} is refused`,
      requirements: ["scope.all-four"],
      operations: [operation],
      access: "read",
      stage,
      run: async (run) => {
        const facts = await Promise.all(asked.map((one) => readWith(run, id, one)));
        // Where a server gives more than it was asked for, another way of asking tells.
        const telling = facts.filter((fact) => fact.kind !== "missing" || fact.doesNotApply !== true);
        return telling.length > 0 ? telling : facts;
      },
    },
  ];
}

const [scope = ""] = needed;
const repeated: Asked = {
  scopes: api.scopes.map(() => scope),
  words: `${scope} ${api.scopes.length} times`,
};
/** A token that names none has none; what a server gives without being asked for it, it has to name. */
const none: Asked = { scopes: [], words: "an empty scope" };
/** Nobody has scopes of these names, in which those of the description stand. */
const longer: readonly Asked[] = [
  { scopes: api.scopes.map((one) => `${one}33`), words: "names of scopes that go on after their end" },
  { scopes: api.scopes.map((one) => `33${one}`), words: "names of scopes that begin before them" },
];

/**
 * The checks: of one scope, where the plain read needs more than that, and of other names, where it needs any. Those come
 * late: a client may be locked out after some token requests that were refused.
 */
export const scopeNameChecks: readonly Check[] = [
  ...(needed.length < 2
    ? []
    : scopeCheck("scope.repeated", "one scope several times", [repeated], "request")),
  ...(needed.length < 1
    ? []
    : scopeCheck("scope.other", "no scopes, or with longer names", [none, ...longer], "credentials")),
];
