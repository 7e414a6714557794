/** Conforming servers that differ from the sandbox beyond answers to open questions. None may fail a check. */
import { operations, type Pagination } from "../../../generated/operations.ts";
import { cardsOf } from "../../sandbox/cards/index.ts";
import { choose } from "../../sandbox/choices.ts";
import { beforeEach, clockOff, refusing, taking, type Variation, varies } from "../variation.ts";
import { movingCards, otherCards } from "./moving-cards.ts";
import {
  afterSome,
  boundCursors,
  businessRule,
  late,
  lostAnswers,
  movingFields,
  newestCursors,
  nowAndThen,
  refusedWith,
  replies,
  shortCursors,
  turnedRound,
  withExtraFields,
  withoutDate,
} from "./servers.ts";
import { otherTokens, sameToken } from "./tokens.ts";

const shortTokens = { choices: choose(["gap.token.lifetime", "20"]) };
const accepted = choose(["gap.patch.response", "202-empty"], ["gap.put.response", "202-empty"]);

/** Every variation. */
export const variations: readonly Variation[] = [
  ...[0, 1, 2, 3, 9, 10, 11, 12, 20, 30, 61, 5000].map((cards) =>
    varies(`${cards} cards`, cards === 0 ? 20 : 115, () => ({ sandbox: { cards } })),
  ),
  varies("a path prefix", 125, () => ({ sandbox: { prefix: "/partner/api" } })),
  varies("unknown extra fields", 125, () =>
    replies((reply) => ({ ...reply, body: withExtraFields(reply.body) })),
  ),
  varies("members in another order than they were written in", 125, turnedRound),
  varies("charset parameters and upper case in content types", 125, () =>
    replies((reply) => ({
      ...reply,
      headers: { ...reply.headers, "content-type": "Application/JSON; Charset=UTF-8" },
    })),
  ),
  varies("a refusal of more items than there are on a page by default", 110, () =>
    refusing(({ operation, request }) => {
      const { pageSize } = operations.listCards.paginated as Pagination;
      if (operation !== "listCards" || pageSize === null) return false;
      return Number(request.query.get(pageSize.parameter)) > pageSize.default;
    }),
  ),
  ...[402, 409, 418, 422, 451].map((status) =>
    varies(`${status} for every refusal without a stated status`, 125, () => refusedWith(status)),
  ),
  varies("tokens that live 20 seconds, at 300 ms a request", 125, () => taking(300, shortTokens)),
  varies("tokens that live 20 seconds, at 3 s a request", 60, () => taking(3000, shortTokens)),
  varies("two seconds a request", 115, () => taking(2000)),
  varies("429 now and then, at 300 ms a request", 125, () =>
    taking(300, { choices: choose(["gap.rate-limits", "429"]) }),
  ),
  varies("a clock four minutes ahead", 125, () => clockOff(240_000)),
  varies("a clock an hour behind", 125, () => clockOff(-3_600_000)),
  varies("no Date header", 115, withoutDate),
  ...otherCards,
  varies("the same token for repeated requests, with less and less to live", 110, sameToken),
  varies("writes that are to be seen after a second", 85, () => late(1000)),
  varies("writes that are to be seen after ten seconds, answered 202", 50, () => late(10_000, accepted)),
  ...[408, 409, 423, 425].flatMap((status) => [
    varies(`${status} now and then for writes`, 40, () => nowAndThen(status, "write")),
    varies(`${status} now and then for reads`, 40, () => nowAndThen(status, "read")),
  ]),
  varies("500 once for a read", 40, () => nowAndThen(500, "read", 30)),
  varies("500 once for a write", 40, () => nowAndThen(500, "write", 60)),
  varies("fields that nobody knows, and that move all the time", 125, movingFields),
  varies("403 once for a write", 40, () => nowAndThen(403, "write", 60)),
  varies("403 once for a page", 40, () => nowAndThen(403, "read", 30)),
  ...["400", "first-page", "empty-page"].map((answer) =>
    varies(`single-use cursors (${answer}), and answers that are lost`, 40, () =>
      lostAnswers(choose(["gap.cursor.reuse", "single-use"], ["gap.cursor.invalid", answer]), "GET"),
    ),
  ),
  varies("a retry that is refused, and answers to writes that are lost", 40, () =>
    lostAnswers(choose(["gap.idempotency.replay-response", "409"]), "PATCH"),
  ),
  varies("somebody else who changes another card all the time", 100, () =>
    beforeEach(({ state, now, count }) => {
      const [other] = cardsOf(state);
      if (other !== undefined) other.limits.monthly = 10_000 + (now % 1000) + count;
    }),
  ),
  varies("limits that have to be multiples of 50", 60, () => businessRule((daily) => daily % 50 === 0)),
  varies("limits that must not be lowered by more than a hundred", 95, () =>
    businessRule((daily) => daily >= 1400),
  ),
  varies("twenty changes of a card, and no more", 60, () => afterSome(20)),
  varies("cursors that serve their token alone", 120, () =>
    boundCursors(({ headers }) => headers.get("authorization")?.split(" ").at(-1) ?? null),
  ),
  varies("cursors that serve their size of pages alone", 120, () =>
    boundCursors(({ query }) => query.get("limit")),
  ),
  varies("cursors of which only the newest works", 100, newestCursors),
  varies("cursors that live five seconds, at 300 ms a request", 110, shortCursors),
  ...otherTokens,
  ...movingCards,
];
