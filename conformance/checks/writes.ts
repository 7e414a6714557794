/** Writes as specified: they are accepted, have exactly their effect, and a retry has none. */
import { randomUUID } from "node:crypto";
import { type CardUnderTest, type Control, dailyOf, isFact, limitsOf } from "../card-under-test.ts";
import { type Check, held, missing, type Run } from "../check.ts";
import type { Fact } from "../verdict.ts";
import type { RawCard } from "../walk.ts";
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";
import { freshSeconds } from "./defects.ts";
import { clockDoubt, readyCard, type WriteName, writeOperations } from "./writes-refused.ts";

const names = ["patch", "put"] as const;

/** At least two control writes of an operation, or a fact that says what is missing. */
function controls(run: Run, name: WriteName): Promise<readonly Control[] | Fact> {
  return run.once(`controls ${name}`, () =>
    run.alone(async () => {
      const card = await readyCard(run, name);
      if (isFact(card)) return card;
      for (let time = 0; time < 2; time += 1) {
        if ((await card.control(writeOperations[name])) === null)
          return missing("the card list could not be read");
      }
      return card.ledger;
    }),
  );
}

/** Checks that look at every control write of the run, those around refusals included. */
function ledgerCheck(
  name: WriteName,
  check: Pick<Check, "id" | "title" | "requirements">,
  look: (control: Control, card: CardUnderTest) => Fact | null,
): Check {
  return {
    ...check,
    access: "write",
    stage: "log",
    run: async (run) => {
      const made = await controls(run, name);
      if ("kind" in made) return [made];
      const card = await readyCard(run, name);
      if (isFact(card)) return [card];
      return made
        .filter(({ operation }) => operation === writeOperations[name])
        .flatMap((control) => look(control, card) ?? []);
    },
  };
}

function notAccepted({ exchange }: Control): Fact {
  return missing(`the write as specified is not accepted (${outcomeOf(exchange)})`, [exchange.id]);
}

const effect = (name: WriteName): Check =>
  ledgerCheck(
    name,
    {
      id: `write.effect.${name}`,
      title: `${name.toUpperCase()}: an accepted write is what is read afterwards`,
      requirements:
        name === "patch" ? ["service.limits.change", "patch.request", "patch.daily"] : ["put.request"],
    },
    (control, card) => {
      const { exchange, value, after } = control;
      if (!control.accepted) return notAccepted(control);
      const read = dailyOf(after, card.id);
      if (read === value) return held("each accepted write was read back", exchange.id);
      const ids = [exchange.id, ...(after?.exchanges ?? [])];
      if (after === null) return missing("the card could not be read afterwards", ids);
      if (exchange.response?.status === 202) {
        return missing("a write was answered 202 and was not to be seen within 3 s", ids);
      }
      return {
        kind: "broken",
        message: `${name.toUpperCase()} of limits.daily was answered ${outcomeOf(exchange)}, but is not what is read afterwards.`,
        expected: [`limits.daily ${value}`],
        received: `limits.daily ${read}`,
        pointer: "/limits/daily",
        exchanges: ids,
      };
    },
  );

/** Fields of a card whose value a write of `daily` must not change. The balance may move by itself. */
function steady(card: RawCard | undefined): Record<string, unknown> {
  const { availableBalance: _, limits: __, ...rest } = card ?? {};
  const { daily: ___, ...limits } = limitsOf(card) ?? {};
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(limits).map(([field, value]) => [`limits.${field}`, value])),
  };
}

const partial = (name: WriteName): Check =>
  ledgerCheck(
    name,
    {
      id: `write.other-fields.${name}`,
      title: `${name.toUpperCase()}: what the write does not change stays as it was`,
      requirements: name === "patch" ? ["patch.partial"] : ["put.request"],
    },
    (control, card) => {
      const { exchange, before, after } = control;
      if (!control.accepted || after === null) return notAccepted(control);
      const then = steady(before.cards.get(card.id));
      const now = steady(after.cards.get(card.id));
      // A PUT sets every limit to what it was at the start of the run, whatever has become of it since.
      const set = name === "put" ? steady(card.original) : then;
      const changed = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((field) => {
        const value = JSON.stringify(now[field]);
        return value !== JSON.stringify(then[field]) && value !== JSON.stringify(set[field]);
      });
      if (changed.length === 0) return held("all other fields of the card stayed", exchange.id);
      const [field = ""] = changed;
      return {
        kind: "broken",
        message: `A write that sets daily changed ${changed.join(", ")} as well.`,
        expected: [`${field} ${JSON.stringify(then[field])}`],
        received: `${field} ${JSON.stringify(now[field])}`,
        pointer: `/${field.replace(".", "/")}`,
        exchanges: [exchange.id, ...after.exchanges],
      };
    },
  );

