/**
 * Adversity that does not end. How long a client tries is its own affair: such weather asks what it says when it has
 * given up, and that it does give up.
 */
import { refuse } from "../../sandbox/refuse.ts";
import { json } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { type Step, type Weather, withhold } from "../weather.ts";
import {
  atCall,
  atList,
  atToken,
  atWrite,
  gatewayPage,
  momentMs,
  numberOfWrite,
  refuseLogin,
} from "./points.ts";

const closing =
  "A server or a network may be out of order for longer than a client has patience (RFC 9112, section 9.3.1).";
const unavailable = "Any server may be unavailable, for as long as it takes (RFC 9110, section 15.6.4).";

/** A step that acts on every such request, from the first one on. */
const always = (step: Omit<Step, "times">): readonly Step[] => [{ ...step, times: Number.POSITIVE_INFINITY }];

const unprocessable =
  "Which requests are refused otherwise is not shown; 422 refuses what it holds (RFC 9110, section 15.5.21).";

/** How long an answer takes that comes late, in milliseconds: less than most clients wait. */
const lateMs = 6000;

/** Statuses with which a call may be refused, with the words for them. */
const refusals = [
  [403, "Forbidden", "403 refuses one that is understood (RFC 9110, section 15.5.4)"],
  [404, "NotFound", "404 says that there is nothing (RFC 9110, section 15.5.5)"],
  [409, "Conflict", "409 says that the state does not permit it (RFC 9110, section 15.5.10)"],
  [422, "Unprocessable", "422 refuses what it holds (RFC 9110, section 15.5.21)"],
] as const;

/** An answer that refuses a call as specified. */
export const refusedWith = (status: number, type: string) => () => ({
  ...json(status, { message: "This is not permitted.", type }),
  problem: {
    condition: status === 403 ? "forbidden" : "refused",
    message: `The weather refuses it with ${status}.`,
  },
});

