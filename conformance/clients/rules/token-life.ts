/** What a client does when its token has ended, or when it gets none (Authentication, 4; Errors, row 401). */
import type { Fact } from "../../checks/kit/verdict.ts";
import type { Seen } from "../evidence.ts";
import { broken, kept, type Rule } from "../rule.ts";
import { bearerOf, partsAtOnce, type View } from "../view.ts";

const refusedTokens: readonly (string | null)[] = ["token.expired", "token.unknown"];

/** The calls that were refused for their token, where the refusal reached the client. */
function refusals({ calls }: View): readonly Seen[] {
  return calls.filter(({ condition, response }) => response !== null && refusedTokens.includes(condition));
}

/** The token requests that are as specified, and were refused all the same; only of a client that is driven. */
function refusedLogins({ tokenRequests, work }: View): readonly Seen[] {
  return work === null
    ? []
    : tokenRequests.filter(({ weather, response }) => weather.length > 0 && response?.status === 401);
}

/** A refused token may be tried once more: a new token takes a moment to be known everywhere. */
const triesOfRefused = 1;
const mostTokens = 10;

/** The rules. */
export const tokenLifeRules: readonly Rule[] = [
  {
    id: "client.token.renew",
    how: "Let a token end while the client works: --for longer than the token lives, or drive the client.",
    judge: (view) =>
      refusals(view)
        .filter(({ condition }) => condition === "token.expired")
        .map((refused): Fact => {
          // What is to be done at the same time may have been on its way with the token. Of writes it is told which
          // are for the same part; of lists, which are all alike, it is not.
          const own = writesFor(view, refused);
          const atOnce = own === null ? partsAtOnce(view.worked) : 1;
          const again = (own ?? view.calls).filter(
            (call) => call.arrived > refused.answered && bearerOf(call) === bearerOf(refused),
          );
          // Who does one thing may try the same token once more, until there is a newer one.
          const isLate = atOnce === 1 && again.some((call) => isRenewed(view, refused, call));
          const tries = isLate ? 0 : triesOfRefused * atOnce;
          return again.length <= tries
            ? kept("the ended token did not go on being used after its refusal", refused)
            : broken(
                {
                  message: "A token that had ended went on being used after it was refused.",
                  expected: "a new token, requested with the same flow",
                  received: `the ended token ${again.length} more times`,
                },
                ...again,
                refused,
              );
        }),
  },
  {
    id: "client.token.bounded",
    how: "Drive the client: every token is then refused.",
    judge: (view) => {
      const idle = withoutCall(view);
      if (idle.length > mostTokens) {
        return [
          broken(
            {
              message: "Token after token was requested, without a call in between.",
              expected: "a call with the token that was issued, or an error",
              received: `${idle.length} token requests in a row`,
            },
            ...idle,
          ),
        ];
      }
      const refused = view.tokens.length === 0 ? refusedLogins(view) : refusals(view);
      const all = view.tokens.length === 0 ? view.tokenRequests : view.calls;
      if (refused.length === 0 || refused.length < all.length) return [];
      const count = view.tokenRequests.length;
      return [
        count <= mostTokens
          ? kept(`gave up after ${count} token requests`, refused.at(-1))
          : broken(
              {
                message: "Every token or token request was refused, and the client went on asking.",
                expected: "an error, after one or two token requests",
                received: `${count} token requests`,
              },
              ...view.tokenRequests,
            ),
      ];
    },
  },
];

/** True if a later call came when there was a newer token than the refused one: one issued since that was refused first. */
function isRenewed(view: View, refused: Seen, later: Seen): boolean {
  const first = refusals(view).find((one) => bearerOf(one) === bearerOf(refused)) ?? refused;
  return view.tokens.some(({ seen }) => seen.answered > first.arrived && seen.answered < later.arrived);
}

/** What was sent for the same one of several writes at the same time; null for anything else. */
function writesFor({ worked }: View, seen: Seen): readonly Seen[] | null {
  const own = worked.find(({ attempts }) => attempts.includes(seen));
  return own?.work.isAtOnce === true && own.work.body !== undefined ? own.attempts : null;
}

/** The longest row of token requests that were granted and that no call came between. */
function withoutCall({ tokens, calls }: View): readonly Seen[] {
  let longest: readonly Seen[] = [];
  let row: Seen[] = [];
  for (const { seen } of tokens) {
    const before = row.at(-1)?.answered ?? 0;
    if (calls.some(({ arrived }) => arrived > before && arrived < seen.arrived)) row = [];
    row.push(seen);
    if (row.length > longest.length) longest = [...row];
  }
  return longest;
}
