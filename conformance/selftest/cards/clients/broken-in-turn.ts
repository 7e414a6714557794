/** Clients that are wrong only after a second adversity, after an earlier write, or beside another one. */
import { type Broken, rejecting, brokenIn as row, type Swap, saying } from "./ours.ts";
import {
  acting,
  endingAt,
  freshKey,
  hearing,
  idempotencyKey,
  isList,
  isPut,
  isToken,
  isWrite,
  signature,
  signedAnew,
  timestamp,
  withHeaders,
} from "./wires.ts";

/** Has one key for each path, until a write there was a success. */
const keyOfThePath = acting(isWrite, ({ send }) => {
  const keys = new Map<string, string>();
  return async (sent) => {
    const key = keys.get(sent.url) ?? freshKey();
    keys.set(sent.url, key);
    const answer = await send(withHeaders(sent, { [idempotencyKey]: key }));
    if (answer.ok) keys.delete(sent.url);
    return answer;
  };
});

/** Makes a write anew, key and all, once it was answered with this status. */
const newKeyAfter = (status: number) =>
  acting(isWrite, ({ send }) => {
    const keys = new Map<string, string>();
    return async (sent) => {
      const own = sent.headers[idempotencyKey] ?? "";
      const answer = await send(withHeaders(sent, { [idempotencyKey]: keys.get(own) ?? own }));
      if (answer.status === status) keys.set(own, freshKey());
      return answer;
    };
  });

/** Remembers signatures by path and second. */
const signatureOfTheSecond = acting(isWrite, ({ send }) => {
  const made = new Map<string, string>();
  return (sent) => {
    const name = `${sent.url} ${sent.headers[timestamp]}`;
    const known = made.get(name) ?? sent.headers[signature] ?? "";
    made.set(name, known);
    return send(withHeaders(sent, { [signature]: known }));
  };
});

/** Shares the answer of a write with those that come to the same card soon after it. */
const sharing = acting(isWrite, ({ send }) => {
  const sent = new Map<string, Promise<Response>>();
  return async (write) => {
    const name = `${write.method} ${write.url}`;
    const own = sent.get(name) ?? send(write);
    sent.set(name, own);
    return (await own).clone();
  };
});

/** Leaves out a PATCH to the daily limit that the list has shown last. */
const leavingOut: Swap = {
  send: ({ send }) => {
    const read = new Map<string, unknown>();
    return async (sent) => {
      if (isWrite(sent)) {
        const id = sent.url.split("/").at(-2) ?? "";
        const { daily } = JSON.parse(sent.body ?? "{}") as { daily?: unknown };
        return read.get(id) === daily ? new Response(null, { status: 204 }) : send(sent);
      }
      const answer = await send(sent);
      if (!isList(sent) || !answer.ok) return answer;
      const { cards = [] } = (await answer.clone().json()) as {
        cards?: { readonly id: string; readonly limits: { readonly daily: number } }[];
      };
      for (const { id, limits } of cards) read.set(id, limits.daily);
      return answer;
    };
  },
};

/** Sends again what was refused for its token, as it was, where another call is getting a new one. */
const queueing = acting(isWrite, ({ send }) => {
  let first = "";
  return (sent) => {
    const { authorization = "" } = sent.headers;
    if (first === "") first = authorization;
    const isFirstCard = sent.url.includes("100001");
    return send(isFirstCard ? sent : withHeaders(sent, { authorization: first }));
  };
});

/** Sends the third attempt of a PUT as a PATCH of the same. */
const fallingBack = acting(isPut, (workshop) => {
  const attempts = new Map<string, number>();
  return async (sent) => {
    const key = sent.headers[idempotencyKey] ?? "";
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    if (attempt < 3) return workshop.send(sent);
    const patch = withHeaders(
      { ...sent, method: "PATCH" },
      { "content-type": "application/merge-patch+json" },
    );
    return workshop.send(await signedAnew(patch, workshop, {}));
  };
});

/** What each client has on its disk: the answer to its first token request. */
const disks = new Map<string, string>();