/** The kinds. */
export const outageWeathers: readonly Weather[] = [
  ...refusals.map(
    ([status, type, meaning]): Weather => ({
      id: status === 403 ? "refused" : `refused-${status}`,
      title: `Every call is refused with ${status}.`,
      ...(status === 409 ? {} : { looksLike: ["list.request"] }),
      lawful: `Which requests are refused otherwise is not shown; ${meaning}.`,
      may: "stop with an error",
      mustNot:
        status === 409
          ? "try again without bound or pause (client.retry.bounded), or report a write as done (client.claim.no-false-success)"
          : "send the same again (client.retry.final), or report a write as done (client.claim.no-false-success)",
      steps: always({ name: `refused with ${status}`, at: atCall, before: refusedWith(status, type) }),
    }),
  ),
  ...(["first", "second"] as const).map(
    (which, index): Weather => ({
      id: `${which}-write-refused`,
      title: `The ${which} write is refused with 422, and every other answer takes long.`,
      lawful: unprocessable,
      may: "stop with an error, or go on with what else there is to do",
      mustNot: `report it as done because another one was (client.claim.no-false-success)${index === 0 ? ", or send another write under its key (client.key.same-write)" : ""}`,
      steps: [
        {
          name: "refused with 422",
          // Its repetition holds the same, and is refused as well.
          at: (context) => numberOfWrite(context) === index,
          times: Number.POSITIVE_INFINITY,
          before: refusedWith(422, "Unprocessable"),
        },
      ],
      answersMs: [momentMs, 4 * momentMs],
    }),
  ),
  ...(["first", "second"] as const).map(
    (which, index): Weather => ({
      id: `${which}-write-lost`,
      title: `The ${which} write is lost before it is carried out, however often it is sent; others are not.`,
      lawful: closing,
      may: "send it again under its key, and say that nobody knows",
      mustNot: `report it as done${index === 0 ? " (client.claim.no-false-success), or send another write under its key (client.key.same-write)" : " because the one before was (client.claim.no-false-success)"}`,
      steps: always({
        name: "not carried out, and the answer is lost",
        at: (context) => numberOfWrite(context) === index,
        before: () => withhold,
      }),
    }),
  ),
  {
    id: "write-refused-late",
    isLong: true,
    title: `The first write is refused with 422, after ${lateMs / 1000} seconds; the next one is carried out.`,
    lawful: `${unprocessable} No time is shown in which a request is answered.`,
    may: "wait for the answer, or end the wait after a time of its own",
    mustNot:
      "report it as done before it is answered (client.claim.no-false-success), or take its answer for that to the next one (client.claim.no-false-failure)",
    steps: always({
      name: "refused with 422",
      at: (context) => numberOfWrite(context) === 0,
      before: refusedWith(422, "Unprocessable"),
    }),
    answersMs: [0, lateMs],
  },
  {
    id: "login-refused",
    title: "Every token request is refused with 401.",
    lawful:
      "Credentials may be wrong or withdrawn; the error of a token request is that of OAuth 2.0 (RFC 6749, section 5.2).",
    may: "stop with an error",
    mustNot:
      "go on asking (client.token.bounded), or report a list that it does not have (client.list.complete)",
    steps: always({ name: "the client is refused a token", at: atToken, before: refuseLogin }),
  },
  {
    id: "token-always-refused",
    title: "Every token is refused, and new ones are issued.",
    lawful: "A token may be invalid (Errors, row 401), for example because the partner is blocked.",
    may: "try once more with a new token, and stop with an error",
    mustNot: "go on asking for tokens (client.token.bounded)",
    looksLike: ["list.request", "token.fresh"],
    steps: always({
      name: "the token is refused",
      at: atCall,
      before: (context: RequestContext) =>
        refuse(context, "token.unknown", "The access token is invalid or has expired."),
    }),
  },
  {
    id: "write-answers-never-arrive",
    title: "Every write is carried out, and its answer is lost, however often it is sent.",
    lawful: closing,
    may: "send it again under its key, look at the card, and say that nobody knows",
    mustNot:
      "send it again under another key (client.key.stable), or say that it was not carried out (client.claim.no-false-failure)",
    steps: always({ name: "carried out, and the answer is lost", at: atWrite, after: () => withhold }),
  },
  {
    id: "writes-never-arrive",
    title: "Every write is lost before it is carried out, however often it is sent.",
    lawful: closing,
    may: "send it again under its key, look at the card, and say that nobody knows",
    mustNot: "report it as done (client.claim.no-false-success)",
    steps: always({ name: "not carried out, and the answer is lost", at: atWrite, before: () => withhold }),
  },
  {
    id: "writes-unavailable",
    title: "Every write is answered with 503 and a page in HTML, and none is carried out.",
    lawful: unavailable,
    may: "try again after a pause, and stop with an error",
    mustNot:
      "try again without bound or pause (client.retry.bounded), or report it as done (client.claim.no-false-success)",
    steps: always({ name: "answered with 503", at: atWrite, before: () => gatewayPage(503) }),
  },
  ...(
    [
      [503, "pages-unavailable", "503 and a page in HTML", unavailable],
      [
        429,
        "pages-limited",
        "429 and a page in HTML",
        "No limit of the rate is shown (RFC 6585, section 4).",
      ],
    ] as const
  ).map(
    ([status, id, words, lawful]): Weather => ({
      id,
      title: `From the second page on, every page is answered with ${words}.`,
      lawful,
      may: "try again after a pause, and stop with an error",
      mustNot:
        "try again without bound or pause (client.retry.bounded), or call the part it has a list (client.list.complete)",
      steps: always({
        name: `answered with ${status}`,
        at: atList,
        skip: 1,
        before: () => gatewayPage(status),
      }),
    }),
  ),
  {
    id: "pages-never-arrive",
    title: "From the second page on, every page is lost.",
    lawful: closing,
    may: "ask again, and stop with an error",
    mustNot:
      "ask again without bound or pause (client.retry.bounded), or call the part it has a list (client.list.complete)",
    steps: always({ name: "the page is lost", at: atList, skip: 1, after: () => withhold }),
  },
  {
    id: "tokens-unavailable",
    title: "Every token request is answered with 503 and a page in HTML.",
    lawful: unavailable,
    may: "try again after a pause, and stop with an error",
    mustNot:
      "try again without bound or pause (client.retry.bounded), or report a write as done (client.claim.no-false-success)",
    steps: always({ name: "answered with 503", at: atToken, before: () => gatewayPage(503) }),
  },
];
