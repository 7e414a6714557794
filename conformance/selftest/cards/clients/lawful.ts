/** Clients that keep every rule, as unlike each other as possible; none may be accused. */
import { api } from "../../../../generated/operations.ts";
import type { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import type { Client } from "../../../clients/drive.ts";
import { independentClient } from "./independent.ts";
import { ourClient, type Swap } from "./ours.ts";
import {
  acting,
  changing,
  following,
  hearing,
  idempotencyKey,
  isList,
  isToken,
  isWrite,
  renewingBefore,
  signedAnew,
  timestamp,
  withFields,
  withHeaders,
} from "./wires.ts";

/** A lawful client. */
export interface Lawful {
  readonly name: string;
  readonly clientOf: (clock: VirtualClock) => Client;
}

const row = (name: string, swap: Swap): Lawful => ({ name, clientOf: ourClient(swap) });
const any = () => true;
/** Seconds by which a clock may be off while timestamps are still fresh. */
const within = Math.round(0.8 * api.timestampWindowSeconds);
const shifted = (seconds: number): Swap =>
  changing(isWrite, (sent, workshop) =>
    signedAnew(sent, workshop, { time: String(Number(sent.headers[timestamp]) + seconds) }),
  );
const text = (name: string, change: (body: string) => string): Lawful =>
  row(
    name,
    changing(isWrite, (sent) => ({ ...sent, body: change(sent.body ?? "") })),
  );
const headerNames = (name: string, change: (header: string) => string): Lawful =>
  row(
    name,
    changing(any, (sent) => ({
      ...sent,
      headers: Object.fromEntries(
        Object.entries(sent.headers).map(([header, value]) => [change(header), value]),
      ),
    })),
  );

/** Sends a request again, byte for byte and at once, when no answer comes: as many HTTP libraries do. */
const resending = (times: number): Swap => ({
  send:
    ({ send }) =>
    async (sent) => {
      for (let left = times; ; left -= 1) {
        try {
          return await send(sent);
        } catch (error) {
          if (left === 0) throw error;
        }
      }
    },
});

/** Has one connection, on which one request follows the other: what is done at once is never under way at once. */
const inLine: Swap = {
  send: ({ send }) => {
    let last: Promise<unknown> = Promise.resolve();
    return (sent) => {
      const next = last.then(() => send(sent));
      last = next.catch(() => null);
      return next;
    };
  },
};

/** Keeps the pages that it has read until it writes. */
const keepingPages: Swap = {
  send: ({ send }) => {
    const kept = new Map<string, Response>();
    return async (sent) => {
      if (!isList(sent)) {
        if (isWrite(sent)) kept.clear();
        return send(sent);
      }
      const answer = kept.get(sent.url) ?? (await send(sent));
      if (answer.ok) kept.set(sent.url, answer.clone());
      return answer;
    };
  },
};

/** All of them. */
export const lawfulClients: readonly Lawful[] = [
  row("ours", {}),
  row("gives up at once", { options: { retries: 0 } }),
  row("gives up at once, and says no more than that", {
    options: { retries: 0 },
    claim: ({ result, cards }) => ({ result, cards }),
  }),
  row("patient", { options: { retries: { max: 5, budget: Number.POSITIVE_INFINITY } } }),
  row("hasty", { options: { retries: { max: 2, baseMs: 1, capMs: 2 } } }),
  row("says nothing", { claim: () => ({ result: undefined }) }),
  row("can do nothing but lists", {
    ...acting(isWrite, () => () => Promise.reject(new TypeError("there is no such function"))),
    claim: ({ cards, result }) => ({ result: cards ? result : "unsupported" }),
  }),
  row("one item a page", { step: (step) => (step.do === "list" ? { ...step, limit: 1 } : step) }),
  row("hundred items a page", { step: (step) => (step.do === "list" ? { ...step, limit: 100 } : step) }),
  row("made anew for each task", { isForgetful: true }),
  row(
    "takes every token for short",
    hearing(isToken, (answer, body) =>
      "expires_in" in body ? Response.json({ ...body, expires_in: 1 }, { status: answer.status }) : answer,
    ),
  ),
  row("renews a minute before the end", renewingBefore(60)),
  row("strict about members", { options: { validateResponses: "throw" } }),
  row(
    "scopes in another order",
    changing(isToken, (sent) =>
      withFields(sent, {
        scope: new URLSearchParams(sent.body).get("scope")?.split(" ").reverse().join(" "),
      }),
    ),
  ),
  row(
    "charset in the token request",
    changing(isToken, (sent) =>
      withHeaders(sent, { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }),
    ),
  ),
  headerNames("header names in capitals", (name) => name.toUpperCase()),
  headerNames("header names in small letters", (name) => name.toLowerCase()),
  row(
    "scheme in small letters",
    changing(
      (sent) => !isToken(sent),
      (sent) => withHeaders(sent, { authorization: sent.headers.authorization?.replace("Bearer", "bearer") }),
    ),
  ),
  row(
    "more headers",
    changing(any, (sent) => withHeaders(sent, { accept: "*/*", "x-trace": "1-2" })),
  ),
  row(
    "charset in the body",
    changing(isWrite, (sent) =>
      withHeaders(sent, { "content-type": `${sent.headers["content-type"]}; charset=utf-8` }),
    ),
  ),
  text("numbers with an exponent", (body) => body.replace(/"daily":(\d)000/, '"daily":$1e3')),
  text("numbers with a fraction of nothing", (body) => body.replace(/"daily":(\d+)/, '"daily":$1.0')),
  text("bodies with spaces", (body) => JSON.stringify(JSON.parse(body), null, 4)),
  row(
    "keys that are long",
    changing(isWrite, (sent) =>
      withHeaders(sent, { [idempotencyKey]: `${sent.headers[idempotencyKey]}-`.repeat(5) }),
    ),
  ),
  row("clock that is slow", shifted(-within)),
  row("clock that is fast", shifted(within)),
  row("one request at a time", inLine),
  row("keeps a list that it has read", keepingPages),
  row(
    "each write twice at the same time, under its key",
    acting(isWrite, ({ send }) => async (sent) => {
      const both = [send(sent), send(sent)];
      await Promise.allSettled(both);
      return Promise.any(both);
    }),
  ),
  row("takes an empty success for something that nobody knows", {
    options: { retries: 0 },
    ...hearing(isWrite, (answer) => {
      if (answer.ok && answer.body === null) throw new TypeError("an empty answer");
      return answer;
    }),
  }),
  row(
    "follows redirects, and leaves its token out",
    following(({ authorization: _, Authorization: __, ...headers }) => headers),
  ),
  row("library that sends again once", resending(1)),
  row("library that sends again three times", resending(3)),
  { name: "independent", clientOf: independentClient },
];
