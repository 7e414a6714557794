/** Answers that are lost, and gateways that answer in place of the service. */
import { json, type SandboxResponse } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { hang, type Weather, withhold } from "../weather.ts";
import { atCall, atList, atToken, atWrite, gatewayPage, momentMs, otherJson } from "./points.ts";

const closing = "A server may close a connection at any time (RFC 9112, section 9.3.1).";
const redirecting = "A server may answer any request with a redirect, to any place (RFC 9110, section 15.4).";
const slow =
  "No time is shown in which a request is answered; how long one waits is for the client to decide (RFC 9112, section 9.5).";
const limited =
  "No limit of the rate is shown, and any server may be busy (RFC 9110, section 15.6.4; RFC 6585, section 4).";

/** An answer that asks to come back later. */
const busy = (status: number, retryAfter: string) => ({
  ...json(status, {}),
  headers: { "retry-after": retryAfter },
  problem: { condition: "busy", message: `The weather answers with ${status}.` },
});

/** A redirect to another origin: the same machine under another name is one, so nothing leaves it. */
export function redirected({ request }: RequestContext, status: number, target: string): SandboxResponse {
  const { origin } = request;
  const { protocol, port, hostname } = new URL(origin);
  const other = hostname === "localhost" ? "127.0.0.1" : "localhost";
  const location = `${protocol}//${other}${port === "" ? "" : `:${port}`}${target}`;
  const message = `The weather answers with ${status}, to another origin.`;
  return { ...json(status, {}), headers: { location }, problem: { condition: "redirected", message } };
}

function toSameTarget(context: RequestContext): SandboxResponse {
  const { fullPath, query } = context.request;
  return redirected(context, 307, query.size === 0 ? fullPath : `${fullPath}?${query}`);
}

