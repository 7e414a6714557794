/** Ways in which servers lawfully differ, beyond the answers to open questions. None may be accused. */
import { makeCards } from "../sandbox/cards.ts";
import { choose } from "../sandbox/choices.ts";
import { conformingCards } from "./conforming-cards.ts";
import {
  afterSome,
  businessRule,
  card,
  cards,
  clockOff,
  growing,
  late,
  lostAnswers,
  movingFields,
  nowAndThen,
  replies,
  shortCursors,
  slow,
  withExtraFields,
} from "./conforming-servers.ts";
import { conformingTokens } from "./conforming-tokens.ts";
import type { Variation } from "./variation.ts";

/** Every variation. */
export const variations: readonly Variation[] = [
  ...[0, 1, 2, 3, 9, 10, 11, 12, 20, 30, 61].map(
    (count): Variation => ({
      name: `${count} cards`,
      settings: () => ({ sandbox: { cards: count } }),
      passes: count === 0 ? 20 : 115,
    }),
  ),
  { name: "5000 cards", settings: () => ({ sandbox: { cards: 5000 } }), passes: 115 },
  { name: "a path prefix", settings: () => ({ sandbox: { prefix: "/partner/api" } }), passes: 125 },
  {
    name: "unknown extra fields",
    server: () => replies((reply) => ({ ...reply, body: withExtraFields(reply.body) })),
    passes: 125,
  },
  {
    name: "charset parameters and upper case in content types",
    server: () =>
      replies((reply) => ({
        ...reply,
        headers: { ...reply.headers, "content-type": "Application/JSON; Charset=UTF-8" },
      })),
    passes: 125,
  },
  ...[402, 409, 418, 422, 451].map(
    (status): Variation => ({
      name: `${status} for every refusal without a stated status`,
      server: () =>
        replies((reply, context) => {
          const stated = reply.status === 401 && JSON.stringify(reply.body).includes("has expired");
          const open = reply.status >= 400 && !stated && context.operation !== null;
          return open ? { ...reply, status } : reply;
        }),
      passes: 125,
    }),
  ),
  {
    name: "tokens that live 20 seconds, at 300 ms a request",
    server: () => slow(300, choose(["gap.token.lifetime", "20"])),
    passes: 125,
  },
  {
    name: "tokens that live 20 seconds, at 3 s a request",
    server: () => slow(3000, choose(["gap.token.lifetime", "20"])),
    passes: 60,
  },
  { name: "two seconds a request", server: () => slow(2000), passes: 115 },
  {
    name: "429 now and then, at 300 ms a request",
    server: () => slow(300, choose(["gap.rate-limits", "429"])),
    passes: 125,
  },
  { name: "a clock four minutes ahead", settings: () => clockOff(240_000), passes: 125 },
  { name: "a clock an hour behind", settings: () => clockOff(-3_600_000), passes: 125 },
  {
    name: "no Date header",
    server: () => ({
      wrap: async (request, next) => {
        const response = await next(request);
        response.headers.delete("date");
        return response;
      },
    }),
    passes: 115,
  },
  { name: "cards added while the list is walked", server: () => growing("end"), passes: 60 },
  { name: "cards added at the front while the list is walked", server: () => growing("front"), passes: 60 },
  {
    name: "limits of 0, decimals and blank nicknames",
    server: () =>
      cards(() => [
        ...makeCards(24, 3),
        ...card({ id: "CRD7", nickname: "", availableBalance: 0.1 }, { daily: 0, monthly: 0, atm: 0 }),
      ]),
    passes: 125,
  },
  {
    name: "a daily limit with a fraction",
    server: () =>
      cards(() => [...makeCards(24, 3), ...card({ id: "CRD7" }, { daily: 1000.5, monthly: 9000.25 })]),
    passes: 125,
  },
  {
    name: "balances that move all the time",
    server: () => ({
      sandbox: {
        faults: [
          {
            intercept: ({ state, count }) => {
              for (const one of state.cards) one.availableBalance += count % 3;
              return null;
            },
          },
        ],
      },
    }),
    passes: 125,
  },
  {
    name: "the same token for repeated requests, with less and less to live",
    server: () => {
      const known = new Map<string, string>();
      return {
        wrap: async (request, next) => {
          const body = request.method === "POST" ? await request.clone().text() : null;
          if (body === null) return next(request);
          const again = known.get(body);
          const response = again === undefined ? await next(request) : Response.json(JSON.parse(again));
          if (response.ok && again === undefined) known.set(body, await response.clone().text());
          return response;
        },
        run: { waitMs: 0 },
      };
    },
    passes: 110,
  },
  {
    name: "writes that are to be seen after a second",
    server: () => late(1000),
    passes: 85,
  },
  {
    name: "writes that are to be seen after ten seconds, answered 202",
    server: () =>
      late(10_000, choose(["gap.patch.response", "202-empty"], ["gap.put.response", "202-empty"])),
    passes: 50,
  },
  ...[408, 409, 423, 425].flatMap((status): Variation[] => [
    { name: `${status} now and then for writes`, server: () => nowAndThen(status, "write"), passes: 40 },
    { name: `${status} now and then for reads`, server: () => nowAndThen(status, "read"), passes: 40 },
  ]),
  { name: "500 once for a read", server: () => nowAndThen(500, "read", 30), passes: 40 },
  { name: "500 once for a write", server: () => nowAndThen(500, "write", 60), passes: 40 },
  { name: "fields that nobody knows, and that move all the time", server: () => movingFields(), passes: 125 },
  { name: "403 once for a write", server: () => nowAndThen(403, "write", 60), passes: 40 },
  { name: "403 once for a page", server: () => nowAndThen(403, "read", 30), passes: 40 },
  ...["400", "first-page", "empty-page"].map(
    (answer): Variation => ({
      name: `single-use cursors (${answer}), and answers that are lost`,
      server: () =>
        lostAnswers(choose(["gap.cursor.reuse", "single-use"], ["gap.cursor.invalid", answer]), "GET"),
      passes: 40,
    }),
  ),
  {
    name: "a retry that is refused, and answers to writes that are lost",
    server: () => lostAnswers(choose(["gap.idempotency.replay-response", "409"]), "PATCH"),
    passes: 40,
  },
  {
    name: "somebody else who changes another card all the time",
    server: () => ({
      sandbox: {
        faults: [
          {
            intercept: ({ state, now, count }) => {
              const [other] = state.cards;
              if (other !== undefined) other.limits.monthly = 10_000 + (now % 1000) + count;
              return null;
            },
          },
        ],
      },
    }),
    passes: 100,
  },
  {
    name: "limits that have to be multiples of 50",
    server: () => businessRule((daily) => daily % 50 === 0),
    passes: 60,
  },
  {
    name: "limits that must not be lowered by more than a hundred",
    server: () => businessRule((daily) => daily >= 1400),
    passes: 100,
  },
  {
    name: "twenty changes of a card, and no more",
    server: () => ({ sandbox: { faults: [afterSome(20)] } }),
    passes: 60,
  },
  {
    name: "cursors that live five seconds, at 300 ms a request",
    server: () => shortCursors(slow(300)),
    passes: 110,
  },
  ...conformingTokens,
  ...conformingCards,
];
