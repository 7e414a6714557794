/** Clients that are wrong in how they read the list, or in what they say of it. */
import { type Broken, brokenMostlyIn, type Outcome, type Swap } from "./ours.ts";
import {
  changing,
  hearing,
  idempotencyKey,
  isList,
  repeating,
  signature,
  withHeaders,
  withRawQuery,
} from "./wires.ts";

const row = brokenMostlyIn("calm-list");

/** Without the cursor, where `isLast` says that the page is the last. */
const ending = (isLast: (body: { cards?: readonly unknown[] }) => boolean): Swap =>
  hearing(isList, (answer, body) =>
    isLast(body) ? Response.json({ ...body, nextCursor: undefined }, { status: answer.status }) : answer,
  );

const cursor = (change: (value: string) => string): Swap =>
  changing(isList, (sent) => withRawQuery(sent, "cursor", change));

const cardsOf = ({ cards }: Outcome) => (Array.isArray(cards) ? (cards as string[]) : []);
const refused = ({ status }: Response) => status === 400;

/** Says that a list has no more items once it is answered with this status. */
const partAfter = (status: number): Swap =>
  hearing(isList, (answer) => (answer.status === status ? Response.json({ cards: [] }) : answer));

/** Clients that are wrong about the list, or about repeating a read. */
export const brokenReaders: readonly Broken[] = [
  row(
    "list.begun-with-cursor",
    "list.start",
    changing(isList, (sent) => ({
      ...sent,
      url: sent.url.includes("cursor=") ? sent.url : `${sent.url}?cursor=first`,
    })),
  ),
  row(
    "list.first-page-only",
    "list.follow",
    ending(() => true),
  ),
  row(
    "list.ends-on-empty-page",
    "list.empty-page",
    ending(({ cards }) => cards?.length === 0),
    "empty-middle-page",
  ),
  row(
    "list.ends-on-short-page",
    "list.follow",
    ending(({ cards = [] }) => cards.length > 0 && cards.length < 10),
    "short-page",
  ),
  row(
    "list.ends-on-second-empty-page",
    "list.empty-page",
    {
      send: ({ send }) => {
        let empty = 0;
        return async (sent) => {
          const answer = await send(sent);
          if (!isList(sent)) return answer;
          const body = (await answer.clone().json()) as { cards?: readonly unknown[] };
          if (body.cards?.length === 0) empty += 1;
          return empty < 2 ? answer : Response.json({ ...body, nextCursor: undefined });
        };
      },
    },
    "empty-middle-pages",
  ),
  row(
    "cursor.trimmed",
    "list.verbatim",
    cursor((value) => encodeURIComponent(value.trim())),
    "odd-cursors",
  ),
  row(
    "cursor.normalised",
    "list.verbatim",
    cursor((value) => encodeURIComponent(value.normalize("NFC"))),
    "odd-cursors",
  ),
  row(
    "list.part-when-lost",
    "list.complete",
    {
      send:
        ({ send }) =>
        (sent) =>
          isList(sent) ? send(sent).catch(() => Response.json({ cards: [] })) : send(sent),
    },
    "pages-never-arrive",
  ),
  row(
    "list.ids-as-numbers",
    "list.complete",
    {
      claim: (outcome) => ({ ...outcome, cards: cardsOf(outcome).map((id) => `CRD${Number(id.slice(3))}`) }),
    },
    "odd-items",
  ),
  row(
    "list.ids-of-six-digits",
    "list.complete",
    { claim: (outcome) => ({ ...outcome, cards: cardsOf(outcome).filter((id) => id.length === 9) }) },
    "odd-items",
  ),
  row("list.403-is-empty", "list.complete", partAfter(403), "refused-list"),
  row("list.404-is-empty", "list.complete", partAfter(404), "refused-404-list"),
  row("list.part-in-an-outage", "list.complete", partAfter(503), "pages-unavailable"),
  row(
    "cursor.not-encoded",
    "list.verbatim",
    cursor((value) => value.replaceAll("#", "").replaceAll(" ", "+")),
    "odd-cursors",
  ),
  row(
    "cursor.encoded-twice",
    "list.verbatim",
    cursor((value) => encodeURIComponent(encodeURIComponent(value))),
    "odd-cursors",
  ),
  row(
    "cursor.decoded",
    "list.verbatim",
    cursor((value) => encodeURIComponent(value.replaceAll("%25", "%"))),
    "odd-cursors",
  ),
  row(
    "cursor.lower-case",
    "list.verbatim",
    cursor((value) => encodeURIComponent(value.toLowerCase())),
  ),
  row(
    "cursor.shortened",
    "list.verbatim",
    cursor((value) => encodeURIComponent(value.slice(0, 255))),
    "odd-cursors",
  ),
  row(
    "cursor.without-padding",
    "list.verbatim",
    cursor((value) => encodeURIComponent(value.replace(/=+$/, ""))),
  ),
  row(
    "cursor.kept",
    "list.immediate",
    {
      send: ({ send }) => {
        let kept: string | null = null;
        return async (sent) => {
          if (!isList(sent)) return send(sent);
          const own = new URL(sent.url).searchParams.get("cursor");
          kept ??= own;
          return own === null && kept !== null
            ? send({ ...sent, url: `${sent.url}?cursor=${encodeURIComponent(kept)}` })
            : send(sent);
        };
      },
    },
    "list-twice",
  ),
  row(
    "limit.decimal",
    "list.limit",
    changing(isList, (sent) => withRawQuery(sent, "limit", (value) => `${value}.0`)),
    "small-pages",
  ),
  row("list.last-page-reported", "list.complete", {
    claim: (outcome) => ({ ...outcome, cards: cardsOf(outcome).slice(-5) }),
  }),
  row("list.invented", "list.complete", {
    claim: (outcome) => ({ ...outcome, cards: [...cardsOf(outcome), "CRD1"] }),
  }),
  row("list.doubled", "list.no-duplicates", {
    claim: (outcome) => ({ ...outcome, cards: [...cardsOf(outcome), ...cardsOf(outcome)] }),
  }),
  row(
    "cursor.death-hidden",
    "list.dead-cursor",
    hearing(isList, (answer) => (refused(answer) ? Response.json({ cards: [] }) : answer)),
    "cursor-dies",
  ),
  row("cursor.dead-repeated", "list.dead-cursor", repeating(isList, 11, refused), "cursor-dies"),
  row(
    "read.signed",
    "read.lean",
    changing(isList, (sent) => withHeaders(sent, { [signature]: "YQ==", [idempotencyKey]: "k" })),
  ),
  row(
    "retry.refused-again",
    "retry.final",
    repeating(isList, 1, ({ status }) => status === 403),
    "refused-list",
  ),
  row(
    "retry.without-bound",
    "retry.bounded",
    repeating(isList, 12, ({ status }) => status === 403),
    "refused-list",
  ),
  row(
    "retry.seconds-ignored",
    "retry.after",
    repeating(isList, 1, ({ status }) => status === 503),
    "busy-seconds",
  ),
  row(
    "retry.date-ignored",
    "retry.after",
    repeating(isList, 1, ({ status }) => status === 429),
    "busy-date",
  ),
];
