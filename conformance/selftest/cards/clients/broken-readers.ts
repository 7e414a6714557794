/** Clients that are wrong in how they read the list, or in what they say of it. */
import { type Broken, brokenMostlyIn, cardsOf, type Swap } from "./ours.ts";
import {
  acting,
  endingAt,
  hearing,
  idempotencyKey,
  isList,
  repeating,
  rowsChanging,
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

const list = rowsChanging(row, isList);
/** Sends a cursor as another text. */
const cursor = (name: string, change: (value: string) => string, scenario?: string): Broken =>
  list(name, "list.verbatim", (sent) => withRawQuery(sent, "cursor", change), scenario);

/** Clients that are wrong about the list, or about repeating a read. */
export const brokenReaders: readonly Broken[] = [
  list("list.begun-with-cursor", "list.start", (sent) => ({
    ...sent,
    url: sent.url.includes("cursor=") ? sent.url : `${sent.url}?cursor=first`,
  })),
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
    acting(isList, ({ send }) => {
      let empty = 0;
      return async (sent) => {
        const answer = await send(sent);
        const body = (await answer.clone().json()) as { cards?: readonly unknown[] };
        if (body.cards?.length === 0) empty += 1;
        return empty < 2 ? answer : Response.json({ ...body, nextCursor: undefined });
      };
    }),
    "empty-middle-pages",
  ),
  cursor("cursor.trimmed", (value) => encodeURIComponent(value.trim()), "odd-cursors"),
  cursor("cursor.normalised", (value) => encodeURIComponent(value.normalize("NFC")), "odd-cursors"),
  row(
    "list.part-when-lost",
    "list.complete",
    acting(
      isList,
      ({ send }) =>
        (sent) =>
          send(sent).catch(() => Response.json({ cards: [] })),
    ),
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
  row("list.403-is-empty", "list.complete", endingAt(403), "refused-list"),
  row("list.404-is-empty", "list.complete", endingAt(404), "refused-404-list"),
  row("list.part-in-an-outage", "list.complete", endingAt(503), "pages-unavailable"),
  cursor("cursor.not-encoded", (value) => value.replaceAll("#", "").replaceAll(" ", "+"), "odd-cursors"),
  cursor("cursor.encoded-twice", (value) => encodeURIComponent(encodeURIComponent(value)), "odd-cursors"),
  cursor("cursor.decoded", (value) => encodeURIComponent(value.replaceAll("%25", "%")), "odd-cursors"),
  cursor("cursor.lower-case", (value) => encodeURIComponent(value.toLowerCase())),
  cursor("cursor.shortened", (value) => encodeURIComponent(value.slice(0, 255)), "odd-cursors"),
  cursor("cursor.without-padding", (value) => encodeURIComponent(value.replace(/=+$/, ""))),
  row(
    "cursor.kept",
    "list.immediate",
    acting(isList, ({ send }) => {
      let kept: string | null = null;
      return (sent) => {
        const own = new URL(sent.url).searchParams.get("cursor");
        kept ??= own;
        return own === null && kept !== null
          ? send({ ...sent, url: `${sent.url}?cursor=${encodeURIComponent(kept)}` })
          : send(sent);
      };
    }),
    "list-twice",
  ),
  list(
    "limit.decimal",
    "list.limit",
    (sent) => withRawQuery(sent, "limit", (value) => `${value}.0`),
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
  row("cursor.death-hidden", "list.dead-cursor", endingAt(400), "cursor-dies"),
  row("cursor.dead-repeated", "list.dead-cursor", repeating(isList, 11, 400), "cursor-dies"),
  list("read.signed", "read.lean", (sent) =>
    withHeaders(sent, { [signature]: "YQ==", [idempotencyKey]: "k" }),
  ),
  row("retry.refused-again", "retry.final", repeating(isList, 1, 403), "refused-list"),
  row("retry.without-bound", "retry.bounded", repeating(isList, 12, 403), "refused-list"),
  row("retry.seconds-ignored", "retry.after", repeating(isList, 1, 503), "busy-seconds"),
  row("retry.date-ignored", "retry.after", repeating(isList, 1, 429), "busy-date"),
];
