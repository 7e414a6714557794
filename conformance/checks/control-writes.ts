/** Writes as specified: they are accepted, and have exactly their effect. */

import { jsonText } from "../base/json-text.ts";
import type { RawCard } from "../base/limits.ts";
import { documentedLimits, limitsOf } from "../base/limits.ts";
import { outcomeOf } from "../wire/exchange.ts";
import { isOurs, someLooks, staysByItself, steady } from "./kit/card-compare.ts";
import { cardIn } from "./kit/card-list.ts";
import { type CardUnderTest, type Control, dailyOf } from "./kit/card-under-test.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { readyCard, type WriteName, writeOperations } from "./writes-refused.ts";

/** At least two control writes of an operation. @throws Inconclusive where they cannot be made. */
function controls(run: Run, name: WriteName): Promise<readonly Control[]> {
  return run.memoize(`controls ${name}`, () =>
    run.withCardLock(async () => {
      const card = await readyCard(run, name);
      for (let time = 0; time < run.samples; time += 1) {
        if ((await card.control()) === null) throw new Inconclusive("the card list could not be read");
      }
      return card.ledger;
    }),
  );
}

/** Checks that look at every control write of the run, those around refusals included. */
function ledgerCheck(
  name: WriteName,
  check: Pick<Check, "id" | "title" | "requirements">,
  look: (control: Control, card: CardUnderTest) => Fact,
  print: (card: RawCard | undefined) => unknown,
): Check {
  return {
    ...check,
    access: "write",
    stage: "last",
    run: async (run) => {
      const made = await controls(run, name);
      const card = await readyCard(run, name);
      const facts = made
        .filter(({ operation }) => operation === writeOperations[name])
        .map((control) => look(control, card));
      const broken = facts.filter(({ kind }) => kind === "violated").length;
      if (broken === 0) return facts;
      // Somebody else may change the card at any time: it is watched for as long as they may have needed.
      const looks = Math.min(mostLooks, someLooks + Math.ceil((requestsEach * facts.length) / broken));
      return (await run.withCardLock(() => staysByItself(card, looks, print)))
        ? facts
        : [missing("the card also changes while this run writes nothing; that may be somebody else's doing")];
    },
  };
}

/** Requests that a write, read back, takes, three times over to be sure. */
const requestsEach = 9;
const mostLooks = 100;

/** A fact for a write as specified that was not accepted: why cannot be told from it. */
export function notAccepted({ exchange }: Control): Fact {
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
      if (jsonText(read) === jsonText(value)) return held("each accepted write was read back", exchange.id);
      const ids = [exchange.id, ...(after?.exchanges ?? [])];
      if (after === null) return missing("the card could not be read afterwards", ids);
      if (exchange.response?.status === 202 || !after.isSettled) {
        return missing(`a write was answered ${outcomeOf(exchange)} and was not to be seen in time`, ids);
      }
      return {
        kind: "violated",
        message: `${name.toUpperCase()} of limits.daily was answered ${outcomeOf(exchange)}, but is not what is read afterwards.`,
        expected: [`limits.daily ${jsonText(value)}`],
        received: `limits.daily ${jsonText(read)}`,
        pointer: "/limits/daily",
        exchanges: ids,
      };
    },
    (card) => limitsOf(card)?.daily,
  );

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
        const value = jsonText(now[field]);
        return (
          !isOurs(card.wrote, field, now[field]) &&
          value !== jsonText(then[field]) &&
          value !== jsonText(set[field])
        );
      });
      if (changed.length === 0) return held("all other fields of the card stayed", exchange.id);
      const [field = ""] = changed;
      return {
        kind: "violated",
        message: `A write that sets daily changed ${changed.join(", ")} as well.`,
        expected: [`${field} ${jsonText(then[field])}`],
        received: `${field} ${jsonText(now[field])}`,
        pointer: `/${field.replace(".", "/")}`,
        exchanges: [exchange.id, ...after.exchanges],
      };
    },
    steady,
  );

const otherCards = (name: WriteName): Check => ({
  id: `write.other-cards.${name}`,
  title: `${name.toUpperCase()}: other cards stay as they were`,
  requirements: name === "patch" ? ["patch.request"] : ["put.request"],
  access: "write",
  stage: "last",
  run: async (run) => {
    const made = await controls(run, name);
    const card = await readyCard(run, name);
    const own = made.filter(({ operation, accepted }) => accepted && operation === writeOperations[name]);
    const touched = own.flatMap((control) => {
      const others = [...control.before.cards].filter(([id, before]) => {
        const after = control.after?.cards.get(id);
        return (
          id !== card.id &&
          after !== undefined &&
          jsonText(documentedLimits(before)) !== jsonText(documentedLimits(after))
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
    // Somebody else may change other cards at any time; a value that only this run writes is its doing.
    const ours = touched.filter(({ value, control }) => value === control.value);
    // What our writes have changed beside their card is put back as well.
    for (const { id } of ours) {
      const original = cardIn(card.list, id);
      const limits = documentedLimits(original);
      if (original !== undefined) run.written.begin({ id, limits, pageSize: card.list.limit }, null);
    }
    const [shown] = ours;
    if (shown === undefined)
      return [missing("limits of other cards changed; that may be somebody else's doing")];
    return [
      {
        kind: "violated",
        message: `A write to ${card.id} changed the limits of ${shown.id}.`,
        expected: [`the limits of ${shown.id} as they were`],
        received: jsonText(limitsOf(shown.control.after?.cards.get(shown.id))),
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
  stage: "last",
  run: async (run) => {
    const made = await controls(run, name);
    const own = made.filter(({ operation }) => operation === writeOperations[name]);
    return own.map((control): Fact => {
      const { exchange, refusedFirst } = control;
      if (refusedFirst !== null) {
        return {
          kind: "violated",
          message:
            "A write as specified was refused, and accepted when it was sent again at once under a new key.",
          expected: ["2xx"],
          received: `${outcomeOf(refusedFirst)}, then ${outcomeOf(exchange)}`,
          exchanges: [refusedFirst.id, exchange.id],
        };
      }
      return control.accepted ? held(`accepted (${outcomeOf(exchange)})`, exchange.id) : notAccepted(control);
    });
  },
});

/** Checks of writes that are as specified. */
export const controlWriteChecks: readonly Check[] = (["patch", "put"] as const).flatMap((name) => [
  headers(name),
  effect(name),
  partial(name),
  otherCards(name),
]);
