/** Tokens that end, or come with more than expected. */
import { isObject } from "../../base/shape.ts";
import { choose } from "../../sandbox/choices.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { findToken } from "../../sandbox/state.ts";
import type { Weather } from "../weather.ts";
import { atList, atToken, atWrite, momentMs, noToken, numberOfWrite, refuseLogin } from "./points.ts";

/** Ends the token of a request: the token is aged, not the clock, since with the clock every signature would age. */
export function endToken({ request, state, now }: RequestContext): null {
  const token = findToken(state, (request.headers.get("authorization") ?? "").split(" ").at(-1) ?? "");
  if (token !== undefined) token.expiresAt = now - 1;
  return null;
}

const ends =
  "A token may be invalid or expired at any request, which is answered with 401 (Errors, row 401).";

/** The kinds. */
export const tokenWeathers: readonly Weather[] = [
  {
    id: "token-ends-in-list",
    title: "The token ends between two pages.",
    lawful: ends,
    may: "get a new token before or after the refusal and go on from the same cursor, or stop with an error",
    mustNot:
      "go on with the ended token (client.token.renew), or call the part it has a list (client.list.complete)",
    steps: [{ name: "the token has ended", at: atList, skip: 1, times: 1, before: endToken }],
  },
  {
    id: "token-ends-in-list-then-no-token",
    title: "The token ends between two pages, and the client is refused another one.",
    lawful: ends,
    may: "stop with an error",
    mustNot:
      "call the part it has a list (client.list.complete), or call without a token that was issued (client.bearer.header)",
    steps: [
      { name: "the token has ended", at: atList, skip: 1, times: 1, before: endToken },
      { ...noToken, name: "the client is refused a token", before: refuseLogin },
    ],
  },
  {
    id: "token-ends-in-lists",
    title: "The token ends while several lists are read at the same time, and every answer takes a moment.",
    lawful: ends,
    may: "get a new token before or after a refusal and go on from the same cursor, or stop with an error",
    mustNot:
      "get a new token for each of them (client.token.single-flight), or call the part it has a list (client.list.complete)",
    steps: [{ name: "the token has ended", at: atList, skip: 3, times: 1, before: endToken }],
    answersMs: [momentMs],
  },
  {
    id: "token-ends-before-write",
    title: "The token ends before a write, and the next one before the write after that.",
    lawful: ends,
    may: "get a new token before or after the refusal and write under the same key or another, or stop with an error",
    mustNot: "go on with the ended token (client.token.renew), or write twice (client.effect.once)",
    steps: [0, 1].map((number) => ({
      name: "the token has ended",
      at: (context) => numberOfWrite(context) === number,
      times: 1,
      before: endToken,
    })),
  },
  {
    id: "token-ends-before-second-write",
    title: "The token ends before the second write.",
    lawful: ends,
    may: "get a new token before or after the refusal and write under the same key or another, or stop with an error",
    mustNot:
      "go on with the ended token, in this start or in a later one (client.token.renew), or write twice (client.effect.once)",
    steps: [{ name: "the token has ended", at: atWrite, skip: 1, times: 1, before: endToken }],
  },
  {
    id: "token-ends-in-writes",
    title:
      "The token ends before several writes that come at the same time, and every answer takes a moment.",
    lawful: ends,
    may: "get a new token before or after a refusal and write under the same key or another, or stop with an error",
    mustNot: "go on with the ended token once there is a new one (client.token.renew)",
    steps: [{ name: "the token has ended", at: atWrite, times: 1, before: endToken }],
    answersMs: [momentMs],
  },
  {
    id: "token-short",
    title: "Tokens live for two seconds, of which every answer takes some.",
    lawful: "The lifetime is typically 3600 seconds, and expires_in says what it is (Token response).",
    may: "ask for a new token before each call, or when one is refused",
    mustNot:
      "renew it in another way than it got the first one (client.token.no-authorization), or call the part it has a list (client.list.complete)",
    steps: [],
    // Of a list of three pages, the second one comes when the token has ended by anybody's clock: who looks at that
    // renews it then, however little it lets a token live less.
    answersMs: [100, 700, 2000],
    choices: choose(["gap.token.lifetime", "2"]),
  },
  {
    id: "token-as-second-begins",
    title: "A token is issued just after a second has begun, so that what follows may lie in one second.",
    lawful: "How long an answer takes is not shown.",
    may: "write several times in a second",
    mustNot: "use a key again within a second (client.key.unique)",
    steps: [],
    tokenAtMs: 20,
  },
  {
    id: "token-with-more",
    title: "The token response has a member that nobody knows.",
    lawful: "OAuth 2.0 lets a server add members, which a client must ignore (RFC 6749, section 5.1).",
    may: "ignore the member",
    mustNot: "refuse the token (client.token.unknown-members)",
    steps: [
      {
        name: "with a member that nobody knows",
        at: atToken,
        times: Number.POSITIVE_INFINITY,
        after: (reply) =>
          isObject(reply.body) ? { ...reply, body: { ...reply.body, added_later: [1] } } : reply,
      },
    ],
  },
];
