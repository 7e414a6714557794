/** Clients that are right where most look: on the second page, with the first limit, at the first end of a token. */
import { type Broken, brokenIn as row, type Sent, type Step } from "./ours.ts";
import {
  acting,
  changing,
  freshKey,
  hearing,
  idempotencyKey,
  isList,
  isToken,
  isWrite,
  withHeaders,
} from "./wires.ts";

const isFirstPage = ({ url }: Sent) => !new URL(url).searchParams.has("cursor");

/** Has a second token, and never another one. */
const renewingOnce = acting(isToken, ({ send }) => {
  const kept: Response[] = [];
  return async (sent) => {
    const [, second] = kept;
    if (second !== undefined) return second.clone();
    const answer = await send(sent);
    kept.push(answer.clone());
    return answer;
  };
});

/** Adds the cursor to an address that it has used before. */
const addingTheCursor = acting(isList, ({ send }) => {
  const sent = new Set<string>();
  return (page) => {
    const isAgain = sent.has(page.url);
    sent.add(page.url);
    const cursor = new URL(page.url).searchParams.get("cursor");
    return send(
      isAgain && cursor !== null
        ? { ...page, url: `${page.url}&cursor=${encodeURIComponent(cursor)}` }
        : page,
    );
  };
});

/** Takes a page for the end that begins with a card which it has seen. */
const endingAtAKnownCard = acting(isList, ({ send }) => {
  const known = new Set<string>();
  return async (sent) => {
    const answer = await send(sent);
    const { cards = [] } = (await answer.clone().json()) as { cards?: readonly { readonly id: string }[] };
    const isKnown = known.has(cards[0]?.id ?? "");
    for (const { id } of cards) known.add(id);
    return isKnown ? Response.json({ cards: [] }) : answer;
  };
});

/** Where a write is lost, sends the last other one again: whichever of them arrives first may be the one that is lost. */
const sendingTheLastAgain = acting(isWrite, ({ send }) => {
  const all: Sent[] = [];
  return (sent) => {
    all.push(sent);
    return send(sent).catch(() => send(all.findLast((one) => one !== sent) ?? sent));
  };
});

/** Where each client has stopped in the list, by its secret: what it has on its disk. */
const bookmarks = new Map<string, string>();

/** Begins a list where it has stopped in the one before. */
const goingOn = acting(isList, ({ place, send }) => async (sent) => {
  const at = bookmarks.get(place.clientSecret);
  const answer = await send(isFirstPage(sent) && at !== undefined ? { ...sent, url: at } : sent);
  bookmarks.set(place.clientSecret, sent.url);
  const { nextCursor } = (await answer.clone().json()) as { nextCursor?: string };
  if (answer.ok && nextCursor === undefined) bookmarks.delete(place.clientSecret);
  return answer;
});

/** The writes that were not answered, by the client's secret: what it has on its disk. */
const outboxes = new Map<string, Sent>();

/** Sends what was not answered before its next write, under a key of its own. */
const emptyingItsOutbox = acting(isWrite, ({ place, send }) => async (sent) => {
  const left = outboxes.get(place.clientSecret);
  if (left !== undefined && left.body !== sent.body) {
    outboxes.delete(place.clientSecret);
    await send(withHeaders(left, { [idempotencyKey]: freshKey() })).catch(() => null);
  }
  outboxes.set(place.clientSecret, sent);
  const answer = await send(sent);
  outboxes.delete(place.clientSecret);
  return answer;
});

const isOfDaily = ({ limits = {} }: Step) => Object.hasOwn(limits, "daily");
const issued = { access_token: "undefined", token_type: "Bearer", expires_in: 3600 };

