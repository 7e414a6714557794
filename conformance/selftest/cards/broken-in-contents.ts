import { type Card, cardIn } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { json } from "../../sandbox/response.ts";
import { isWrite } from "../../wire/is-write.ts";
import { replacing } from "../variation.ts";
import type { BrokenServer } from "./broken-in-histories.ts";
import { alsoChanging, both, cardAt, dailyOf, honouring, storing } from "./servers-with-past.ts";

/** A server that compares a PATCH with what was there before the first one, and stores only what differs from that. */
function comparingWithFirst() {
  const first = new Map<string, number>();
  return replacing({
    apply: (change, { operation }) => {
      const { id, limits: before } = cardIn(change);
      const known = first.get(id) ?? before.daily;
      first.set(id, known);
      applyChange(change);
      const { limits } = cardIn(change);
      if (operation === "updateCardLimits" && limits.daily === known) limits.daily = before.daily;
    },
  });
}

/** A server that takes no limit of a PATCH that stands behind one that is null. */
const stoppingAtNull = alsoChanging((limits, before, { operation, request }) => {
  if (operation !== "updateCardLimits") return;
  const sent = Object.entries(JSON.parse(request.body) as Readonly<Record<string, unknown>>);
  const stop = sent.findIndex(([, value]) => value === null);
  const left = stop === -1 ? [] : sent.slice(stop + 1).map(([name]) => name);
  Object.assign(limits, Object.fromEntries(Object.entries(before).filter(([name]) => left.includes(name))));
});