const otherCards = (name: WriteName): Check => ({
  id: `write.other-cards.${name}`,
  title: `${name.toUpperCase()}: other cards stay as they were`,
  requirements: name === "patch" ? ["patch.request"] : ["put.request"],
  access: "write",
  stage: "log",
  run: async (run) => {
    const made = await controls(run, name);
    if ("kind" in made) return [made];
    const card = await readyCard(run, name);
    if (isFact(card)) return [card];
    const own = made.filter(({ operation, accepted }) => accepted && operation === writeOperations[name]);
    const touched = own.flatMap((control) => {
      const others = [...control.before.cards].filter(([id, before]) => {
        const after = control.after?.cards.get(id);
        return (
          id !== card.id &&
          after !== undefined &&
          JSON.stringify(limitsOf(before)) !== JSON.stringify(limitsOf(after))
        );
      });
      return others.map(([id]) => ({ id, control, value: limitsOf(control.after?.cards.get(id))?.daily }));
    });
    if (touched.length === 0) {
      const seen = own.filter(({ before, after }) => after !== null && before.cards.size > 1);
      return seen.length === 0
        ? [missing("needs an accepted write and a second card to compare with")]
        : seen.map(({ exchange }) => held("the limits of all other cards stayed", exchange.id));
    }
    // Somebody else may change a card once; our own value, or a change with several writes, is our doing.
    const [certain] = touched.filter(({ value, control }) => value === control.value);
    const shown = certain ?? (touched.length > 1 ? touched[0] : undefined);
    if (shown === undefined)
      return [missing("the limits of another card changed once; that may be somebody else's write")];
    return [
      {
        kind: "broken",
        message: `A write to ${card.id} changed the limits of ${shown.id}.`,
        expected: [`the limits of ${shown.id} as they were`],
        received: JSON.stringify(limitsOf(shown.control.after?.cards.get(shown.id))),
        exchanges: [shown.control.exchange.id, ...(shown.control.after?.exchanges ?? [])],
      },
    ];
  },
});

const headers = (name: WriteName): Check => ({
  id: `write.headers.${name}`,
  title: `${name.toUpperCase()}: a write with the four headers, signed as specified, is accepted`,
  requirements: name === "patch" ? ["patch.headers", "patch.merge-patch"] : ["put.headers"],
  access: "write",
  stage: "log",
  run: async (run) => {
    const made = await controls(run, name);
    if ("kind" in made) return [made];
    return made
      .filter(({ operation }) => operation === writeOperations[name])
      .map((control): Fact => {
        if (control.accepted) return held(`accepted (${outcomeOf(control.exchange)})`, control.exchange.id);
        const status = control.exchange.response?.status ?? 0;
        const proven = made.some(({ accepted, operation }) => accepted && operation === control.operation);
        // That the same write is accepted another time shows that it was right.
        if (!proven || status < 400 || [429, 502, 503, 504].includes(status)) return notAccepted(control);
        return {
          kind: "broken",
          message: "A write as specified was refused, while the same write was accepted another time.",
          expected: ["2xx"],
          received: outcomeOf(control.exchange),
          exchanges: [control.exchange.id],
        };
      });
  },
});

const fresh = (name: WriteName): Check => ({
  id: `timestamp.fresh.${name}`,
  title: `${name.toUpperCase()}: a timestamp younger than 5 minutes is not refused for its age`,
  requirements: ["auth.timestamp.fresh"],
  access: "write",
  stage: "request",
  run: (run) =>
    run.alone(async () => {
      const card = await readyCard(run, name);
      if (isFact(card)) return [card];
      const operation = writeOperations[name];
      const before = await card.control(operation);
      if (before === null) return [missing("the card list could not be read")];
      if (!before.accepted) return [notAccepted(before)];
      const facts: Fact[] = [];
      for (const age of [240, freshSeconds]) {
        const exchange = await card.write(operation, card.nextValue(), {
          purpose: `timestamp.fresh.${name}`,
          alteration: {
            words: `with a timestamp ${age} seconds old`,
            timestamp: (seconds) => String(seconds - age),
          },
        });
        if (exchange === null) return [missing("no token")];
        const margin = 300 - age - Math.ceil(exchange.durationMs / 1000);
        const doubt = clockDoubt(run, margin);
        if (doubt !== null) facts.push(doubt);
        else facts.push(judgeFresh(exchange, age, before));
      }
      return facts;
    }),
});

function judgeFresh(exchange: Exchange, age: number, before: Control): Fact {
  if (succeeded(exchange)) return held("timestamps 240 and 270 seconds old were accepted", exchange.id);
  const status = exchange.response?.status ?? 0;
  if (status < 400 || status > 499 || status === 429) return missing(outcomeOf(exchange), [exchange.id]);
  return {
    kind: "broken",
    message: `A write with a timestamp ${age} seconds old was refused; the limit is 300 seconds.`,
    expected: ["2xx"],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, before.exchange.id],
  };
}

