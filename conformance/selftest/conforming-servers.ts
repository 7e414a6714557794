/** How a lawful server can differ: in its replies, its cards, its clock, its pace, its rules of business. */
import { makeCards } from "../sandbox/cards.ts";
import { choose } from "../sandbox/choices.ts";
import { createClock } from "../sandbox/clock.ts";
import { isObject } from "../sandbox/faults/changes.ts";
import type { Seams } from "../sandbox/seams.ts";
import { specified } from "../sandbox/seams.ts";
import type { ProofOptions } from "./in-memory.ts";
import type { Settings } from "./variation.ts";

type Reply = Seams["reply"];

/** Replies changed on their way out, as a seam: lawful here, although faults use the same place. */
export const replies = (reply: Reply): ProofOptions => ({ sandbox: { faults: [{ reply }] } });

/** A JSON value with fields that nobody knows, in every object of it. */
export function withExtraFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtraFields);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withExtraFields(field)]);
  return { ...Object.fromEntries(fields), futureField: { added: "later" }, another: null };
}

const start = Date.UTC(2026, 0, 1);

/** A card like others, with changes. */
export const card = (changes: object, limits: object = {}) => {
  const [made] = makeCards(1, 1);
  return made === undefined ? [] : [{ ...made, ...changes, limits: { ...made.limits, ...limits } }];
};

/** Cards of a sandbox replaced by others, before the first request. */
export const cards = (make: () => ReturnType<typeof makeCards>): ProofOptions => {
  let done = false;
  return {
    sandbox: {
      faults: [
        {
          intercept: ({ state }) => {
            if (!done) state.cards.splice(0, state.cards.length, ...make());
            done = true;
            return null;
          },
        },
      ],
    },
  };
};

/** Every seventh request of the list finds one card more, at one end of the list. */
export function growing(where: "front" | "end"): ProofOptions {
  let added = 0;
  return {
    sandbox: {
      faults: [
        {
          intercept: ({ operation, count, state }) => {
            if (operation !== "listCards" || count % 7 !== 0) return null;
            added += 1;
            state.cards[where === "front" ? "unshift" : "push"](...card({ id: `CRD${900_000 + added}` }));
            return null;
          },
        },
      ],
    },
  };
}

/** Every request takes this long, in virtual time. */
export const slow = (milliseconds: number, choices = choose()): ProofOptions => {
  const clock = createClock(() => start);
  return {
    sandbox: { clock, choices },
    run: { now: clock.now, sleep: async (time) => clock.advance(time) },
    wrap: (request, next) => {
      clock.advance(milliseconds);
      return next(request);
    },
  };
};

/** The server's clock is off by so much. */
export const clockOff = (milliseconds: number): Settings => {
  const clock = createClock(() => start);
  return {
    sandbox: { clock: { now: () => clock.now() + milliseconds, advance: clock.advance } },
    run: { now: clock.now, sleep: async (time) => clock.advance(time) },
  };
};

const refused = {
  status: 422,
  headers: { "content-type": "application/json" },
  body: { title: "Not allowed." },
};

/** A rule of business about the daily limit, of which the specification says nothing. */
export function businessRule(allowed: (daily: number) => boolean): ProofOptions {
  const intercept: Seams["intercept"] = ({ operation, request }) => {
    if (operation !== "updateCardLimits" && operation !== "replaceCardLimits") return null;
    const { daily } = JSON.parse(request.body) as { daily?: number };
    return daily === undefined || allowed(daily) ? null : refused;
  };
  return { sandbox: { faults: [{ intercept }] } };
}

/** Refuses further writes after some have been carried out, except for what was there at the start. */
export function afterSome(most: number): Partial<Seams> {
  return {
    intercept: ({ operation, request, state }) => {
      const write = operation === "updateCardLimits" || operation === "replaceCardLimits";
      return write && state.writes.size >= most && !request.body.includes("1500") ? refused : null;
    },
  };
}

/** Accepted writes take effect only when some virtual time has passed; reading takes a little of it. */
export function late(delayMs: number, choices = choose()): ProofOptions {
  const clock = createClock(() => start);
  const pending: { at: number; apply: () => void }[] = [];
  return {
    sandbox: {
      clock,
      choices,
      faults: [
        {
          intercept: ({ now }) => {
            while (pending[0] !== undefined && pending[0].at <= now) pending.shift()?.apply();
            return null;
          },
          apply: (change, context) => {
            pending.push({ at: context.now + delayMs, apply: () => specified.apply(change, context) });
          },
        },
      ],
    },
    run: { now: clock.now, sleep: async (time) => clock.advance(time) },
    wrap: (request, next) => {
      clock.advance(20);
      return next(request);
    },
  };
}

/** Cursors end five seconds after they were issued. */
export function shortCursors(options: ProofOptions): ProofOptions {
  return {
    ...options,
    sandbox: {
      ...options.sandbox,
      faults: [
        {
          intercept: ({ state, now }) => {
            for (const [cursor, { issuedAt }] of state.cursors)
              if (now > issuedAt + 5000) state.cursors.delete(cursor);
            return null;
          },
        },
      ],
    },
  };
}

/** Some requests are answered with a status that has its own reasons: every eleventh, or the one with a number. */
export function nowAndThen(status: number, kind: "read" | "write", once?: number): ProofOptions {
  let count = 0;
  const intercept: Seams["intercept"] = ({ operation }) => {
    const here = kind === "read" ? operation === "listCards" : operation?.endsWith("CardLimits") === true;
    if (!here) return null;
    count += 1;
    const meets = once === undefined ? count % 11 === 0 : count === once;
    return meets ? { ...refused, status } : null;
  };
  return { sandbox: { faults: [{ intercept }] } };
}

/** Every seventh request of a method is carried out, but its answer is lost with the connection. */
export function lostAnswers(choices: ReturnType<typeof choose>, method: string): ProofOptions {
  let count = 0;
  return {
    sandbox: { choices },
    wrap: async (request, next) => {
      const response = await next(request);
      if (request.method === method) count += 1;
      if (request.method !== method || count % 7 !== 0) return response;
      throw Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" });
    },
  };
}

/** Cards, their holders and their limits carry fields of the server's own, with another value each time. */
export function movingFields(): ProofOptions {
  let version = 0;
  return replies((reply, { operation }) => {
    if (operation !== "listCards" || !isObject(reply.body) || !Array.isArray(reply.body.cards)) return reply;
    const cards = (reply.body.cards as ReturnType<typeof makeCards>).map((one) => {
      version += 1;
      const moving = { updatedAt: version };
      return {
        ...one,
        ...moving,
        cardHolder: { ...one.cardHolder, ...moving },
        limits: { ...one.limits, ...moving, usedToday: version },
      };
    });
    return { ...reply, body: { ...reply.body, cards } };
  });
}
