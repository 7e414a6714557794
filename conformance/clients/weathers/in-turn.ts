/** Adversities that a write meets in turn: what a client knows after the last one, it knows from all of them. */
import { type Step, type Weather, withhold } from "../weather.ts";
import { redirected } from "./network.ts";
import { refusedWith } from "./outages.ts";
import { atWrite, gatewayPage, noToken } from "./points.ts";
import { endToken } from "./tokens.ts";

/** What a write may meet, once. */
interface Adversity {
  readonly id: string;
  /** Words that follow "a write" or "its repetition". */
  readonly words: string;
  readonly acts: Pick<Step, "before" | "after">;
}

const answerLost: Adversity = {
  id: "answer-lost",
  words: "is carried out, and its answer is lost",
  acts: { after: () => withhold },
};
const failed: Adversity = {
  id: "failed",
  words: "is carried out, and answered with 500",
  acts: { after: () => gatewayPage(500) },
};
const unavailable: Adversity = {
  id: "unavailable",
  words: "is answered with 503",
  acts: { before: () => gatewayPage(503) },
};
const tokenEnds: Adversity = {
  id: "token-ends",
  words: "comes with a token that has ended",
  acts: { before: endToken },
};
const refused: Adversity = {
  id: "refused",
  words: "is refused with 403",
  acts: { before: refusedWith(403, "Forbidden") },
};
const unprocessable: Adversity = {
  id: "unprocessable",
  words: "is refused with 422",
  acts: { before: refusedWith(422, "Unprocessable") },
};
const elsewhere: Adversity = {
  id: "redirected",
  words: "is answered with 302, and the address of a page at another origin",
  acts: { before: (context) => redirected(context, 302, "/status") },
};

const busy: Adversity = {
  id: "busy",
  words: "is answered with 503, and a date three seconds away",
  acts: {
    before: ({ now }) => gatewayPage(503, { "retry-after": new Date(now + 3000).toUTCString() }),
  },
};

/** Longer than many wait at all, and no longer than a scenario lasts. */
const longSeconds = 12;
const busyForLong: Adversity = {
  id: "busy-for-long",
  words: `is answered with 503, and asks to wait for ${longSeconds} seconds`,
  acts: { before: () => gatewayPage(503, { "retry-after": String(longSeconds) }) },
};

const limited: Adversity = {
  id: "limited",
  words: "is answered with 429",
  acts: { before: () => gatewayPage(429) },
};

const lost: Adversity = {
  id: "lost",
  words: "is lost before it is carried out",
  acts: { before: () => withhold },
};
const conflict: Adversity = {
  id: "conflict",
  words: "is refused with 409",
  acts: { before: refusedWith(409, "Conflict") },
};

/** Those after which it is open what became of the write. */
const pairs: readonly (readonly [Adversity, Adversity])[] = [
  [answerLost, busy],
  [answerLost, busyForLong],
  [answerLost, tokenEnds],
  [answerLost, refused],
  [answerLost, unprocessable],
  [answerLost, elsewhere],
  [failed, refused],
  [answerLost, unavailable],
  [answerLost, limited],
  [unavailable, answerLost],
  [tokenEnds, answerLost],
];

const inTurn = ([first, second]: readonly [Adversity, Adversity]): Weather => ({
  id: `write-${first.id}-then-${second.id}`,
  title: `The first write ${first.words}; the next one ${second.words}.`,
  lawful:
    "Each of them is lawful, and nothing says that only one of them happens (RFC 9112, section 9.3.1; Errors, row 401; RFC 9110, section 15.5.4 and 15.6.4).",
  may: "send it again under its key, look at the card, or say that nobody knows",
  mustNot: `send it again under another key (client.key.stable)${first === tokenEnds || second === tokenEnds ? "" : ", or say that it was not carried out (client.claim.no-false-failure)"}`,
  steps: [first, second].map(({ words, acts }) => ({ name: words, at: atWrite, times: 1, ...acts })),
});

const lostThenEnded = inTurn([answerLost, tokenEnds]);
const lostThenConflict = inTurn([lost, conflict]);

/** The kinds. */
export const inTurnWeathers: readonly Weather[] = [
  ...pairs.map(inTurn),
  {
    ...lostThenEnded,
    id: `${lostThenEnded.id}-then-no-token`,
    title: `${lostThenEnded.title.replace(/\.$/, ",")} and no other token is to be had.`,
    mustNot: "say that it was not carried out (client.claim.no-false-failure)",
    steps: [...lostThenEnded.steps, noToken],
  },
  {
    ...lostThenConflict,
    title: "The first write is lost before it is carried out, and each one after it is refused with 409.",
    mustNot: "report it as done (client.claim.no-false-success)",
    steps: lostThenConflict.steps.map((step, index) =>
      index === 0 ? step : { ...step, times: Number.POSITIVE_INFINITY },
    ),
  },
];
