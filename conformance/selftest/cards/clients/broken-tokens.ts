/** Clients that are wrong in how they get, keep or show their token. */
import { type Broken, brokenMostlyIn, type Swap, saying } from "./ours.ts";
import {
  acting,
  changing,
  following,
  hearing,
  isList,
  isToken,
  renewingBefore,
  repeating,
  rowsChanging,
  withFields,
  withHeaders,
  withRawQuery,
} from "./wires.ts";

const anyCall = (sent: Parameters<typeof isToken>[0]) => !isToken(sent);
const basic = (form: URLSearchParams) =>
  `Basic ${Buffer.from(`${form.get("client_id")}:${form.get("client_secret")}`).toString("base64")}`;
const row = brokenMostlyIn("calm-list");
const login = rowsChanging(row, isToken);
const call = rowsChanging(row, anyCall);

/** Gets a token of its own for a call that was refused, so many times. */
const renewing = (most: number): Swap => ({
  send: ({ send }) => {
    let form: Parameters<typeof send>[0] | null = null;
    return async (sent) => {
      if (isToken(sent)) form = sent;
      let answer = await send(sent);
      for (let left = most; left > 0 && answer.status === 401 && form !== null; left -= 1) {
        const token = (await (await send(form)).json()) as { access_token: string };
        answer = await send(withHeaders(sent, { authorization: `Bearer ${token.access_token}` }));
      }
      return answer;
    };
  },
});

/** Clients that are wrong about tokens, or as programs. */
export const brokenTokens: readonly Broken[] = [
  login("token.as-json", "token.request", (sent) => ({
    ...withHeaders(sent, { "content-type": "application/json" }),
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(sent.body))),
  })),
  login("token.with-put", "token.request", (sent) => ({ ...sent, method: "PUT" })),
  login("token.basic-too", "token.no-authorization", (sent) =>
    withHeaders(sent, { authorization: basic(new URLSearchParams(sent.body)) }),
  ),
  login("token.basic-only", "token.credentials", (sent) => ({
    ...withFields(sent, { client_id: undefined, client_secret: undefined }),
    headers: { ...sent.headers, authorization: basic(new URLSearchParams(sent.body)) },
  })),
  login("token.secret-in-url", "token.credentials", (sent) => ({ ...sent, url: `${sent.url}?${sent.body}` })),
  login("token.password-grant", "token.grant", (sent) => withFields(sent, { grant_type: "password" })),
  login("token.field-twice", "token.grant", (sent) => ({
    ...sent,
    body: `${sent.body}&grant_type=client_credentials`,
  })),
  login("token.three-scopes", "token.scopes", (sent) =>
    withFields(sent, { scope: "cards:read cards:write transfers:read" }),
  ),
  login("token.scopes-with-commas", "token.scopes", (sent) =>
    withFields(sent, { scope: new URLSearchParams(sent.body).get("scope")?.replaceAll(" ", ",") }),
  ),
  row("token.never-renewed", "token.renew", repeating(anyCall, 3, 401), "token-ends-in-list"),
  row(
    "token.kept-by-the-walk",
    "token.renew",
    acting(isList, ({ send }) => {
      let first: string | undefined;
      return async (sent) => {
        first ??= sent.headers.authorization;
        const answer = await send(withHeaders(sent, { authorization: first }));
        return answer.status === 401 ? send(sent) : answer;
      };
    }),
    "token-ends-in-list",
  ),
  row(
    "token.strict",
    "token.unknown-members",
    hearing(isToken, (answer, body) => {
      if (Object.keys(body).length > 4) throw new TypeError("an unknown member");
      return answer;
    }),
    "token-with-more",
  ),
  row("token.per-call", "token.reuse", renewingBefore(Number.POSITIVE_INFINITY)),
  row(
    "token.renewed-with-the-old-one",
    "token.no-authorization",
    renewingBefore(5, (authorization) => ({ authorization })),
    "token-short",
  ),
  row("token.per-task", "token.single-flight", { isForgetful: true }, "lists-at-once"),
  row("token.renewed-per-call", "token.single-flight", renewing(1), "token-ends-in-lists"),
  row(
    "token.again-after-the-new-one",
    "token.renew",
    {
      send: ({ send }) => {
        let ended: string | undefined;
        return async (sent) => {
          const isStale = isList(sent) && ended !== undefined && sent.headers.authorization !== ended;
          const authorization = isStale ? ended : sent.headers.authorization;
          if (isStale) ended = undefined;
          const answer = await send(isList(sent) ? withHeaders(sent, { authorization }) : sent);
          if (answer.status === 401) ended = sent.headers.authorization;
          return answer;
        };
      },
    },
    "token-ends-in-list",
  ),
  row(
    "token.taken-for-ended",
    "token.bounded",
    acting(isToken, ({ send }) => async (sent) => {
      const answer = await send(sent);
      for (let left = 12; left > 0; left -= 1) await send(sent);
      return answer;
    }),
    "token-short",
  ),
  row(
    "secret.printed-at-a-refused-login",
    "secrets.quiet",
    {
      prints: ({ clientSecret }) => `login failed: client_secret=${clientSecret}\n`,
      end: { code: 1, signal: null, isLate: false },
    },
    "login-refused",
  ),
  row("secret.printed-in-base64", "secrets.quiet", {
    prints: ({ clientId, clientSecret }) =>
      `Authorization: Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}\n`,
    end: { code: 0, signal: null, isLate: false },
  }),
  row("login.repeated", "token.bounded", repeating(isToken, 12, 401), "login-refused"),
  row("login.hot-in-an-outage", "retry.bounded", repeating(isToken, 12, 503), "tokens-unavailable"),
  row("login.failure-hidden", "list.complete", saying(401, { result: "ok", cards: [] }), "login-refused"),
  row("token.renewed-for-ever", "token.bounded", renewing(12), "token-always-refused"),
  call("bearer.other-scheme", "bearer.header", (sent) =>
    withHeaders(sent, { authorization: sent.headers.authorization?.replace("Bearer", "Token") }),
  ),
  call("bearer.altered", "bearer.header", (sent) =>
    withHeaders(sent, { authorization: `${sent.headers.authorization}x` }),
  ),
  row(
    "bearer.in-url",
    "bearer.not-in-url",
    changing(isList, (sent) => {
      const token = sent.headers.authorization?.replace("Bearer ", "") ?? "";
      const marked = { ...sent, url: `${sent.url}${sent.url.includes("?") ? "&" : "?"}access_token=x` };
      return withRawQuery(marked, "access_token", () => token);
    }),
  ),
  row("bearer.to-another-origin", "bearer.own-origin", following(), "page-redirected"),
  call("path.without-version", "path.version", (sent) => ({ ...sent, url: sent.url.replace("/v1/", "/") })),
  row("secret.printed", "secrets.quiet", {
    prints: ({ clientSecret }) => `using ${clientSecret}\n`,
    end: { code: 0, signal: null, isLate: false },
  }),
  row("process.crashes", "process.ends", { end: { code: null, signal: "SIGSEGV", isLate: false } }),
  row("process.hangs", "process.ends", { end: { code: null, signal: "SIGKILL", isLate: true } }),
  row("token.too-early-again", "retry.after", repeating(isToken, 1, 503), "busy-token"),
];
