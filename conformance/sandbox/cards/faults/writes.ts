/** Faults of writes and retries. */
import { operations } from "../../../../generated/operations.ts";
import { isObject } from "../../../base/shape.ts";
import { applyChange, type Change } from "../../change.ts";
import { convert, unchecked } from "../../faults/changes.ts";
import { oncePerBody } from "../../faults/effects.ts";
import {
  breaks,
  catalogue,
  type Fault,
  fault,
  faultsWhen,
  type Heading,
  type Row,
} from "../../faults/fault.ts";
import { everyFifth, only } from "../../faults/when.ts";
import { refuse } from "../../refuse.ts";
import { json } from "../../response.ts";
import type { RequestContext, Seams } from "../../seams.ts";
import { findToken, type State } from "../../state.ts";
import type { Card } from "../cards.ts";
import { type Write, writes } from "../names.ts";
import { cardIn, cardsOf, limitsIn } from "../state.ts";

function cardBeside(change: Change, { state }: RequestContext) {
  const cards = cardsOf(state);
  const at = cards.indexOf(cardIn(change));
  return cards[at === 0 ? 1 : at - 1];
}

/** Applies a change, then does something else. */
const andThen =
  (more: (card: Card, change: Change, context: RequestContext) => void): Seams["apply"] =>
  (change, context) => {
    applyChange(change);
    more(cardIn(change), change, context);
  };

