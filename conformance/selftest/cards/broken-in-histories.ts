/** Servers that break a rule only in some sequences of writes. */
import { api } from "../../../generated/operations.ts";
import { type Card, cardIn, cardsOf } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { choose } from "../../sandbox/choices.ts";
import { json } from "../../sandbox/response.ts";
import { type RequestContext, specified } from "../../sandbox/seams.ts";
import type { Item } from "../../sandbox/state.ts";
import { isWrite } from "../../wire/is-write.ts";
import type { ProofOptions } from "../in-memory.ts";
import { replacing } from "../variation.ts";

import {
  both,
  cardAt,
  dailyOf,
  forgetsPatches,
  forgetsWithWrongSignature,
  honouring,
  isOtherBody,
  isRepeated,
  keyOf,
  losesUpdates,
  mixesReplacements,
  repeatsLater,
  withPast,
} from "./servers-with-past.ts";

/** A server that breaks a rule only in some sequences of writes. */
export interface BrokenServer {
  /** What it does. */
  readonly does: string;
  /** Makes it anew, since it remembers. */
  readonly server: () => ProofOptions;
  /** The checks that fail. */
  readonly fails: readonly string[];
  /** The shortest history that one of these checks tells, or the situation that does without one. */
  readonly history: RegExp;
}

