/** Answers that say the same in another way, and servers whose clock is off. */
import { api } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { inWords } from "../../base/seconds.ts";
import { isObject } from "../../base/shape.ts";
import { choose } from "../../sandbox/choices.ts";
import { empty, type SandboxResponse } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { type Weather, withhold } from "../weather.ts";
import { atCall, atWrite, isSuccess, operationAt } from "./points.ts";

/** Seconds by which a clock may be off while timestamps are still fresh, and by which they are not. */
const within = Math.round(0.8 * api.timestampWindowSeconds);
const beyond = Math.round(1.2 * api.timestampWindowSeconds);
const added = { addedLater: { nested: [null] } };

/** The answer with headers and members that nobody knows, in its items too. */
function withMore(reply: SandboxResponse, context: RequestContext): SandboxResponse {
  const headers = { ...reply.headers, "x-added-later": "1" };
  if (!isObject(reply.body)) return { ...reply, headers };
  const pointer = operationAt(context)?.paginated?.items;
  const items = pointer === undefined ? undefined : valueAt(reply.body, pointer);
  const body = { ...reply.body, ...added };
  if (pointer === undefined || !Array.isArray(items)) return { ...reply, headers, body };
  const more = items.map((item) => (isObject(item) ? { ...item, ...added } : item));
  return { ...reply, headers, body: withValueAt(body, pointer, more) };
}

const bare = (status: number) => (reply: SandboxResponse) =>
  isSuccess(reply) ? { ...reply, ...empty(status) } : reply;
const asText = (reply: SandboxResponse) =>
  isSuccess(reply)
    ? { ...reply, ...empty(200), headers: { "content-type": "text/plain" }, body: "OK" }
    : reply;
const open = "The response of a write is not shown (Endpoints / PUT and PATCH), and any 2xx is a success.";
const allowed = `Requests that are older than ${inWords(api.timestampWindowSeconds)} are refused, by the server's clock (Authentication, 9).`;

/** The kinds. */
export const answerWeathers: readonly Weather[] = [
  {
    id: "more-members",
    title: "Answers have headers and members that nobody knows.",
    lawful:
      "No compatibility policy is shown (Versioning), and headers may be added by anybody (RFC 9110, section 5.1).",
    may: "ignore them",
    mustNot: "change how it reads or writes (client.list.complete, client.effect.once)",
    steps: [{ name: "with more members", at: atCall, times: Number.POSITIVE_INFINITY, after: withMore }],
  },
  ...(
    [
      [200, "a text that is no JSON", asText],
      [204, "no body", bare(204)],
      [299, "no body", bare(299)],
    ] as const
  ).map(
    ([status, words, after]): Weather => ({
      id: `write-answers-${status}`,
      title: `A write is answered with ${status} and ${words}.`,
      lawful: open,
      may: "leave the body unread",
      mustNot: "take the write for failed (client.status.class)",
      steps: [
        { name: `answered with ${status} and ${words}`, at: atWrite, times: Number.POSITIVE_INFINITY, after },
      ],
    }),
  ),
  {
    id: "repetition-conflicts",
    title: "The answer of the first write is lost, and its repetition is answered with 409.",
    lawful: "What the same key gets is not shown (Errors); 409 says that the state does not permit it.",
    may: "send it again under its key, and then look at the card, or say that nobody knows",
    mustNot: "send it under another key (client.key.stable)",
    steps: [{ name: "carried out, and the answer is lost", at: atWrite, times: 1, after: () => withhold }],
    choices: choose(["gap.idempotency.replay-response", "409"]),
  },
  {
    id: "odd-secret",
    title: "The client id and its secret hold characters that mean something in a form.",
    lawful:
      "Of which characters they consist is not shown; OAuth 2.0 allows all that can be printed (RFC 6749, appendices A.1 and A.2).",
    may: "encode them for the form in any way that is valid",
    mustNot: "send others (client.token.credentials)",
    steps: [],
    credentialsEnd: "+/=&%~",
  },
  {
    id: "base-path",
    title: "The base URL has a path.",
    lawful: "Addresses are written after {base_url}, and what it consists of is not shown (Endpoints).",
    may: "sign the path with it or without it",
    mustNot: "leave it out of a request (client.path.version)",
    steps: [],
    prefix: "/partner",
  },
  {
    id: "another-time-zone",
    title: "The program runs in the time zone of Kolkata, five and a half hours ahead.",
    lawful: "Unix time is the same everywhere, and a partner's server stands anywhere.",
    may: "do its task as it likes",
    mustNot: "send a timestamp that is off by the difference (client.write.timestamp, client.write.fresh)",
    steps: [],
    timeZone: "Asia/Kolkata",
  },
  {
    id: "clock-ahead",
    title: `The server's clock is ${inWords(within)} fast.`,
    lawful: allowed,
    may: "go by its own clock, or by that of the server",
    mustNot: "send a timestamp that is no Unix time (client.write.timestamp)",
    steps: [],
    clockMs: within * 1000,
  },
  {
    id: "clock-behind",
    title: `The server's clock is ${inWords(within)} slow.`,
    lawful: allowed,
    may: "go by its own clock, or by that of the server",
    mustNot: "send a timestamp that is no Unix time (client.write.timestamp)",
    steps: [],
    clockMs: -within * 1000,
  },
  {
    id: "clock-far-ahead",
    title: `The server's clock is ${inWords(beyond)} fast, so that it takes every timestamp for too old.`,
    lawful: allowed,
    may: "go by the server's clock, or stop with an error",
    mustNot:
      "report the write as done where it was refused (client.claim.no-false-success), or write without bound or pause (client.retry.bounded)",
    steps: [],
    clockMs: beyond * 1000,
  },
];