/** What an accepted write can do wrong. */
function effects({ operation, check, recording }: Write): (Heading | Row)[] {
  const { method } = operations[operation];
  const isPatch = operation === "updateCardLimits";
  const request = isPatch ? "patch.request" : "put.request";
  const change = isPatch ? "service.limits.change" : request;
  const partial = isPatch ? "patch.partial" : request;
  const effect = `write.effect.${check}`;
  const replay = `exchange.${recording}.2xx`;
  const retried = [`idempotency.retry.${check}`, `idempotency.window.${check}`];
  const writeFault = faultsWhen(only(operation));
  return [
    breaks(change, effect, replay),
    writeFault(`write.lost.${check}`, `${method} succeeds and changes nothing`, {
      mayFail: ["write.order", "write.at-once"],
      apply: () => undefined,
    }),
    breaks(change, effect),
    writeFault(`write.sometimes-lost.${check}`, `every fifth ${method} succeeds and changes nothing`, {
      mayFail: [
        `idempotency.distinct.${check}`,
        `write.carried-out.${check}`,
        // Whichever write is the fifth.
        ...["idempotency.retry.patch", "idempotency.retry.put", "write.order", "write.at-once"],
      ],
      when: everyFifth,
      apply: () => undefined,
    }),
    breaks(`${check}.headers`, `write.headers.${check}`),
    writeFault(`write.sometimes-refused.${check}`, `every fifth ${method} is refused, however right it is`, {
      // Whichever request is the fifth.
      mayFail: [`token.invalid.${check}`, `exchange.${recording}.401`],
      when: everyFifth,
      intercept: () => json(400, {}),
    }),
    breaks(`${check}.accepted`, `write.steady.${check}`),
    writeFault(`write.sometimes-fails.${check}`, `fails at every seventh ${method}, however right it is`, {
      // Whichever request is the seventh.
      mayFail: ["refused.client-error"],
      when: ({ count }) => count % 7 === 0,
      intercept: () => json(500, {}),
    }),
    breaks(`${check}.accepted`, `write.accepted.${check}`),
    ...(isPatch ? [404, 405, 415, 422, 500] : [404, 405, 500]).map((status) =>
      writeFault(`write.never-${status}.${check}`, `answers every ${method} with ${status}`, {
        intercept: () => json(status, { message: "This limit is not accepted." }),
      }),
    ),
    breaks(isPatch ? "patch.daily" : request, effect),
    writeFault(`write.rounded.${check}`, `${method} rounds the daily limit to hundreds`, {
      apply: andThen((card) => {
        card.limits.daily = Math.round(card.limits.daily / 100) * 100;
      }),
    }),
    breaks("card.limits.daily", `write.types.${check}`, "card.limits.daily"),
    writeFault(`write.any-type.${check}`, `${method} takes values of any type`, {
      // A history may write a word for another limit.
      mayFail: ["card.limits.monthly", "card.limits.atm"],
      skipsCheck: unchecked("body"),
    }),
    breaks(partial, `write.other-fields.${check}`),
    writeFault(`write.changes-monthly.${check}`, `${method} of daily changes monthly as well`, {
      mayFail: ["write.at-once"],
      apply: andThen((card) => {
        card.limits.monthly += 1;
      }),
    }),
    writeFault(`write.clears-atm.${check}`, `${method} of daily moves atm as well`, {
      mayFail: ["write.at-once"],
      apply: andThen((card) => {
        card.limits.atm = card.limits.daily;
      }),
    }),
    writeFault(`write.changes-nickname.${check}`, `${method} of daily changes the nickname as well`, {
      mayFail: ["write.at-once"],
      apply: andThen((card) => {
        Object.assign(card, { nickname: `Limited to ${card.limits.daily}` });
      }),
    }),
    breaks(request, `write.other-cards.${check}`),
    writeFault(`write.other-card.${check}`, `${method} changes the card beside as well`, {
      apply: andThen((_, change, context) => {
        const other = cardBeside(change, context);
        const { daily } = limitsIn(change);
        if (other !== undefined && daily !== undefined) other.limits.daily = daily;
      }),
    }),
    breaks(request, effect, `write.other-cards.${check}`, replay),
    writeFault(`write.wrong-card.${check}`, `${method} changes the card beside instead`, {
      mayFail: ["write.order", "write.at-once"],
      apply: (change, context) => {
        const other = cardBeside(change, context);
        if (other !== undefined) applyChange({ ...change, item: other });
      },
    }),
    breaks("card.identity"),
    writeFault(`write.answers-other-card.${check}`, `${method} answers with the card beside`, {
      reply: (reply, { state }) => {
        const cards = cardsOf(state);
        const at = cards.findIndex(({ id }) => isObject(reply.body) && reply.body.id === id);
        return at === -1 ? reply : { ...reply, body: cards[at === 0 ? 1 : at - 1] };
      },
    }),
    writeFault(`write.answers-other-holder.${check}`, `${method} answers with another holder`, {
      edits: convert("/cardHolder/id", () => "USR1"),
    }),
    breaks("token.fresh", `token.fresh.${check}`),
    writeFault(`write.every-fourth-token.${check}`, `${method} does not know every fourth token`, {
      // Whichever of these has such a token.
      mayFail: [`spelling.${check}`, `scope.repeated.${check}`, `write.headers.${check}`],
      intercept: (context) => {
        const { request, state } = context;
        const token = findToken(state, (request.headers.get("authorization") ?? "").split(" ").at(-1) ?? "");
        const isFourth = token !== undefined && [...state.tokens.values()].indexOf(token) % 4 === 3;
        return isFourth ? refuse(context, "token.unknown", "The access token is invalid.") : null;
      },
    }),
    breaks("auth.idempotency.safe-retry", ...retried),
    writeFault(`idempotency.forgotten.${check}`, `${method} applies a retry again`, {
      honoursIdempotencyKey: () => false,
    }),
    writeFault(`idempotency.last-only.${check}`, `${method} remembers only the key of the write before`, {
      honoursIdempotencyKey: (key, { state }) => [...state.writes.keys()].at(-1) === key,
    }),
    breaks("limits.idempotency-window", `idempotency.window.${check}`),
    writeFault(`idempotency.one-hour.${check}`, `${method} forgets a key after an hour`, {
      honoursIdempotencyKey: (key, { state, now }) => now - (state.writes.get(key)?.at ?? 0) <= 3_600_000,
    }),
    breaks("auth.idempotency.distinct", `idempotency.distinct.${check}`),
    writeFault(
      `idempotency.by-body.${check}`,
      `${method} holds back a write whose body was sent before under another key`,
      {
        // Patches back to 0 have the same body.
        mayFail: [`write.carried-out.${check}`, "write.zero.patch"],
        apply: oncePerBody,
      },
    ),
  ];
}

