/** Cards of conforming servers: reordering, changes by other people, approvals, large amounts. */
import { type Card, cardIn, cardsOf, makeCards } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { choose } from "../../sandbox/choices.ts";
import type { ProofOptions } from "../in-memory.ts";
import { beforeEach, replacing, type Variation, varies } from "../variation.ts";

/** A card like the others, with changes. */
function card(changes: Partial<Card>, limits: Partial<Card["limits"]> = {}): Card[] {
  return makeCards(1, 1).map((made) => ({ ...made, ...changes, limits: { ...made.limits, ...limits } }));
}

/** Replaces the cards of a sandbox before the first request. */
function cards(replacements: readonly Card[]): ProofOptions {
  let isDone = false;
  return beforeEach(({ state }) => {
    if (!isDone) cardsOf(state).splice(0, cardsOf(state).length, ...replacements);
    isDone = true;
  });
}

/** At every seventh list request, a card is added at one end of the list. */
function growing(add: "unshift" | "push"): ProofOptions {
  let added = 0;
  return beforeEach(({ operation, count, state }) => {
    if (operation !== "listCards" || count % 7 !== 0) return;
    added += 1;
    cardsOf(state)[add](...card({ id: `CRD${900_000 + added}` }));
  });
}

/** A write moves its card to one end of the list. */
function orderByChange(add: "unshift" | "push"): ProofOptions {
  return replacing({
    apply: (change, { state }) => {
      applyChange(change);
      const cards = cardsOf(state);
      cards.splice(cards.indexOf(cardIn(change)), 1);
      cards[add](cardIn(change));
    },
  });
}

/** Every write ends all cursors. */
function cursorsEndOnWrites(): ProofOptions {
  return replacing({
    apply: (change, { state }) => {
      applyChange(change);
      state.cursors.clear();
    },
  });
}

/** Somebody else changes the last card, the one written to, once every `every` requests. */
function somebodyElse(every: number, change: (card: Card, time: number) => unknown): ProofOptions {
  let requests = 0;
  return beforeEach(({ state }) => {
    requests += 1;
    const last = cardsOf(state).at(-1);
    if (last !== undefined && requests % every === 0) change(last, requests / every);
  });
}

/** All cards but the last have a daily limit that a run may write to it, and somebody changes their monthly one. */
function besideSameAmounts(): ProofOptions {
  return beforeEach(({ state, count }) => {
    const others = cardsOf(state).slice(0, -1);
    const daily = cardsOf(state).at(-1)?.limits.daily ?? 0;
    for (const [at, { limits }] of others.entries()) {
      if (count === 1) limits.daily = daily - at;
      limits.monthly = 20_000 + count;
    }
  });
}

/** Somebody else changes the last card each time so many milliseconds are over. */
function somebodyInTime(everyMs: number, change: (card: Card, time: number) => unknown): ProofOptions {
  let times = 0;
  return beforeEach(({ state, now }) => {
    const last = cardsOf(state).at(-1);
    const time = Math.floor(now / everyMs);
    if (last !== undefined && time !== times) change(last, time % 1000);
    times = time;
  });
}

/** Writes are accepted with 202 and wait for an approval that never comes. */
function neverApproved(): ProofOptions {
  const choices = choose(["gap.patch.response", "202-empty"], ["gap.put.response", "202-empty"]);
  return { sandbox: { choices, faults: [{ apply: () => undefined }] } };
}

/**
 * A server that keeps whole numbers exactly, however long they are. The sandbox stores a stand-in for each,
 * because its own numbers are doubles.
 */
function exactAmounts(daily: string, monthly: string): ProofOptions {
  const standIns = new Map<string, number>();
  const standIn = (digits: string) => {
    // Far enough apart that who adds one to an amount does not make another one of them.
    const number = standIns.get(digits) ?? 700_000_000_000 + 1000 * standIns.size;
    standIns.set(digits, number);
    return number;
  };
  const limits = { daily: standIn(daily), monthly: standIn(monthly), atm: 0, approvalBased: null };
  return {
    ...cards([...makeCards(24, 3), ...card({ id: "CRD7" }, limits)]),
    wrap: async (request, next) => {
      const body = await request.clone().text();
      const { method, url, headers } = request;
      const inside = body.replace(/(?<=[:[,]\s*)[0-9]{16,}(?=\s*[,}\]])/g, (digits) =>
        String(standIn(digits)),
      );
      const response = await next(
        body === "" ? request : new Request(url, { method, headers, body: inside }),
      );
      const numbers = new Map([...standIns].map(([digits, number]) => [String(number), digits]));
      const text = await response.text();
      const outside = text.replace(/7000[0-9]{8}/g, (number) => numbers.get(number) ?? number);
      return new Response(outside === "" ? null : outside, response);
    },
  };
}

