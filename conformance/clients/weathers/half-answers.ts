/** Answers that break off, and others that come in their place with a status of success. */
import { cut, type Weather } from "../weather.ts";
import { atList, atToken, atWrite, gatewayPage, otherJson } from "./points.ts";

const breaking = "A connection may end within an answer, which is incomplete then (RFC 9112, section 8).";
const replacing =
  "What stands between client and service may answer in its place, and not always with an error (RFC 6585, section 6).";

/** The kinds. */
export const halfAnswerWeathers: readonly Weather[] = [
  {
    id: "page-cut",
    title: "The second page of the list breaks off in the middle.",
    lawful: breaking,
    may: "ask for the page again, begin anew, or stop with an error",
    mustNot: "call the part it has a list (client.list.complete)",
    steps: [{ name: "the page breaks off", at: atList, skip: 1, times: 1, after: () => cut }],
  },
  {
    id: "write-answer-cut",
    title: "The first write is carried out, and its answer breaks off in the middle.",
    lawful: breaking,
    may: "take its status for the answer, send it again under its key, look at the card, or say that nobody knows",
    mustNot: "send it again under another key (client.key.stable)",
    steps: [{ name: "carried out, and the answer breaks off", at: atWrite, times: 1, after: () => cut }],
  },
  {
    id: "token-replaced",
    title: "The first token request is answered with 200 and a page in HTML.",
    lawful: replacing,
    may: "ask for a token again, or stop with an error",
    mustNot: "call without a token that was issued (client.bearer.header)",
    steps: [{ name: "a page in HTML", at: atToken, times: 1, before: () => gatewayPage(200) }],
  },
  {
    id: "token-left-out",
    title: "The first token request is answered with 200 and JSON without a token.",
    lawful: replacing,
    may: "ask for a token again, or stop with an error",
    mustNot: "call without a token that was issued (client.bearer.header)",
    looksLike: ["token.request"],
    steps: [{ name: "JSON without a token", at: atToken, times: 1, before: otherJson }],
  },
];