/** One for each way to break a rule. */
export const brokenInContents: readonly BrokenServer[] = [
  {
    does: "fails at an amount of 0",
    server: () =>
      replacing({
        intercept: (context) => (isWrite(context.operation) && dailyOf(context) === 0 ? json(500, {}) : null),
      }),
    fails: ["write.answered"],
    history: /: (?:PATCH|PUT) A with the amount 0\.$/,
  },
  {
    does: "stops at the first limit of a PATCH that is what it was, in its own order",
    server: alsoChanging((limits, before, { operation, request }) => {
      if (operation !== "updateCardLimits") return;
      const sent = JSON.parse(request.body) as Readonly<Record<string, unknown>>;
      const stop = Object.entries(before).findIndex(([name, amount]) => sent[name] === amount);
      if (stop !== -1) Object.assign(limits, Object.fromEntries(Object.entries(before).slice(stop)));
    }),
    fails: ["write.effect.patch"],
    history: /: PATCH \w with the usual limit as it is and new values of the others\.$/,
  },
  {
    does: "takes no limit of a PATCH that stands behind one that is null",
    // With this seed, the members of that history come in the other order.
    server: () => ({ ...stoppingAtNull(), run: { seed: 4 } }),
    fails: ["write.effect.patch"],
    history: /: PATCH \w with a limit behind it that is null as it was\.$/,
  },
  {
    does: "fails at a body that is no JSON",
    server: () =>
      replacing({
        intercept: ({ operation, request }) => {
          try {
            if (isWrite(operation)) JSON.parse(request.body);
            return null;
          } catch {
            return json(500, {});
          }
        },
      }),
    fails: ["write.answered"],
    history: /The server fails at a PATCH whose body is cut off, which it may take or refuse\./,
  },
  {
    does: "does not store the amount that was there first",
    server: comparingWithFirst,
    fails: ["write.effect.patch"],
    history: /PATCH \w with the amount that was there first\.$/,
  },
  {
    does: "lowers the daily limit to a monthly one that is patched below it",
    server: alsoChanging((limits, _, context) => {
      const isOther = context.operation === "updateCardLimits" && Number.isNaN(dailyOf(context));
      if (isOther) limits.daily = Math.min(limits.daily, limits.monthly);
    }),
    fails: ["write.other-fields.patch"],
    history: /: PATCH \w with the other limits on the other side of the usual one\.$/,
  },
  {
    does: "ignores the amount 0",
    server: storing((daily, before) => (daily === 0 ? before : daily)),
    fails: both("write.effect"),
    history: /: \w+ A with the amount 0\.$/,
  },
  {
    does: "keeps 32 bits of an amount",
    server: storing((daily) => daily | 0),
    fails: both("write.effect"),
    history: /: \w+ A with a large amount\.$/,
  },
  {
    does: "keeps floating-point numbers of 32 bits, and takes no integers of more",
    server: () =>
      replacing({
        intercept: (context) =>
          isWrite(context.operation) && dailyOf(context) > 2 ** 31 ? json(422, {}) : null,
        apply: (change) => {
          applyChange(change);
          const { limits } = cardIn(change);
          limits.daily = Math.fround(limits.daily);
        },
      }),
    fails: ["write.effect.patch"],
    history: /: PATCH A with a large amount\.$/,
  },
  {
    does: "keeps the largest amount of 32 bits in place of larger ones",
    server: storing((daily) => Math.min(daily, 2 ** 31 - 1)),
    fails: both("write.effect"),
    history: /: \w+ A with a large amount\.$/,
  },
  {
    does: "takes a monthly limit of 0 in a PUT for one that is not there",
    server: alsoChanging((limits, { monthly }, { operation }) => {
      if (operation === "replaceCardLimits" && limits.monthly === 0) limits.monthly = monthly;
    }),
    fails: ["write.effect.put"],
    history: /PUT \w with the amount 0\.$/,
  },
  {
    does: "moves the ATM limit where a body changes several",
    server: alsoChanging((limits, before) => {
      if (limits.monthly !== before.monthly && limits.daily !== before.daily) limits.atm += 1000;
    }),
    fails: both("write.effect"),
    history: /: \w+ A with several limits\.$/,
  },
  {
    does: "lowers the ATM limit of a PUT to the daily one",
    server: alsoChanging((limits, _, { operation }) => {
      if (operation === "replaceCardLimits") limits.atm = Math.min(limits.atm, limits.daily);
    }),
    fails: ["write.effect.put"],
    history: /: PUT \w with the limits in another order of size\.$/,
  },
  {
    does: "carries out what is right in a write that it refuses for the rest",
    server: () =>
      replacing({
        reply: (answer, context) => {
          const isInPart = isWrite(context.operation) && /:\s*"\d+"/.test(context.request.body);
          if (isInPart && answer.status >= 400) cardAt(context).limits.daily = dailyOf(context);
          return answer;
        },
      }),
    fails: both("refused.no-effect"),
    history: /: \w+ A with one limit that is a text\.$|was answered 400, but its limit was read later\.$/,
  },
  {
    does: "carries out what stands before a limit that is a word, in a write that it refuses for that",
    server: () =>
      replacing({
        reply: (answer, context) => {
          const isInPart = isWrite(context.operation) && /:\s*"[a-z]+"/.test(context.request.body);
          if (isInPart && answer.status >= 400) cardAt(context).limits.daily = dailyOf(context);
          return answer;
        },
      }),
    fails: ["refused.no-effect.patch"],
    history: /: \w+ A with one limit that is a word\.$|was answered 400, but its limit was read later\.$/,
  },
  {
    does: "carries out a patch that it refused for its signature with the next one",
    server: () => {
      let refused: Record<string, unknown> = {};
      return replacing({
        reply: (reply, { operation, request }) => {
          if (operation === "updateCardLimits" && reply.problem?.condition === "signature.bad")
            refused = JSON.parse(request.body) as Record<string, unknown>;
          return reply;
        },
        apply: (change, { operation }) => {
          const isPatch = operation === "updateCardLimits";
          const both = isPatch ? { ...refused, ...Object(change.changes) } : change.changes;
          applyChange({ ...change, changes: both });
          if (isPatch) refused = {};
        },
      });
    },
    fails: ["write.other-fields.patch"],
    history: /PATCH \w with new values of all limits but the usual one signed by a key/,
  },
  {
    does: "carries out what was right in a write that it refused with the next patch that leaves it alone",
    server: () => {
      const left = new Map<Card, number>();
      return replacing({
        reply: (answer, context) => {
          if (context.operation !== "updateCardLimits") return answer;
          const { body } = context.request;
          const [card, daily] = [cardAt(context), dailyOf(context)];
          if (answer.status >= 400 && /:\s*"[a-z]+"/.test(body)) left.set(card, daily);
          if (answer.status >= 300) return answer;
          const kept = left.get(card);
          if (kept !== undefined && Number.isNaN(daily)) card.limits.daily = kept;
          left.delete(card);
          return answer;
        },
      });
    },
    fails: ["refused.no-effect.patch", "write.other-fields.patch"],
    history:
      /: PATCH A with one limit that is a word; PATCH B with new values of all limits but the usual one\.$/,
  },
  {
    does: "changes nothing where one of several limits is as it was",
    server: () =>
      replacing({
        apply: (change, context) => {
          const { daily, ...others } = JSON.parse(context.request.body);
          const { limits } = cardIn(change);
          const isAsItWas = Object.entries(others).some(([name, amount]) =>
            Object.is(amount, limits[name as keyof typeof limits]),
          );
          if (context.operation !== "updateCardLimits" || daily === undefined || !isAsItWas)
            applyChange(change);
        },
      }),
    fails: ["write.effect.patch"],
    history: /: PATCH \w with the other limits as they are\.$/,
  },
  {
    does: "carries out the first limit of a body alone",
    server: alsoChanging((limits, before, { operation, request }) => {
      const [first = ""] = Object.keys(JSON.parse(request.body));
      if (operation === "updateCardLimits")
        Object.assign(limits, before, { [first]: limits[first as keyof typeof limits] });
    }),
    fails: ["write.effect.patch"],
    history: /PATCH \w with (?:several limits|the other limits as they are)\.$/,
  },
  {
    does: "carries a repetition out again where its amount is 0",
    server: honouring((_, context) => dailyOf(context) !== 0),
    fails: both("idempotency.retry"),
    history: /: \w+ A with the amount 0; \w+ B[^;]*; A again\.$/,
  },
  {
    does: "replaces the usual limit alone",
    server: alsoChanging((limits, { monthly, atm }, { operation }) => {
      if (operation === "replaceCardLimits") Object.assign(limits, { monthly, atm });
    }),
    fails: ["write.effect.put"],
    // Any will do while the others are not as they were.
    history: /: PUT \w\b.*\.$/,
  },
  {
    does: "takes a PUT for done where the usual limit is what it asks for",
    server: () =>
      replacing({
        apply: (change, context) => {
          const isDone = cardIn(change).limits.daily === dailyOf(context);
          if (!isDone || context.operation !== "replaceCardLimits") applyChange(change);
        },
      }),
    fails: ["write.effect.put"],
    history: /: PUT \w with new values of all limits but the usual one\.$/,
  },
];
