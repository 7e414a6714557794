import type { RequirementId } from "../../../generated/requirements.ts";
import { type Change, type RequestContext, specified } from "../seams.ts";
import { everyFifth, type Fault, only, skipsCheck, type When } from "./fault.ts";

const operations = { patch: "updateCardLimits", put: "replaceCardLimits" } as const;
const names = ["patch", "put"] as const;
const replay = { patch: "exchange.update-card-limits.2xx", put: "exchange.replace-card-limits.2xx" } as const;

function applies(
  name: (typeof names)[number],
  apply: (change: Change, context: RequestContext) => void,
  when?: When,
): Fault["seams"] {
  return {
    apply: (change, context) => {
      const here = only(operations[name])(context) && (when?.(context) ?? true);
      (here ? apply : specified.apply)(change, context);
    },
  };
}

function neighbour({ card }: Change, { state }: RequestContext) {
  const at = state.cards.indexOf(card);
  return state.cards[at === 0 ? 1 : at - 1];
}

/** What both operations can do wrong with an accepted write. */
function effects(name: (typeof names)[number]): Fault[] {
  const breaks: RequirementId = name === "patch" ? "patch.request" : "put.request";
  const method = name.toUpperCase();
  const partial: RequirementId = name === "patch" ? "patch.partial" : "put.request";
  return [
    {
      name: `write.lost.${name}`,
      breaks: name === "patch" ? "service.limits.change" : breaks,
      summary: `${method} succeeds and changes nothing`,
      caughtBy: [`write.effect.${name}`, replay[name]],
      seams: applies(name, () => undefined),
    },
    {
      name: `write.sometimes-lost.${name}`,
      breaks: name === "patch" ? "service.limits.change" : breaks,
      summary: `every fifth ${method} succeeds and changes nothing`,
      caughtBy: [`write.effect.${name}`],
      mayFail: [`idempotency.distinct.${name}`],
      seams: applies(name, () => undefined, everyFifth),
    },
    {
      name: `write.sometimes-refused.${name}`,
      breaks: name === "patch" ? "patch.headers" : "put.headers",
      summary: `every fifth ${method} is refused, however right it is`,
      caughtBy: [`write.headers.${name}`],
      seams: {
        intercept: (context) =>
          only(operations[name])(context) && everyFifth(context)
            ? { status: 400, headers: { "content-type": "application/json" }, body: {} }
            : null,
      },
    },
    ...(name === "patch" ? [404, 405, 415, 422, 500] : [404, 405, 500]).map(
      (status): Fault => ({
        name: `write.never-${status}.${name}`,
        breaks: `${name}.accepted`,
        summary: `answers every ${method} with ${status}`,
        caughtBy: [`write.accepted.${name}`],
        seams: {
          intercept: (context) =>
            only(operations[name])(context)
              ? {
                  status,
                  headers: { "content-type": "application/json" },
                  body: { message: "This limit is not accepted." },
                }
              : null,
        },
      }),
    ),
    {
      name: `write.rounded.${name}`,
      breaks: name === "patch" ? "patch.daily" : breaks,
      summary: `${method} rounds the daily limit to hundreds`,
      caughtBy: [`write.effect.${name}`],
      seams: applies(name, ({ card, changes }) => {
        specified.apply({ card, changes }, undefined as never);
        card.limits.daily = Math.round(card.limits.daily / 100) * 100;
      }),
    },
    {
      name: `write.changes-monthly.${name}`,
      breaks: partial,
      summary: `${method} of daily changes monthly as well`,
      caughtBy: [`write.other-fields.${name}`],
      seams: applies(name, (change, context) => {
        specified.apply(change, context);
        change.card.limits.monthly += 1;
      }),
    },
    {
      name: `write.clears-atm.${name}`,
      breaks: partial,
      summary: `${method} of daily moves atm as well`,
      caughtBy: [`write.other-fields.${name}`],
      seams: applies(name, (change, context) => {
        specified.apply(change, context);
        change.card.limits.atm = change.card.limits.daily;
      }),
    },
    {
      name: `write.changes-nickname.${name}`,
      breaks: partial,
      summary: `${method} of daily changes the nickname as well`,
      caughtBy: [`write.other-fields.${name}`],
      seams: applies(name, (change, context) => {
        specified.apply(change, context);
        change.card.nickname = `Limited to ${change.card.limits.daily}`;
      }),
    },
    {
      name: `write.other-card.${name}`,
      breaks,
      summary: `${method} changes the card beside as well`,
      caughtBy: [`write.other-cards.${name}`],
      seams: applies(name, (change, context) => {
        specified.apply(change, context);
        const other = neighbour(change, context);
        if (other !== undefined && change.changes.daily !== undefined)
          other.limits.daily = change.changes.daily;
      }),
    },
    {
      name: `write.wrong-card.${name}`,
      breaks,
      summary: `${method} changes the card beside instead`,
      caughtBy: [`write.effect.${name}`, `write.other-cards.${name}`, replay[name]],
      seams: applies(name, (change, context) => {
        const other = neighbour(change, context);
        if (other !== undefined) Object.assign(other.limits, change.changes);
      }),
    },
    {
      name: `idempotency.forgotten.${name}`,
      breaks: "auth.idempotency.safe-retry",
      summary: `${method} applies a retry again`,
      caughtBy: [`idempotency.retry.${name}`, `idempotency.window.${name}`],
      seams: { honoursIdempotencyKey: (_, context) => !only(operations[name])(context) },
    },
    {
      name: `idempotency.last-only.${name}`,
      breaks: "auth.idempotency.safe-retry",
      summary: `${method} remembers only the key of the write before`,
      caughtBy: [`idempotency.retry.${name}`, `idempotency.window.${name}`],
      seams: {
        honoursIdempotencyKey: (key, context) =>
          !only(operations[name])(context) || [...context.state.writes.keys()].at(-1) === key,
      },
    },
    {
      name: `idempotency.one-hour.${name}`,
      breaks: "limits.idempotency-window",
      summary: `${method} forgets a key after an hour`,
      caughtBy: [`idempotency.window.${name}`],
      seams: {
        honoursIdempotencyKey: (key, context) =>
          !only(operations[name])(context) ||
          context.now - (context.state.writes.get(key)?.at ?? 0) <= 3_600_000,
      },
    },
    {
      name: `idempotency.by-body.${name}`,
      breaks: "auth.idempotency.distinct",
      summary: `${method} holds back a write whose body was sent before under another key`,
      caughtBy: [`idempotency.distinct.${name}`],
      seams: {
        apply: (change, context) => {
          const bodies = bodiesOf(context.state);
          if (only(operations[name])(context) && bodies.has(context.request.body)) return;
          bodies.add(context.request.body);
          specified.apply(change, context);
        },
      },
    },
  ];
}

const seenBodies = new WeakMap<object, Set<string>>();

function bodiesOf(state: object): Set<string> {
  const known = seenBodies.get(state) ?? new Set();
  seenBodies.set(state, known);
  return known;
}

/** Faults of what a write does, and of what a retry does. */
export const writeFaults: readonly Fault[] = [
  ...names.flatMap(effects),
  {
    name: "patch.wants-json",
    breaks: "patch.merge-patch",
    summary: "takes a patch as application/json only",
    caughtBy: ["signature.scheme.patch"],
    seams: {
      ...skipsCheck(["content-type"]),
      intercept: (context) =>
        only("updateCardLimits")(context) &&
        context.request.headers.get("content-type") !== "application/json"
          ? { status: 415, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "write.replaces.patch",
    breaks: "patch.partial",
    summary: "PATCH sets the limits that it does not name to 0",
    caughtBy: ["write.other-fields.patch"],
    seams: applies("patch", ({ card, changes }) => {
      Object.assign(card.limits, { monthly: 0, atm: 0 }, changes);
    }),
  },
];
