/** What every call of a client has (Authentication, 5 and 8; Versioning). */
import { api } from "../../../generated/operations.ts";
import type { Fact } from "../../checks/kit/verdict.ts";
import type { Seen } from "../evidence.ts";
import { broken, each, kept, type Rule } from "../rule.ts";
import { bearerOf, redirectOf } from "../view.ts";
import { inUrls } from "./urls.ts";

const how = "Let the client read the list, or write.";

/** False for what a browser asks for by itself where somebody looks at the address. */
function isMeant({ request: { method }, headers, operation }: Seen): boolean {
  return operation !== null || method !== "GET" || headers.has("authorization");
}

/** The rules. */
export const callRules: readonly Rule[] = [
  {
    id: "client.bearer.header",
    how,
    judge: ({ calls, tokens }) =>
      each(calls, "with a token that was issued, as Bearer", (call) => {
        const bearer = bearerOf(call);
        if (tokens.some(({ value }) => value === bearer)) return null;
        return {
          message: "A call does not carry a token that was issued, as Authorization: Bearer.",
          expected: "Authorization: Bearer, with the token that was issued",
          received: bearer === null ? "no bearer token" : "another token",
        };
      }),
  },
  {
    id: "client.bearer.not-in-url",
    how,
    judge: (view) => {
      const values = view.tokens.map(({ value }) => value);
      const found = inUrls(view, values, "A token stands in a URL.", "the token in the Authorization header");
      const [call] = view.calls;
      return found.length > 0 || call === undefined ? found : [kept("no token is in a URL", call)];
    },
  },
  {
    id: "client.bearer.own-origin",
    how: "Drive the client: a page, or a write, is then redirected to another host.",
    judge: ({ seen }) =>
      seen.flatMap((one): Fact[] => {
        const origin = redirectOf(one);
        if (origin === null) return [];
        const sent = seen.filter(
          (later) =>
            later.arrived > one.answered &&
            new URL(later.request.url).origin === origin &&
            later.headers.has("authorization"),
        );
        if (sent.length === 0) return [kept("the token was not sent there", one)];
        return [
          broken(
            {
              message: "A token was sent to another origin, to which a redirect led.",
              expected: "the token for the origin of the base URL alone",
              received: `Authorization, at ${origin}`,
              hint: "Follow no redirect, or leave the header out where it leads elsewhere.",
            },
            ...sent,
            one,
          ),
        ];
      }),
  },
  {
    id: "client.path.version",
    how,
    judge: ({ attempts }) =>
      each(
        attempts.filter(isMeant),
        `every path begins with ${api.versionPrefix}`,
        ({ path, request, problem }) =>
          path.startsWith(`${api.versionPrefix}/`)
            ? null
            : {
                message: `A path that was requested does not begin with ${api.versionPrefix} after the base URL.`,
                expected: `a path that begins with ${api.versionPrefix}`,
                received: new URL(request.url).pathname,
                ...(problem === null ? {} : { hint: problem }),
              },
      ),
  },
  {
    id: "client.read.lean",
    how: "Let the client read the list.",
    judge: ({ lists }) =>
      each(lists, "with the Authorization header alone", ({ headers }) => {
        const extra = Object.values(api.headers).filter((name) => headers.has(name));
        return extra.length === 0
          ? null
          : {
              message: "A read carries headers of a write.",
              expected: "the Authorization header alone",
              received: extra.join(", "),
            };
      }),
  },
];
