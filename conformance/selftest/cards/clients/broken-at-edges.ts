/** Clients that are right with usual values, and wrong with one that is as lawful. */
import { createHash } from "node:crypto";
import { type Broken, cardsOf, rejecting, brokenIn as row, type Swap } from "./ours.ts";
import {
  acting,
  changing,
  endingAt,
  following,
  idempotencyKey,
  isList,
  isToken,
  isWrite,
  signedAnew,
  timestamp,
  withBody,
  withHeaders,
  withRawQuery,
} from "./wires.ts";

const amounts = (change: (name: string, amount: number) => number | undefined): Swap =>
  changing(isWrite, (sent) =>
    withBody(sent, (limits) =>
      Object.fromEntries(
        Object.entries(limits).map(([name, amount]) => [
          name,
          typeof amount === "number" ? change(name, amount) : amount,
        ]),
      ),
    ),
  );

/** A key for what is written and how many writes came before it: the same in two starts. */
const keyOfContentAndNumber = acting(isWrite, ({ send }) => {
  const keys = new Map<string, string>();
  return (sent) => {
    const own = sent.headers[idempotencyKey] ?? "";
    const content = `${sent.url} ${sent.body} ${keys.size}`;
    const key = keys.get(own) ?? createHash("sha256").update(content).digest("hex");
    keys.set(own, key);
    return send(withHeaders(sent, { [idempotencyKey]: key }));
  };
});

/** Keeps the key of a write that was never answered for the next one to the same card. */
const keepingKeyOfUnknown = acting(isWrite, ({ send }) => {
  const pending = new Map<string, string>();
  return async (sent) => {
    const key = pending.get(sent.url) ?? sent.headers[idempotencyKey] ?? "";
    pending.set(sent.url, key);
    const answer = await send(withHeaders(sent, { [idempotencyKey]: key }));
    pending.delete(sent.url);
    return answer;
  };
});

/** Says of a write that was sent before that it is done, whatever came of it. */
const skippingWhatWasAsked = acting(isWrite, ({ send }) => {
  const asked = new Set<string>();
  return async (sent) => {
    const name = `${sent.url} ${sent.body}`;
    if (asked.has(name)) return new Response(null, { status: 204 });
    asked.add(name);
    return send(sent);
  };
});

/** Begins a list where the last one was refused. */
const resuming = acting(isList, ({ send }) => {
  let refused: string | null = null;
  return async (sent) => {
    const isFirst = !new URL(sent.url).searchParams.has("cursor");
    const answer = await send(isFirst && refused !== null ? { ...sent, url: refused } : sent);
    refused = answer.status === 403 ? sent.url : null;
    return answer;
  };
});

/** Adds the difference of the clocks to the one that it had, with each answer. */
const addingUpTheDifference: Swap = {
  send: (workshop) => {
    let seconds = 0;
    return async (sent) => {
      const time = String(Number(sent.headers[timestamp]) + seconds);
      const answer = await workshop.send(isWrite(sent) ? await signedAnew(sent, workshop, { time }) : sent);
      const date = Date.parse(answer.headers.get("date") ?? "");
      if (!Number.isNaN(date)) seconds += Math.round((date - workshop.clock.now()) / 1000);
      return answer;
    };
  },
};

/** They are found where values, places in a list and moments are unusual. */
export const brokenAtEdges: readonly Broken[] = [
  row(
    "cursor.read-as-a-date",
    "list.verbatim",
    "odd-cursors",
    changing(isList, (sent) =>
      withRawQuery(sent, "cursor", (value) =>
        encodeURIComponent(/^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value),
      ),
    ),
  ),
  row("list.hundred-pages", "list.complete", "odd-cursors", {
    claim: (outcome) => ({ ...outcome, cards: cardsOf(outcome).slice(0, 100) }),
  }),
  row("list.ends-at-404", "list.dead-cursor", "cursor-dies-404", endingAt(404)),
  row("list.ends-at-the-second-death", "list.dead-cursor", "cursors-die", endingAt(400)),
  row("list.resumed", "list.complete", "page-refused", resuming),
  row(
    "secret.not-encoded",
    "token.credentials",
    "odd-secret",
    changing(isToken, (sent) => ({ ...sent, body: decodeURIComponent(sent.body ?? "") })),
  ),
  row(
    "path.id-as-a-number",
    "write.route",
    "odd-item-1",
    changing(isWrite, (sent, workshop) =>
      signedAnew({ ...sent, url: sent.url.replace(/CRD0+/, "CRD") }, workshop, {}),
    ),
  ),
  row("key.of-content-and-number", "key.unique", "started-again", keyOfContentAndNumber),
  row("key.kept-of-an-unknown-write", "key.unique", "first-write-lost", keepingKeyOfUnknown),
  row("write.skipped-after-refusal", "claim.no-false-success", "refused-write-again", skippingWhatWasAsked),
  row(
    "body.of-32-bits",
    "patch.only-asked",
    "several-limits",
    amounts((_, amount) => Math.fround(amount)),
  ),
  row(
    "body.without-zeros",
    "patch.only-asked",
    "zeros",
    amounts((name, amount) => (name === "daily" || amount !== 0 ? amount : undefined)),
  ),
  row("timestamp.corrected-again", "write.fresh", "clock-behind", addingUpTheDifference),
  row("bearer.with-a-write", "bearer.own-origin", "write-redirected-as-it-is", following()),
  ...(
    [
      ["claim.rejected-after-504", "gateway-timeout-after-write", { retries: 0 }],
      ["claim.rejected-after-500", "failure-after-write", { retries: 0 }],
      ["claim.rejected-after-524", "odd-failure-after-write", { retries: 0 }],
      ["claim.rejected-for-a-long-wait", "write-answer-lost-then-busy-for-long", { retries: 1 }],
      // Within the second, so that it is the same byte for byte: a library that sends again by itself does so at once.
      [
        "claim.rejected-without-token",
        "write-answer-lost-then-token-ends-then-no-token",
        { retries: { baseMs: 800 } },
      ],
      ["claim.rejected-when-busy", "write-answer-lost-then-busy", { retries: { max: 1, baseMs: 800 } }],
      ["claim.rejected-at-429", "write-answer-lost-then-limited", { retries: { max: 1, baseMs: 800 } }],
    ] as const
  ).map(([name, scenario, options]) => row(name, "claim.no-false-failure", scenario, rejecting(options))),
];
