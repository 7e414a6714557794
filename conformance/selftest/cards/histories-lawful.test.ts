/** Lawful servers, each peculiar in what a history looks at: none of them is accused. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { oneIn } from "../../../src/testing/extent.ts";
import { cardIn, cardsOf } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { choose, questions } from "../../sandbox/choices.ts";
import { json, type SandboxResponse } from "../../sandbox/response.ts";
import { specified } from "../../sandbox/seams.ts";
import type { Item } from "../../sandbox/state.ts";
import { isWrite } from "../../wire/is-write.ts";
import { type ProofOptions, proofRun } from "../in-memory.ts";
import { refusing, replacing, taking } from "../variation.ts";
import { linesWith } from "../verdicts.ts";
import { lostAnswers } from "./servers.ts";
import { alsoChanging, keyOf, storing } from "./servers-with-past.ts";

const answersTo = (gap: string) => questions.find((question) => question.gap === gap)?.answers ?? [];

/** Numbers below 1 that look random and are the same each time. */
function numbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Answers every open question about keys anew for each request. */
function fickle(): ProofOptions {
  const [choices, next] = [new Map(choose()), numbers()];
  const gaps = ["gap.idempotency.reuse", "gap.idempotency.replay-response"];
  const server = replacing({
    intercept: () => {
      for (const gap of gaps) {
        const answers = answersTo(gap);
        choices.set(gap, answers[Math.floor(next() * answers.length)] ?? "");
      }
      return null;
    },
  });
  return { sandbox: { ...server.sandbox, choices } };
}

/** A key that was refused at first stays refused, with the same answer. */
function remembersRefusals(): ProofOptions {
  const refused = new Map<string, SandboxResponse>();
  return replacing({
    intercept: (context) => (isWrite(context.operation) ? (refused.get(keyOf(context)) ?? null) : null),
    reply: (answer, context) => {
      const isFirst = isWrite(context.operation) && !context.state.writes.has(keyOf(context));
      if (isFirst && answer.status >= 400) refused.set(keyOf(context), answer);
      return answer;
    },
  });
}

/** Keys of the two operations have nothing to do with each other. */
function keysByOperation(): ProofOptions {
  const own = new Set<string>();
  return replacing({
    honoursIdempotencyKey: (key, { operation }) => own.has(`${operation} ${key}`),
    apply: (change, context) => {
      own.add(`${context.operation} ${keyOf(context)}`);
      applyChange(change);
    },
  });
}

/** Every third list is read from a copy that is 300 ms behind; each request takes 20 ms. */
function behind(): ProofOptions {
  const copies: { at: number; items: Item[] }[] = [];
  return taking(20, {
    faults: [
      {
        intercept: ({ now, state }) => {
          const last = copies.at(-1);
          const items = structuredClone(cardsOf(state)) as unknown as Item[];
          if (last === undefined || JSON.stringify(last.items) !== JSON.stringify(items)) {
            copies.push({ at: now, items });
          }
          return null;
        },
        page: (asked, context) => {
          const old = copies.findLast(({ at }) => at <= context.now - 300) ?? copies[0];
          const isOld = context.count % 3 === 0 && old !== undefined;
          return specified.page(isOld ? { ...asked, items: old.items } : asked, context);
        },
      },
    ],
  });
}

/** One request in a hundred is answered 503, and asked to come again. */
function unavailable(): ProofOptions {
  const next = numbers();
  const busy = json(503, { title: "Busy." });
  const reply = { ...busy, headers: { ...busy.headers, "retry-after": "1" } };
  return replacing({ intercept: () => (next() < 0.01 ? reply : null) });
}

/** What a repetition is answered has the limits as they are now. */
function newerData(): ProofOptions {
  return replacing({
    reply: (answer, context) => {
      const isCard = isWrite(context.operation) && answer.status === 200;
      const card = cardsOf(context.state).find(({ id }) => context.request.path.includes(`/${id}/`));
      return isCard && card !== undefined ? { ...answer, body: structuredClone(card) } : answer;
    },
  });
}

/** A PUT resets the limit that its body omits. */
function resetsOmitted(): ProofOptions {
  const choices = choose(["gap.put.body", "amounts"], ["gap.approval-based.type", "boolean"]);
  const server = replacing({
    apply: (change, { operation }) => {
      applyChange(change);
      if (operation === "replaceCardLimits") cardIn(change).limits.approvalBased = true;
    },
  });
  return { sandbox: { ...server.sandbox, choices } };
}