/** They are found where something usual happens at another place. */
export const brokenElsewhere: readonly Broken[] = [
  row("token.renewed-once", "token.renew", "token-ends-before-write", renewingOnce),
  row(
    "token.of-a-refusal",
    "bearer.header",
    "token-ends-in-list-then-no-token",
    hearing(isToken, (answer) => (answer.status === 401 ? Response.json(issued) : answer)),
  ),
  row(
    "path.from-the-root",
    "path.version",
    "base-path",
    changing(isList, (sent, { place: { weather } }) => ({
      ...sent,
      url: sent.url.replace(weather.prefix ?? "", ""),
    })),
  ),
  row(
    "secret.id-not-encoded",
    "token.credentials",
    "odd-secret",
    changing(isToken, (sent) => ({
      ...sent,
      body: (sent.body ?? "").replace(/client_id=[^&]*/, (field) => decodeURIComponent(field)),
    })),
  ),
  row(
    "cursor.in-a-plain-object",
    "list.complete",
    "odd-cursors",
    hearing(isList, (answer, body) =>
      String(body.nextCursor) in {} ? Response.json({ ...body, nextCursor: null }) : answer,
    ),
  ),
  row(
    "token.of-other-json",
    "bearer.header",
    "token-left-out",
    hearing(isToken, (answer, body) =>
      answer.ok && body.access_token === undefined ? Response.json(issued) : answer,
    ),
  ),
  row(
    "secret.in-a-header",
    "token.credentials",
    "calm-list",
    changing(isList, (sent, { place }) => withHeaders(sent, { "x-client-secret": place.clientSecret })),
  ),
  row(
    "list.other-json-is-empty",
    "list.complete",
    "page-replaced",
    hearing(isList, (answer, body) =>
      answer.ok && answer.headers.get("content-type") !== "text/html" && body.cards === undefined
        ? Response.json({ cards: [] })
        : answer,
    ),
  ),
  ...[
    ["claim.rejected-after-500-and-403", "write-failed-then-refused"],
    ["claim.rejected-after-loss-and-422", "write-answer-lost-then-unprocessable"],
    ["claim.rejected-after-loss-and-302", "write-answer-lost-then-redirected"],
  ].map(([name = "", scenario = ""]) =>
    row(name, "claim.no-false-failure", scenario, {
      // Within the second, so that it is the same byte for byte: a library that sends again by itself does so at once.
      options: { retries: { baseMs: 800 } },
      claim: (own) => (own.result === "error" ? { result: "error", outcome: "rejected" } : own),
    }),
  ),
  row("cursor.twice", "list.verbatim", "page-lost", addingTheCursor),
  row(
    "list.html-first-is-empty",
    "list.complete",
    "page-replaced",
    hearing(isList, (answer, _, sent) =>
      isFirstPage(sent) && answer.headers.get("content-type") === "text/html"
        ? Response.json({ cards: [] })
        : answer,
    ),
  ),
  row(
    "list.ends-on-empty-page-with-limit",
    "list.empty-page",
    "empty-middle-pages",
    hearing(isList, (answer, body, { url }) =>
      url.includes("limit=") && Array.isArray(body.cards) && body.cards.length === 0
        ? Response.json({ cards: [] })
        : answer,
    ),
  ),
  row("list.ends-at-a-known-card", "list.complete", "list-grows-in-front", endingAtAKnownCard),
  row("key.new-at-the-next-start", "key.stable", "started-again-after-a-loss", emptyingItsOutbox),
  row("write.last-again", "claim.no-false-success", "one-of-writes-at-once-lost", sendingTheLastAgain),
  row("cursor.kept-for-next-start", "list.complete", "page-refused-before-next-start", goingOn),
  row("claim.looks-at-daily-alone", "claim.no-false-success", "writes-never-arrive", {
    claim: (own, step) => (own.outcome === "unknown" && !isOfDaily(step) ? { result: "ok" } : own),
  }),
  row("claim.put-is-done-at-409", "claim.no-false-success", "put-write-lost-then-conflict", {
    claim: (own, { do: verb }) => (own.result === "error" && verb === "put" ? { result: "ok" } : own),
  }),
  row("claim.unsupported-when-unknown", "claim.no-false-failure", "write-answers-never-arrive", {
    claim: (own) => (own.outcome === "unknown" ? { result: "unsupported" } : own),
  }),
];