/** What a sequence of writes and retries showed. */
export interface RetrySequence {
  readonly first: Exchange;
  readonly retry: Exchange;
  readonly facts: readonly Fact[];
  readonly distinct: readonly Fact[];
}

/** Write A, write B, retry A with its key, write A again under a new key; read after each. */
export function retrySequence(run: Run, name: WriteName): Promise<RetrySequence | Fact> {
  return run.once(`retries ${name}`, () =>
    run.alone(async () => {
      const card = await readyCard(run, name);
      if (isFact(card)) return card;
      const operation = writeOperations[name];
      const [a, b] = [card.nextValue(), card.nextValue()];
      const idempotencyKey = randomUUID();
      const send = async (value: number, key: string) => {
        const exchange = await card.write(operation, value, {
          purpose: `idempotency.${name}`,
          idempotencyKey: key,
        });
        return { exchange, daily: dailyOf(await card.read(), card.id) };
      };
      const first = await send(a, idempotencyKey);
      const repeated = await send(a, idempotencyKey);
      const second = await send(b, randomUUID());
      const retry = await send(a, idempotencyKey);
      const again = await send(a, randomUUID());
      const sent = [first, repeated, second, retry, again].map(({ exchange }) => exchange);
      if (sent.some((exchange) => exchange === null)) return missing("no token");
      const ids = sent.flatMap((exchange) => exchange?.id ?? []);
      if (!ok(first.exchange) || first.daily !== a) {
        return missing(`the first write was not carried out (${words(first.exchange)})`, ids);
      }
      if (!ok(second.exchange) || second.daily !== b) {
        const fact = missing(`the write in between was not carried out (${words(second.exchange)})`, ids);
        return {
          first: first.exchange as Exchange,
          retry: retry.exchange as Exchange,
          facts: [fact],
          distinct: [fact],
        };
      }
      const changed = retry.daily === a;
      const serverError = (retry.exchange?.response?.status ?? 500) >= 500;
      const facts: Fact[] = changed
        ? [
            {
              kind: "broken",
              message: "A retry with the same Idempotency-Key was applied again, over a later write.",
              expected: [`limits.daily ${b}, as the later write left it`],
              received: `limits.daily ${a}, from the retried write`,
              pointer: "/limits/daily",
              exchanges: [retry.exchange?.id ?? "", ...ids],
            },
          ]
        : [
            serverError
              ? missing(`the retry was answered ${words(retry.exchange)}`, ids)
              : held("a retry was not applied again", retry.exchange?.id),
          ];
      const applied = again.daily === a;
      const distinct: Fact[] = [
        applied
          ? held("the same body under a new key was applied", again.exchange?.id)
          : ok(again.exchange) && !changed
            ? {
                kind: "broken",
                message:
                  "A write under a key of its own was accepted but not applied; its body had been sent before under another key.",
                expected: [`limits.daily ${a}`],
                received: `limits.daily ${again.daily}`,
                pointer: "/limits/daily",
                exchanges: [again.exchange?.id ?? "", ...ids],
              }
            : missing(`the write under a new key was answered ${words(again.exchange)}`, ids),
      ];
      return { first: first.exchange as Exchange, retry: repeated.exchange as Exchange, facts, distinct };
    }),
  );
}

function ok(exchange: Exchange | null): boolean {
  return exchange !== null && succeeded(exchange);
}

function words(exchange: Exchange | null): string {
  return exchange === null ? "no token" : outcomeOf(exchange);
}

const retries = (name: WriteName): readonly Check[] => [
  {
    id: `idempotency.retry.${name}`,
    title: `${name.toUpperCase()}: a retry with the same key is not applied again`,
    requirements: ["auth.idempotency.safe-retry"],
    access: "write",
    stage: "request",
    run: async (run) => {
      const sequence = await retrySequence(run, name);
      return "kind" in sequence ? [sequence] : sequence.facts;
    },
  },
  {
    id: `idempotency.distinct.${name}`,
    title: `${name.toUpperCase()}: a write with a key of its own is applied`,
    requirements: ["auth.idempotency.distinct"],
    access: "write",
    stage: "request",
    run: async (run) => {
      const sequence = await retrySequence(run, name);
      return "kind" in sequence ? [sequence] : sequence.distinct;
    },
  },
];

/** Checks of writes that are as specified. */
export const writeChecks: readonly Check[] = names.flatMap((name) => [
  headers(name),
  effect(name),
  partial(name),
  otherCards(name),
  fresh(name),
  ...retries(name),
]);
