/** How a client gets its token, and how it shares it (Endpoints / POST /v1/oauth/token; Authentication, 1 to 8). */
import { api, type Operation, operations } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import type { Seen } from "../evidence.ts";
import { type Breach, broken, each, kept, type Rule } from "../rule.ts";
import { bearerOf, overlapping, type View } from "../view.ts";
import { inUrls } from "./urls.ts";

const token: Operation = operations[api.token];
const how = "Let the client request a token, as it does before its first call.";

/** The fields of a token request; null where it is no form. */
function formOf({ headers, body }: Seen): URLSearchParams | null {
  const type = headers.get("content-type") ?? "";
  return type.toLowerCase().startsWith(token.mediaType ?? "") ? new URLSearchParams(body) : null;
}

/** One fact for each token request that is a form. */
function eachForm(view: View, words: string, breachOf: (form: URLSearchParams, seen: Seen) => Breach | null) {
  const forms = view.tokenRequests.filter((seen) => formOf(seen) !== null);
  return each(forms, words, (seen) => breachOf(formOf(seen) as URLSearchParams, seen));
}

/** Who renews some minutes before the end has a new token for each call where tokens live no longer, in seconds. */
const longLife = 600;

/** The rules. */
export const tokenRules: readonly Rule[] = [
  {
    id: "client.token.request",
    how,
    judge: ({ attempts }) =>
      each(
        attempts.filter(({ path }) => path === token.path),
        "requested with POST, as a form",
        (seen) => {
          const { method } = seen.request;
          if (method === token.method && formOf(seen) !== null) return null;
          const type = seen.headers.get("content-type") ?? "no Content-Type";
          return {
            message: "A token was not requested as a form that is posted.",
            expected: `${token.method}, with ${token.mediaType}`,
            received: `${method}, with ${type}`,
          };
        },
      ),
  },
  {
    id: "client.token.no-authorization",
    how,
    judge: ({ tokenRequests }) =>
      each(tokenRequests, "without an Authorization header", ({ headers }) => {
        const header = headers.get("authorization");
        return header === null
          ? null
          : {
              message: "A token request carries an Authorization header.",
              expected: "no Authorization header",
              received: `the scheme ${header.split(" ")[0]}`,
            };
      }),
  },
  {
    id: "client.token.grant",
    how,
    judge: (view) =>
      eachForm(view, "the grant type is right, and each field stands once", (form) => {
        const grant = form.get("grant_type");
        const doubled = token.bodyFields.find((name) => form.getAll(name).length > 1);
        if (grant === "client_credentials" && doubled === undefined) return null;
        return {
          message: "A token was not requested with the client credentials flow.",
          expected: "grant_type=client_credentials, and each field once",
          received: doubled === undefined ? `grant_type=${grant ?? ""}` : `${doubled} more than once`,
        };
      }),
  },
  {
    id: "client.token.credentials",
    how,
    judge: (view) => [
      ...eachForm(view, "the credentials are fields of the form", (form, { headers }) => {
        const lacking = ["client_id", "client_secret"].find((name) => (form.get(name) ?? "") === "");
        // Who starts the client by hand may have given it another one.
        const issued = { client_id: view.clientId, client_secret: view.clientSecret };
        const other = Object.entries(issued).find(([name, value]) => form.get(name) !== value);
        if (lacking === undefined && other !== undefined && view.work !== null)
          return {
            message: `The ${other[0]} in the form is not the one that was issued.`,
            expected: `the ${other[0]} as it was issued, once the form is decoded`,
            received: "another text",
            hint: "A form needs its reserved characters encoded: + & % and = mean something else in it.",
          };
        if (lacking === undefined) return null;
        return {
          message: "The client credentials are not both in the form.",
          expected: "client_id and client_secret as fields of the form",
          received: headers.has("authorization")
            ? "they are in an Authorization header"
            : `${lacking} is not in the form`,
        };
      }),
      ...view.calls
        .filter(({ headers }) => [...headers.values()].some((value) => value.includes(view.clientSecret)))
        .map((call) =>
          broken(
            {
              message: "The client secret stands in a header.",
              expected: "the secret in the form alone",
              received: "it is in a header of a call",
            },
            call,
          ),
        ),
      ...inUrls(
        view,
        [view.clientSecret],
        "The client secret stands in a URL.",
        "the secret in the form alone",
      ),
    ],
  },
  {
    id: "client.token.scopes",
    how,
    judge: (view) =>
      eachForm(view, "all scopes are asked for", (form) => {
        const scope = form.get("scope") ?? "";
        const asked = [...new Set(scope.split(" "))].sort().join(" ");
        if (asked === [...api.scopes].sort().join(" ")) return null;
        return {
          message: "A token was requested for other scopes than the four that card endpoints need.",
          expected: api.scopes.join(" "),
          received: scope === "" ? "no scope" : scope,
        };
      }),
  },
  {
    id: "client.token.unknown-members",
    how: "Drive the client: its token response then has a member that nobody knows.",
    judge: ({ tokenRequests, tokens, calls, work, claims }) => {
      const odd = tokens.filter(({ seen }) => seen.weather.length > 0);
      const used = odd.find(({ value }) => calls.some((call) => bearerOf(call) === value));
      if (used !== undefined) return [kept("the token was used", used.seen)];
      // Who can't do what it was asked to do needs no token, and may have got one.
      const isUnable = claims.some(({ result }) => result === "unsupported");
      if (odd.length === 0 || work === null || isUnable) return [];
      return [
        broken(
          {
            message: "A token whose response has a member more was not used.",
            expected: "a card request with that token",
            received: "none",
          },
          ...tokenRequests,
        ),
      ];
    },
  },
  {
    id: "client.token.reuse",
    how: "Let the client make two calls, one after the other.",
    judge: ({ tokens, calls, work }) => {
      // Who is started anew need not keep a token.
      if (work?.some(({ isOwnStart }) => isOwnStart) === true) return [];
      const uses = tokens.map(({ value, seen }) => ({
        seen,
        calls: calls.filter((call) => bearerOf(call) === value),
      }));
      const served = uses.find((one) => one.calls.length > 1);
      if (served !== undefined) return [kept("one token served several calls", served.seen)];
      const single = uses.filter(
        (one) => lifetimeOf(one.seen) >= longLife && one.calls.some(({ condition }) => condition === null),
      );
      return single.length < 3
        ? []
        : [
            broken(
              {
                message: "Every call has a token of its own.",
                expected: "one token for the calls in its lifetime",
                received: `${single.length} tokens for ${calls.length} calls`,
              },
              ...single.map(({ seen }) => seen),
            ),
          ];
    },
  },
  {
    id: "client.token.single-flight",
    how: "Let one client make several calls at the same time, before it has a token.",
    judge: ({ tokenRequests, calls }) => {
      const [first, second] = overlapping(tokenRequests);
      if (first !== undefined && second !== undefined) {
        return [
          broken(
            {
              message: "Calls at the same time requested a token each.",
              expected: "one token request that calls at the same time share",
              received: "two token requests",
            },
            second,
            first,
          ),
        ];
      }
      const [call] = overlapping(calls);
      return call === undefined || tokenRequests.length === 0
        ? []
        : [kept("calls at the same time shared a token request", call)];
    },
  },
];

/** The expires_in of a token, in seconds; without one it may live for as long as usual. */
function lifetimeOf({ response }: Seen): number {
  const lifetime = valueAt(response?.json, "/expires_in");
  return typeof lifetime === "number" ? lifetime : Number.POSITIVE_INFINITY;
}