/** What somebody else may do to the card that is written to. */
const changes: readonly [does: string, change: (card: Card, time: number) => unknown][] = [
  ["renames", (last, time) => Object.assign(last, { nickname: `Renamed ${time}` })],
  ["changes the monthly limit of", ({ limits }, time) => Object.assign(limits, { monthly: 20_000 + time })],
  ["changes the daily limit of", ({ limits }, time) => Object.assign(limits, { daily: 4000 + time / 100 })],
];

/** Servers with different cards, and with cards that are added. */
export const otherCards: readonly Variation[] = [
  varies("cards added while the list is walked", 60, () => growing("push")),
  varies("cards added at the front while the list is walked", 60, () => growing("unshift")),
  varies("limits of 0, decimals and blank nicknames", 125, () => {
    const limits = { daily: 0, monthly: 0, atm: 0 };
    return cards([...makeCards(24, 3), ...card({ id: "CRD7", nickname: "", availableBalance: 0.1 }, limits)]);
  }),
  varies("a daily limit with a fraction", 125, () =>
    cards([...makeCards(24, 3), ...card({ id: "CRD7" }, { daily: 1000.5, monthly: 9000.25 })]),
  ),
  varies("balances that move all the time", 125, () =>
    beforeEach(({ state, count }) => {
      for (const one of cardsOf(state)) one.availableBalance += count % 3;
    }),
  ),
];

/** Servers whose cards move, and servers with large amounts. */
export const movingCards: readonly Variation[] = [
  varies("cursors that end with every write", 100, cursorsEndOnWrites),
  varies("the card changed last comes first", 100, () => orderByChange("unshift")),
  varies("the card changed last comes last", 100, () => ({
    ...orderByChange("push"),
    run: { card: makeCards(1, 1)[0]?.id ?? "" },
  })),
  ...[3, 5, 11, 40].flatMap((every) =>
    changes.map(([does, change]): Variation => {
      const name = `somebody else who ${does} the card, every ${every} requests`;
      const variation = varies(name, 50, () => somebodyElse(every, change));
      return does === "renames" ? variation : { ...variation, restless: true };
    }),
  ),
  // Where no request takes time, these meet whatever has a pause in it, and nothing else.
  ...[700, 1500, 4000].flatMap((everyMs) =>
    changes.map(([does, change]): Variation => {
      const name = `somebody else who ${does} the card, every ${everyMs} ms`;
      return { ...varies(name, 50, () => somebodyInTime(everyMs, change)), restless: true };
    }),
  ),
  varies("somebody else who changes cards that have the amounts of the run", 100, besideSameAmounts),
  {
    name: "somebody else who sets back the daily limit of the card, every 40 requests",
    passes: 100,
    server: () => somebodyElse(40, ({ limits }) => Object.assign(limits, { daily: 1500 })),
    restless: true,
  },
  varies("writes that wait for an approval for ever", 40, neverApproved),
  ...[
    ["9223372036854775807", "9223372036854775807"],
    ["9223372036854775806", "9223372036854775805"],
    ["9007199254740993", "18446744073709551615"],
  ].map(([daily = "", monthly = ""]) =>
    varies(`a daily limit of ${daily} and a monthly one of ${monthly}`, 115, () =>
      exactAmounts(daily, monthly),
    ),
  ),
  varies("limits of 2^63 that are kept as doubles", 115, () => {
    const large = { daily: 2 ** 63, monthly: 2 ** 63 };
    return cards(makeCards(24, 3).map((one) => ({ ...one, limits: { ...one.limits, ...large } })));
  }),
];
