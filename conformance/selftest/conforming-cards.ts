/** How the cards of a lawful server can move: by order, by other people, by approval, and how large amounts can be. */
import { type Card, makeCards } from "../sandbox/cards.ts";
import { choose } from "../sandbox/choices.ts";
import { type Seams, specified } from "../sandbox/seams.ts";
import { cards } from "./conforming-servers.ts";
import type { ProofOptions } from "./in-memory.ts";
import type { Variation } from "./variation.ts";

const seams = (...faults: Partial<Seams>[]): ProofOptions => ({ sandbox: { faults } });

/** Every write ends all cursors. */
const cursorsDieOnWrites = (): ProofOptions =>
  seams({
    apply: (change, context) => {
      specified.apply(change, context);
      context.state.cursors.clear();
    },
  });

/** A write moves its card to one end of the list, from the other one. */
const orderByChange = (end: "front" | "end"): ProofOptions => ({
  ...(end === "end" ? { run: { card: makeCards(1, 1)[0]?.id ?? "" } } : {}),
  ...seams({
    apply: (change, context) => {
      specified.apply(change, context);
      const { cards: all } = context.state;
      all.splice(all.indexOf(change.card), 1);
      all[end === "front" ? "unshift" : "push"](change.card);
    },
  }),
});

/** Somebody else who changes the last card, the one that is written to, every so many requests. */
function somebodyElse(every: number, change: (card: Card, time: number) => void): ProofOptions {
  let requests = 0;
  return seams({
    intercept: ({ state }) => {
      requests += 1;
      const last = state.cards.at(-1);
      if (last !== undefined && requests % every === 0) change(last, requests / every);
      return null;
    },
  });
}

/** Writes are accepted with 202 and wait for an approval that never comes. */
const neverApproved = (): ProofOptions => ({
  sandbox: {
    choices: choose(["gap.patch.response", "202-empty"], ["gap.put.response", "202-empty"]),
    faults: [{ apply: () => undefined }],
  },
});

/**
 * A server that keeps whole numbers exactly, however long they are. The sandbox holds a stand-in for each, as its
 * own numbers are doubles.
 */
function exactAmounts(daily: string, monthly: string): ProofOptions {
  const standIns = new Map<string, number>();
  const standIn = (digits: string) => {
    const number = standIns.get(digits) ?? 700_000_000_000 + standIns.size;
    standIns.set(digits, number);
    return number;
  };
  const [card] = makeCards(1, 1);
  const limits = { daily: standIn(daily), monthly: standIn(monthly), atm: 0, approvalBased: null };
  const replaced = cards(() => [
    ...makeCards(24, 3),
    ...(card === undefined ? [] : [{ ...card, id: "CRD7", limits }]),
  ]);
  return {
    ...replaced,
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
      const outside = (await response.text()).replace(
        /7000000[0-9]{5}/g,
        (number) => numbers.get(number) ?? number,
      );
      return new Response(outside === "" ? null : outside, response);
    },
  };
}

/** What somebody else may do to a card. */
const changes: readonly [description: string, change: (card: Card, time: number) => void][] = [
  [
    "renames",
    (card, time) => {
      card.nickname = `Renamed ${time}`;
    },
  ],
  [
    "changes the monthly limit of",
    (card, time) => {
      card.limits.monthly = 20_000 + time;
    },
  ],
  [
    "changes the daily limit of",
    (card, time) => {
      card.limits.daily = 4000 + time / 100;
    },
  ],
];

/** Servers whose cards move, and servers whose amounts are large. */
export const conformingCards: readonly Variation[] = [
  { name: "cursors that end with every write", server: cursorsDieOnWrites, passes: 100 },
  { name: "the card changed last comes first", server: () => orderByChange("front"), passes: 100 },
  { name: "the card changed last comes last", server: () => orderByChange("end"), passes: 100 },
  ...[3, 5, 11, 40].flatMap((every) =>
    changes.map(
      ([description, change]): Variation => ({
        name: `somebody else who ${description} the card, every ${every} requests`,
        server: () => somebodyElse(every, change),
        restless: !description.startsWith("renames"),
        passes: 50,
      }),
    ),
  ),
  {
    name: "somebody else who sets back the daily limit of the card, every 40 requests",
    server: () =>
      somebodyElse(40, (card) => {
        card.limits.daily = 1500;
      }),
    restless: true,
    passes: 100,
  },
  { name: "writes that wait for an approval for ever", server: neverApproved, passes: 40 },
  ...[
    ["9223372036854775807", "9223372036854775807"],
    ["9223372036854775806", "9223372036854775805"],
    ["9007199254740993", "18446744073709551615"],
  ].map(
    ([daily = "", monthly = ""]): Variation => ({
      name: `a daily limit of ${daily} and a monthly one of ${monthly}`,
      server: () => exactAmounts(daily, monthly),
      passes: 115,
    }),
  ),
  {
    name: "limits of 2^63 that are kept as doubles",
    server: () =>
      cards(() =>
        makeCards(24, 3).map((card) => ({
          ...card,
          limits: { ...card.limits, daily: 2 ** 63, monthly: 2 ** 63 },
        })),
      ),
    passes: 115,
  },
];