/** Begins with the token on its disk, which it writes there once. */
const keptOnDisk = acting(isToken, ({ place, send }) => {
  let isFirst = true;
  return async (sent) => {
    const kept = isFirst ? disks.get(place.clientSecret) : undefined;
    isFirst = false;
    if (kept !== undefined) return new Response(kept, { headers: { "content-type": "application/json" } });
    const answer = await send(sent);
    if (!disks.has(place.clientSecret)) disks.set(place.clientSecret, await answer.clone().text());
    return answer;
  };
});

/** Leaves out a card whose last digits another one has. */
const distinctByDigits = hearing(isList, (answer, body) => {
  const cards = (body.cards ?? []) as { readonly last4: string }[];
  const isFirst = (card: { readonly last4: string }, index: number) =>
    cards.findIndex(({ last4 }) => last4 === card.last4) === index;
  return answer.ok ? Response.json({ ...body, cards: cards.filter(isFirst) }) : answer;
});

const refused = { outcome: "rejected", status: 422 } as const;

/** They do one thing right. */
export const brokenInTurn: readonly Broken[] = [
  row("key.of-the-path-until-success", "key.same-write", "first-write-refused", keyOfThePath),
  row("key.new-after-401", "key.stable", "write-answer-lost-then-token-ends", newKeyAfter(401)),
  row(
    "claim.failed-after-loss-and-403",
    "claim.no-false-failure",
    "write-answer-lost-then-refused",
    // Within the second, so that it is the same byte for byte: a library that sends again by itself does so at once.
    rejecting({ retries: { baseMs: 800 } }),
  ),
  row("signature.of-the-second", "write.signature", "several-limits", signatureOfTheSecond),
  row("write.shared", "claim.no-false-success", "writes-at-once-to-one-card", sharing),
  row("write.left-out", "claim.no-false-success", "back-to-what-was-read", leavingOut),
  row(
    "claim.ok-beside-a-success",
    "claim.no-false-success",
    "one-of-writes-at-once-refused",
    saying(422, { result: "ok" }),
  ),
  row("claim.ok-before-the-answer", "claim.no-false-success", "write-refused-late", {
    claim: () => ({ result: "ok" }),
  }),
  row("claim.ok-after-302", "claim.no-false-success", "write-redirected", saying(302, { result: "ok" })),
  row(
    "list.html-is-empty",
    "list.complete",
    "page-replaced",
    hearing(isList, (answer) =>
      answer.headers.get("content-type") === "text/html" ? Response.json({ cards: [] }) : answer,
    ),
  ),
  row("token.queued-again", "token.renew", "token-ends-in-writes", queueing),
  row("token.kept-on-disk", "token.renew", "token-ends-before-second-start", keptOnDisk),
  row("claim.as-the-write-before", "claim.no-false-success", "second-write-lost", {
    claim: (own, { task }) => (own.outcome === "unknown" && task > 1 ? { result: "ok" } : own),
  }),
  row("claim.put-is-done-anyway", "claim.no-false-success", "puts-never-arrive", {
    claim: (own, { do: verb }) => (own.outcome === "unknown" && verb === "put" ? { result: "ok" } : own),
  }),
  row("claim.of-the-late-answer", "claim.no-false-failure", "write-refused-late", {
    claim: (_, { task }) => ({ result: "error", ...(task === 1 ? { outcome: "unknown" } : refused) }),
  }),
  row("claim.done-at-409", "claim.no-false-success", "write-lost-then-conflict", {
    claim: (own) => (own.result === "error" ? { result: "ok" } : own),
  }),
  row("key.new-after-429", "key.stable", "write-answer-lost-then-limited", newKeyAfter(429)),
  row("key.of-a-put-in-a-patch", "key.same-write", "put-answer-lost-twice", fallingBack),
  row("list.ends-at-429", "list.complete", "pages-limited", endingAt(429)),
  row("list.distinct-by-digits", "list.complete", "odd-items", distinctByDigits),
];