/** The kinds. */
export const networkWeathers: readonly Weather[] = [
  {
    id: "write-answer-lost",
    title: "The first write is carried out, and its answer is lost.",
    lawful: closing,
    may: "send it again under its key, look at the card, or say that nobody knows",
    mustNot:
      "send it again under another key (client.key.stable), or say that it was not carried out (client.claim.no-false-failure)",
    steps: [{ name: "carried out, and the answer is lost", at: atWrite, times: 1, after: () => withhold }],
  },
  {
    id: "write-lost",
    title: "The first write is lost before it is carried out, which looks the same to the client.",
    lawful: closing,
    may: "send it again under its key, look at the card, or say that nobody knows, since it cannot tell this from a lost answer",
    mustNot:
      "send it again under another key (client.key.stable), or report it as done (client.claim.no-false-success)",
    steps: [
      { name: "not carried out, and the answer is lost", at: atWrite, times: 1, before: () => withhold },
    ],
  },
  {
    id: "write-answer-lost-twice",
    title: "The first write and its repetition are answered, and both answers are lost.",
    lawful: closing,
    may: "send it again under its key, look at the card, or say that nobody knows",
    mustNot:
      "send it again under another key (client.key.stable), or say that it was not carried out (client.claim.no-false-failure)",
    steps: [{ name: "carried out, and the answer is lost", at: atWrite, times: 2, after: () => withhold }],
  },
  {
    id: "page-lost",
    title: "The second page of the list is lost.",
    lawful: closing,
    may: "ask for the page again, begin anew, or stop with an error",
    mustNot: "call the part it has a list (client.list.complete)",
    steps: [{ name: "the page is lost", at: atList, skip: 1, times: 1, after: () => withhold }],
  },
  {
    id: "page-redirected",
    title: "The second page is answered with 307, and an address of the same page at another origin.",
    lawful: redirecting,
    may: "follow it without its token, ask again, or stop with an error",
    mustNot: "send its token there (client.bearer.own-origin)",
    steps: [{ name: "redirected to another origin", at: atList, skip: 1, times: 1, before: toSameTarget }],
  },
  {
    id: "page-replaced",
    title:
      "The first page is answered with 200 and a page in HTML, and later the second one with 200 and other JSON.",
    looksLike: ["service.json"],
    lawful:
      "What stands between client and service may answer in its place, and not always with an error (RFC 6585, section 6).",
    may: "ask for the page again, begin anew, or stop with an error",
    mustNot: "call the part it has a list (client.list.complete)",
    steps: [
      { name: "a page in HTML", at: atList, times: 1, before: () => gatewayPage(200) },
      { name: "JSON that is no page", at: atList, skip: 1, times: 1, before: otherJson },
    ],
  },
  {
    id: "write-redirected",
    title: "Every write is answered with 302, and the address of a page in HTML at another origin.",
    lawful: redirecting,
    looksLike: ["write.accepted", "service.json"],
    may: "follow it without its token, or stop with an error",
    mustNot: "report the write as done (client.claim.no-false-success)",
    steps: [
      {
        name: "redirected to another origin",
        at: atWrite,
        times: Number.POSITIVE_INFINITY,
        before: (context) => redirected(context, 302, "/status"),
      },
      {
        name: "a page in HTML",
        at: ({ operation }) => operation === null,
        times: Number.POSITIVE_INFINITY,
        before: () => gatewayPage(200),
      },
    ],
  },
  {
    id: "write-redirected-as-it-is",
    title: "The first write is answered with 307, and its own address at another origin.",
    lawful: redirecting,
    may: "follow it without its token, or stop with an error",
    mustNot: "send its token there (client.bearer.own-origin)",
    steps: [{ name: "redirected to another origin", at: atWrite, times: 1, before: toSameTarget }],
  },
  {
    id: "token-lost",
    title: "The first token is issued, and the answer is lost.",
    lawful: closing,
    may: "ask for another token, or stop with an error",
    mustNot: "call without a token (client.bearer.header)",
    steps: [{ name: "the token is lost", at: atToken, times: 1, after: () => withhold }],
  },
  {
    id: "write-hangs",
    isLong: true,
    title: "The first write is carried out, and its answer never comes; the connection stays open.",
    lawful: slow,
    may: "end the wait after a time of its own, and then send it again under its key, look at the card, or say that nobody knows",
    mustNot:
      "wait for ever (client.process.ends), or send it again under another key (client.key.stable), or say that it was not carried out (client.claim.no-false-failure)",
    steps: [{ name: "carried out, and no answer comes", at: atWrite, times: 1, after: () => hang }],
  },
  {
    id: "write-hangs-before",
    isLong: true,
    title: "The first write is not carried out, and no answer comes; the connection stays open.",
    lawful: slow,
    may: "end the wait after a time of its own, and then send it again under its key, look at the card, or say that nobody knows",
    mustNot: "wait for ever (client.process.ends), or report it as done (client.claim.no-false-success)",
    steps: [{ name: "not carried out, and no answer comes", at: atWrite, times: 1, before: () => hang }],
  },
  {
    id: "page-hangs",
    isLong: true,
    title: "The second page of the list never comes; the connection stays open.",
    lawful: slow,
    may: "end the wait after a time of its own, and ask again, begin anew, or stop with an error",
    mustNot: "wait for ever (client.process.ends), or call the part it has a list (client.list.complete)",
    steps: [{ name: "no answer comes", at: atList, skip: 1, times: 1, before: () => hang }],
  },
  {
    id: "unhurried",
    title: "Every answer takes a moment, and every other one a long one.",
    lawful: slow,
    may: "send other requests meanwhile, or wait",
    mustNot: "mix up what it does at the same time (client.list.complete, client.effect.once)",
    steps: [],
    answersMs: [momentMs, 4 * momentMs],
  },
  ...(
    [
      ["gateway-after-write", 502],
      ["gateway-timeout-after-write", 504],
      ["failure-after-write", 500],
      // One of the class 5xx that not everybody knows is a 500 (RFC 9110, section 15).
      ["odd-failure-after-write", 524],
    ] as const
  ).map(
    ([id, status]): Weather => ({
      id,
      title: `The first write is carried out, and answered with ${status}.`,
      lawful:
        "What stands between client and service may answer in its place, and a service may fail at any point (RFC 9110, section 15.6).",
      may: "send it again under its key, look at the card, or say that nobody knows",
      mustNot:
        "send it again under another key (client.key.stable), or say that it was not carried out (client.claim.no-false-failure)",
      steps: [
        {
          name: `carried out, and answered with ${status}`,
          at: atWrite,
          times: 1,
          after: () => gatewayPage(status),
        },
      ],
    }),
  ),
  {
    id: "unavailable",
    title: "The first call is answered with 503 and a page in HTML.",
    lawful: limited,
    may: "try again after a pause, or stop with an error",
    mustNot: "try again without bound or pause (client.retry.bounded)",
    steps: [{ name: "answered with 503", at: atCall, times: 1, before: () => gatewayPage(503) }],
  },
  ...(
    [
      ["busy-seconds", "The second page", atList, 1],
      ["busy-write", "The first write", atWrite, 0],
      ["busy-token", "The first token request", atToken, 0],
    ] as const
  ).map(
    ([id, what, at, skip]): Weather => ({
      id,
      title: `${what} is answered with 503, and asks to wait for a second.`,
      lawful: limited,
      may: "wait that long or longer, or stop with an error",
      mustNot: "come back earlier (client.retry.after)",
      steps: [{ name: "503 with Retry-After: 1", at, skip, times: 1, before: () => busy(503, "1") }],
    }),
  ),
  {
    id: "busy-date",
    title: "The second page is answered with 429, and gives a date four seconds away.",
    lawful: limited,
    may: "wait until then or longer, or stop with an error",
    mustNot: "come back earlier (client.retry.after)",
    steps: [
      {
        name: "429 with Retry-After as a date",
        at: atList,
        skip: 1,
        times: 1,
        before: ({ now }) => busy(429, new Date(now + 4000).toUTCString()),
      },
    ],
  },
];