const patchFault = faultsWhen(only("updateCardLimits"));

/** Carries out a change on the card of the write before, where nothing was read between the two. */
function onCardBefore(): Partial<Seams> {
  const last = new WeakMap<State, { readonly item: Change["item"]; readonly lists: number }>();
  return {
    apply(change, { state }) {
      const lists = state.counts.get("listCards") ?? 0;
      const before = last.get(state);
      last.set(state, { item: change.item, lists });
      applyChange(before?.lists === lists ? { ...change, item: before.item } : change);
    },
  };
}

/** Carries out the changes of PUT some time later, and those of other operations at once. */
function queued(afterMs: number): Partial<Seams> {
  const queues = new WeakMap<State, { readonly at: number; readonly change: Change }[]>();
  return {
    intercept({ state, now }) {
      const queue = queues.get(state) ?? [];
      for (const { at, change } of queue) if (at <= now) applyChange(change);
      queues.set(
        state,
        queue.filter(({ at }) => at > now),
      );
      return null;
    },
    apply(change, { operation, state, now }) {
      if (operation === "replaceCardLimits") queues.get(state)?.push({ at: now + afterMs, change });
      else applyChange(change);
    },
  };
}

/** Faults of writes and retries. */
export const writeFaults: readonly Fault[] = catalogue(
  breaks("put.request", "write.every-limit.put"),
  fault("write.one-limit.put", "PUT sets the daily limit alone", {
    when: only("replaceCardLimits"),
    apply: (change) => {
      const { daily: _, ...others } = cardIn(change).limits;
      applyChange(change);
      Object.assign(cardIn(change).limits, others);
    },
  }),
  ...writes.flatMap(effects),
  breaks("patch.merge-patch", "signature.scheme.patch"),
  patchFault("patch.wants-json", "takes a patch as application/json only", {
    skipsCheck: unchecked("content-type"),
    intercept: ({ request }) =>
      request.headers.get("content-type") === "application/json" ? null : json(415, {}),
  }),
  breaks("error.refusal.client-error", "write.answered"),
  patchFault("write.fails-at-nothing.patch", "fails at a patch that names no limit", {
    intercept: ({ request }) => (request.body.trim() === "{}" ? json(500, {}) : null),
  }),
  breaks("patch.partial", "write.other-fields.patch"),
  patchFault("write.replaces.patch", "PATCH sets the limits that it does not name to 0", {
    mayFail: ["write.named-only.patch", "write.zero.patch", "write.at-once"],
    apply: (change) => {
      applyChange({ ...change, changes: { monthly: 0, atm: 0, ...limitsIn(change) } });
    },
  }),
  breaks("service.limits.change", "write.order"),
  fault("write.queued", "carries out a PUT 300 ms after its answer, and so after a later PATCH", {
    // What it overwrites looks lost, or as if a copy of the PUT had come.
    mayFail: ["write.carried-out.patch", "idempotency.retry.put"],
    ...queued(300),
  }),
  breaks("service.limits.change", "write.at-once"),
  fault("write.shared-card", "carries out the second of two writes in a row on the card of the first", {
    // What was meant for the second one is not carried out there.
    mayFail: ["write.carried-out.patch", "write.carried-out.put"],
    ...onCardBefore(),
  }),
  breaks("patch.zero", "write.zero.patch"),
  patchFault("write.zero-ignored.patch", "a patch of monthly to 0 succeeds and changes nothing", {
    apply: (change) => {
      if (limitsIn(change).monthly !== 0) applyChange(change);
    },
  }),
  breaks("patch.partial", "write.named-only.patch"),
  patchFault("write.resets-without-daily.patch", "a patch that does not name daily sets monthly to 0", {
    apply: (change) => {
      const named = limitsIn(change);
      applyChange("daily" in named ? change : { ...change, changes: { monthly: 0, ...named } });
    },
  }),
);
