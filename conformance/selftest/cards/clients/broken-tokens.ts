/** Clients that are wrong in how they get, keep or show their token. */
import type { Broken, Swap } from "./ours.ts";
import {
  changing,
  following,
  hearing,
  isList,
  isToken,
  renewingBefore,
  repeating,
  withFields,
  withHeaders,
  withRawQuery,
} from "./wires.ts";

const anyCall = (sent: Parameters<typeof isToken>[0]) => !isToken(sent);
const basic = (form: URLSearchParams) =>
  `Basic ${Buffer.from(`${form.get("client_id")}:${form.get("client_secret")}`).toString("base64")}`;
const row = (name: string, breaks: string, swap: Broken["swap"], scenario = "calm-list"): Broken => ({
  name,
  breaks,
  scenario,
  swap,
});

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
  row(
    "token.as-json",
    "client.token.request",
    changing(isToken, (sent) => ({
      ...withHeaders(sent, { "content-type": "application/json" }),
      body: JSON.stringify(Object.fromEntries(new URLSearchParams(sent.body))),
    })),
  ),
  row(
    "token.with-put",
    "client.token.request",
    changing(isToken, (sent) => ({ ...sent, method: "PUT" })),
  ),
  row(
    "token.basic-too",
    "client.token.no-authorization",
    changing(isToken, (sent) => withHeaders(sent, { authorization: basic(new URLSearchParams(sent.body)) })),
  ),
  row(
    "token.basic-only",
    "client.token.credentials",
    changing(isToken, (sent) => ({
      ...withFields(sent, { client_id: undefined, client_secret: undefined }),
      headers: { ...sent.headers, authorization: basic(new URLSearchParams(sent.body)) },
    })),
  ),
  row(
    "token.secret-in-url",
    "client.token.credentials",
    changing(isToken, (sent) => ({ ...sent, url: `${sent.url}?${sent.body}` })),
  ),
  row(
    "token.password-grant",
    "client.token.grant",
    changing(isToken, (sent) => withFields(sent, { grant_type: "password" })),
  ),
  row(
    "token.field-twice",
    "client.token.grant",
    changing(isToken, (sent) => ({ ...sent, body: `${sent.body}&grant_type=client_credentials` })),
  ),
  row(
    "token.three-scopes",
    "client.token.scopes",
    changing(isToken, (sent) => withFields(sent, { scope: "cards:read cards:write transfers:read" })),
  ),
  row(
    "token.scopes-with-commas",
    "client.token.scopes",
    changing(isToken, (sent) =>
      withFields(sent, { scope: new URLSearchParams(sent.body).get("scope")?.replaceAll(" ", ",") }),
    ),
  ),
  row(
    "token.never-renewed",
    "client.token.renew",
    repeating(anyCall, 3, ({ status }) => status === 401),
    "token-ends-in-list",
  ),
  row(
    "token.kept-by-the-walk",
    "client.token.renew",
    {
      send: ({ send }) => {
        let first: string | undefined;
        return async (sent) => {
          if (!isList(sent)) return send(sent);
          first ??= sent.headers.authorization;
          const answer = await send(withHeaders(sent, { authorization: first }));
          return answer.status === 401 ? send(sent) : answer;
        };
      },
    },
    "token-ends-in-list",
  ),
  row(
    "token.strict",
    "client.token.unknown-members",
    hearing(isToken, (answer, body) => {
      if (Object.keys(body).length > 4) throw new TypeError("an unknown member");
      return answer;
    }),
    "token-with-more",
  ),
  row("token.per-call", "client.token.reuse", renewingBefore(Number.POSITIVE_INFINITY)),
  row(
    "token.renewed-with-the-old-one",
    "client.token.no-authorization",
    renewingBefore(5, (authorization) => ({ authorization })),
    "token-short",
  ),
  row("token.per-task", "client.token.single-flight", { isForgetful: true }, "lists-at-once"),
  row("token.renewed-per-call", "client.token.single-flight", renewing(1), "token-ends-in-lists"),
  row(
    "token.again-after-the-new-one",
    "client.token.renew",
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
    "client.token.bounded",
    {
      send:
        ({ send }) =>
        async (sent) => {
          const answer = await send(sent);
          if (!isToken(sent)) return answer;
          for (let left = 12; left > 0; left -= 1) await send(sent);
          return answer;
        },
    },
    "token-short",
  ),
  row(
    "secret.printed-at-a-refused-login",
    "client.secrets.quiet",
    {
      prints: ({ clientSecret }) => `login failed: client_secret=${clientSecret}\n`,
      end: { code: 1, signal: null, isLate: false },
    },
    "login-refused",
  ),
  row("secret.printed-in-base64", "client.secrets.quiet", {
    prints: ({ clientId, clientSecret }) =>
      `Authorization: Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}\n`,
    end: { code: 0, signal: null, isLate: false },
  }),
  row(
    "login.repeated",
    "client.token.bounded",
    repeating(isToken, 12, ({ status }) => status === 401),
    "login-refused",
  ),
  row(
    "login.hot-in-an-outage",
    "client.retry.bounded",
    repeating(isToken, 12, ({ status }) => status === 503),
    "tokens-unavailable",
  ),
  row(
    "login.failure-hidden",
    "client.list.complete",
    { claim: (outcome) => (outcome.status === 401 ? { result: "ok", cards: [] } : outcome) },
    "login-refused",
  ),
  row("token.renewed-for-ever", "client.token.bounded", renewing(12), "token-always-refused"),
  row(
    "bearer.other-scheme",
    "client.bearer.header",
    changing(anyCall, (sent) =>
      withHeaders(sent, { authorization: sent.headers.authorization?.replace("Bearer", "Token") }),
    ),
  ),
  row(
    "bearer.altered",
    "client.bearer.header",
    changing(anyCall, (sent) => withHeaders(sent, { authorization: `${sent.headers.authorization}x` })),
  ),
  row(
    "bearer.in-url",
    "client.bearer.not-in-url",
    changing(isList, (sent) => {
      const token = sent.headers.authorization?.replace("Bearer ", "") ?? "";
      const marked = { ...sent, url: `${sent.url}${sent.url.includes("?") ? "&" : "?"}access_token=x` };
      return withRawQuery(marked, "access_token", () => token);
    }),
  ),
  row(
    "bearer.to-another-origin",
    "client.bearer.own-origin",
    following((headers) => headers),
    "page-redirected",
  ),
  row(
    "path.without-version",
    "client.path.version",
    changing(anyCall, (sent) => ({ ...sent, url: sent.url.replace("/v1/", "/") })),
  ),
  row("secret.printed", "client.secrets.quiet", {
    prints: ({ clientSecret }) => `using ${clientSecret}\n`,
    end: { code: 0, signal: null, isLate: false },
  }),
  row("process.crashes", "client.process.ends", { end: { code: null, signal: "SIGSEGV", isLate: false } }),
  row("process.hangs", "client.process.ends", { end: { code: null, signal: "SIGKILL", isLate: true } }),
  row(
    "token.too-early-again",
    "client.retry.after",
    repeating(isToken, 1, ({ status }) => status === 503),
    "busy-token",
  ),
];