/** The largest ATM limit is set in place of larger ones. */
const capsAtm = alsoChanging((limits) => {
  limits.atm = Math.min(limits.atm, 1000);
});

/** Of a patch, it takes what it can use, and leaves the rest as it is. */
function takesWhatItCan(): ProofOptions {
  return replacing({
    intercept: ({ request, operation }) => {
      if (operation !== "updateCardLimits") return null;
      const body = JSON.parse(request.body) as Record<string, unknown>;
      const usable = Object.entries(body).filter(([, value]) => typeof value !== "string");
      Object.assign(request, { body: JSON.stringify(Object.fromEntries(usable)) });
      return null;
    },
  });
}

/** Amounts have bounds: those that are out of them are refused. */
const bounded = (least: number, most: number) => () =>
  refusing(({ operation, request }) => {
    const { daily = least } = isWrite(operation) ? (JSON.parse(request.body) as { daily?: number }) : {};
    return daily < least || daily > most;
  });

/** It takes PUT alone, and of two at the same time the first one is carried out last. */
function otherOrder(): ProofOptions {
  let writes = 0;
  const server = refusing(({ operation }) => operation === "updateCardLimits");
  return {
    ...server,
    run: { concurrency: 8 },
    wrap: async (request, next) => {
      writes += request.method === "PUT" ? 1 : 0;
      if (request.method === "PUT" && writes % 2 === 1) await setTimeout(2);
      return next(request);
    },
  };
}

const chosen = (...choices: (readonly [string, string])[]): ProofOptions => ({
  sandbox: { choices: choose(...choices) },
});
/** A server, and how many writes of histories it is sent at least, if there is no time for all of them. */
const lawful: readonly (readonly [name: string, server: () => ProofOptions, least?: number])[] = [
  ...answersTo("gap.idempotency.reuse").flatMap((reuse) =>
    answersTo("gap.idempotency.replay-response").map(
      (replay) =>
        [
          `answers a reused key with ${reuse} and a repetition with ${replay}`,
          () => chosen(["gap.idempotency.reuse", reuse], ["gap.idempotency.replay-response", replay]),
        ] as const,
    ),
  ),
  ...answersTo("gap.put.body").map(
    (body) => [`takes a PUT of ${body}`, () => chosen(["gap.put.body", body])] as const,
  ),
  ["answers every open question about keys anew each time", fickle],
  ["keeps refusing a key that was refused", remembersRefusals],
  ["keeps the keys of PATCH and PUT apart", keysByOperation],
  ["reads from a copy that is behind now and then", behind, 4],
  ["is busy now and then", unavailable],
  ["answers a repetition with newer data", newerData],
  ["resets the limit that a PUT omits", resetsOmitted],
  ["takes PUT alone, and carries out the first of two last", otherOrder],
  ["takes what it can use of a body", takesWhatItCan],
  ["takes neither 0 nor more than 32 bits", bounded(1, 2 ** 31)],
  ["sets a largest amount in place of larger ones", storing((daily) => Math.min(daily, 1_000_000))],
  ["sets a largest ATM limit in place of larger ones", capsAtm],
  ...["ignored", "refused"].map(
    (answer) =>
      [
        `patches of other limits are ${answer}`,
        () => chosen(["gap.patch.monthly", answer], ["gap.patch.atm", answer]),
      ] as const,
  ),
  ...["PATCH", "PUT"].map(
    (method) => [`loses answers to ${method}`, () => lostAnswers(choose(), method)] as const,
  ),
];

/** The checks that histories have facts for. */
const selected =
  /^(write|idempotency\.(retry|distinct)|refused\.no-effect|signature\.(?:missing|key)|token\.(invalid|missing))\b.*(patch|put)$/;

async function judge([, server, least = 50]: (typeof lawful)[number]) {
  const options = server();
  const run = { cases: 400, ...options.run };
  const result = await proofRun({ ...options, run, select: ({ id }) => selected.test(id) });
  for (const verdict of ["failed", "broken"]) assert.deepEqual(linesWith(result, verdict), []);
  const sent = result.events.filter((event) => event.event === "exchange" && event.purpose === "history");
  assert.ok(sent.length >= least, `${sent.length} writes of histories`);
  assert.equal(result.end.writes.leftChanged, null);
  const retry = result.checks.find(({ id }) => id === "idempotency.retry.patch");
  const isVarying = [fickle, keysByOperation].includes(server);
  assert.equal(retry?.message.includes("in two ways"), isVarying, retry?.message);
}

describe("a lawful server is not accused because of a history", () => {
  for (const one of oneIn(48, lawful)) it(one[0], () => judge(one));
});