/** One for each way to break a rule. */
export const brokenInHistories: readonly BrokenServer[] = [
  {
    does: "forgets a key after three other writes",
    server: honouring((key, { state }) => [...state.writes.keys()].reverse().indexOf(key) < 3),
    fails: both("idempotency.retry"),
    history: /: \w+ A; (\w+ (\w|with the body of \w under a new key); ){3}A again\.$/,
  },
  {
    does: "keeps no key of a write that changes nothing",
    server: () => {
      const idle = new Set<string>();
      return replacing({
        honoursIdempotencyKey: (key) => !idle.has(key),
        apply: (change, context) => {
          const before = JSON.stringify(change.item);
          applyChange(change);
          if (JSON.stringify(change.item) === before) idle.add(keyOf(context));
        },
      });
    },
    fails: ["idempotency.retry.put"],
    history: /: PUT A; PUT with the body of A under a new key; \w+ C; B again\.$/,
  },
  {
    does: "applies a repetition a second later",
    server: honouring((key, { state, now }) => now - (state.writes.get(key)?.at ?? 0) < 1000),
    fails: both("idempotency.retry", "idempotency.window"),
    history: /: \w+ A; \w+ \w; 2.5 seconds; A again\.$/,
  },
  {
    does: "answers a repetition as it should, and carries it out again some time later",
    server: repeatsLater,
    fails: ["idempotency.retry.patch"],
    history: /: PATCH A; PUT B; A again; 2.5 seconds\.$/,
  },
  {
    does: "puts back what was there before a patch, where nothing is written for two seconds",
    server: forgetsPatches,
    fails: ["write.effect.patch"],
    history: /PATCH \w; 2\.5 seconds\.$/,
  },
  {
    does: "honours a key once more after a refused write, and then no longer",
    server: () => {
      const honoured = new Map<string, number>();
      return withPast((past) => ({
        honoursIdempotencyKey: (key) => {
          if (past.refused === 0) return true;
          honoured.set(key, (honoured.get(key) ?? 0) + 1);
          return (honoured.get(key) ?? 0) <= 1;
        },
      }))();
    },
    fails: both("idempotency.retry"),
    history: /: PATCH A; .* (without|with a) .*; A again; (.*; )?A again\.$/,
  },
  {
    does: "answers a repetition before it looks at the signature",
    server: () =>
      replacing({
        intercept: (context) =>
          context.request.headers.get(api.headers.signature) === null
            ? (context.state.writes.get(keyOf(context))?.reply ?? null)
            : null,
      }),
    fails: both("signature.missing"),
    history:
      /without \S+ when it has the key and the body of an accepted write was accepted\.$|: \w+ A; A again, without \S+\.$/,
  },
  {
    does: "answers a repetition whatever the token is",
    server: () =>
      replacing({
        skipsCheck: (condition, context) => condition === "token.unknown" && isRepeated(context),
      }),
    fails: both("token.invalid"),
    history: /when it has the key and the body of an accepted write was accepted\./,
  },
  {
    does: "fails at a repetition that comes while the first one is carried out",
    server: () => {
      /** The key of a write beside which another request was under way. */
      let inCompany: string | null = null;
      const isAgain = (context: RequestContext) => {
        if (!isWrite(context.operation)) return false;
        const isKnown = inCompany === keyOf(context);
        inCompany = context.beside > 0 ? keyOf(context) : null;
        return isKnown;
      };
      const server = replacing({ intercept: (context) => (isAgain(context) ? json(500, {}) : null) });
      return { ...server, run: { concurrency: 8 } };
    },
    fails: both("idempotency.retry"),
    history: /was used before/,
  },
  {
    does: "carries out a refused write under the key of another one",
    server: () =>
      replacing({
        intercept: (context) => {
          if (isWrite(context.operation) && isOtherBody(context)) {
            cardAt(context).limits.daily = dailyOf(context);
          }
          return null;
        },
      }),
    fails: both("refused.no-effect"),
    history: /: \w+ A; \w+ \w under the key of A\.$/,
  },
  {
    does: "forgets the keys of an operation when the other one is written with",
    server: withPast((past) => ({
      honoursIdempotencyKey: (_, { operation }) => past.last === operation,
    })),
    fails: both("idempotency.retry"),
    // Both operations are tried before histories are, each between a write and its copy.
    history: /^A copy of a write, sent right after a later one/,
  },
  {
    does: "forgets a key where it is refused for another write",
    server: () => {
      const forgotten = new Set<string>();
      return {
        sandbox: {
          ...replacing({
            honoursIdempotencyKey: (key) => !forgotten.has(key),
            reply: (answer, context) => {
              if (answer.status === 409 && isOtherBody(context)) forgotten.add(keyOf(context));
              return answer;
            },
          }).sandbox,
          choices: choose(["gap.idempotency.reuse", "409"]),
        },
      };
    },
    fails: both("idempotency.retry"),
    history: /: PUT A; PATCH B; PUT C under the key of A; A again\.$/,
  },
  {
    does: "brings the value before back with a refused write that follows another one",
    server: withPast((past) => ({
      reply: (answer, context) => {
        if (isWrite(context.operation) && past.refused === 2) cardAt(context).limits.daily = past.daily;
        return answer;
      },
    })),
    fails: both("refused.no-effect"),
    history: /\.$/,
  },
  {
    does: "changes the nickname with the write that follows a repetition",
    server: () => {
      let isAfter = false;
      return replacing({
        honoursIdempotencyKey: () => {
          isAfter = true;
          return true;
        },
        apply: (change) => {
          applyChange(change);
          if (isAfter) cardIn(change).nickname += "!";
          isAfter = false;
        },
      });
    },
    fails: both("write.other-fields"),
    history: /: \w+ A; A again; \w+ B\.$|^A write that sets \w+ changed nickname as well\.$/,
  },
  {
    does: "moves the ATM limit of the card before with a repetition",
    server: honouring((_, context) => {
      const cards = cardsOf(context.state);
      const other = cards[cards.indexOf(cardAt(context)) - 1];
      if (other !== undefined && !isOtherBody(context)) other.limits.atm += 1;
      return true;
    }),
    fails: both("write.other-cards"),
    history: /: \w+ A; A again\.$/,
  },
  {
    does: "carries a write out on the card before as well, where two other requests are under way",
    server: () => ({
      ...replacing({
        apply: (change, context) => {
          applyChange(change);
          const cards = cardsOf(context.state);
          const other = cards[cards.indexOf(cardAt(context)) - 1];
          if (context.beside >= 2 && other !== undefined) other.limits.daily = cardIn(change).limits.daily;
        },
      }),
      run: { concurrency: 8 },
    }),
    fails: both("write.other-cards"),
    history: /^Writes to \w+ changed the limits of \w+ as well, [0-9]+ times\.$/,
  },
  {
    does: "loses one of two patches at the same time",
    server: losesUpdates,
    fails: ["write.effect.patch", "write.other-fields.patch"],
    history: /: \w+ A( with new values of all limits but the usual one)?; PATCH B.* at the same time\.$/,
  },
  {
    does: "leaves a limit of each of two replacements at the same time",
    server: mixesReplacements,
    fails: ["write.effect.put"],
    history: /: PUT A with several limits; PUT B at the same time\.$/,
  },
  {
    does: "forgets a key after a request with a wrong signature",
    server: forgetsWithWrongSignature,
    fails: both("idempotency.retry"),
    history:
      /: \w+ A; (\w+ \w[^;]*; )?A again, signed by a key that is not the partner's; (\w+ \w[^;]*; )?A again\.$/,
  },
  {
    does: "shows another limit as it was, where no size of pages is asked for",
    server: () => {
      const before = new Map<string, number>();
      return replacing({
        apply: (change) => {
          const { id, limits } = cardIn(change);
          if (!before.has(id)) before.set(id, limits.monthly);
          applyChange(change);
        },
        page: (asked, context) => {
          const page = specified.page(asked, context);
          const old = (item: Item) => {
            const { id, limits } = item as unknown as Card;
            const monthly = before.get(id) ?? limits.monthly;
            return { ...item, limits: { ...limits, monthly } };
          };
          return asked.asked === null ? { ...page, items: page.items.map(old) } : page;
        },
      });
    },
    fails: ["write.other-fields.patch"],
    history:
      /with (several limits|the amount 0|new values of all limits but the usual one|the limits in another order of size)/,
  },
  {
    does: "says that it carries out what was refused under its key before, and does not",
    server: () => {
      const refused = new Set<string>();
      return replacing({
        reply: (answer, context) => {
          if (isWrite(context.operation) && answer.status >= 400) refused.add(keyOf(context));
          return answer;
        },
        apply: (change, context) => {
          if (!refused.has(keyOf(context))) applyChange(change);
        },
      });
    },
    fails: ["write.effect.put"],
    history: /: \w+ A [^;]*; A again\.$/,
  },
];
