/** Histories: drawn sequences of writes, repetitions and refusals, judged by a model of what a server may do. */
import { count } from "../../base/text.ts";
import { isTimeForMore } from "../../plan/affordable.ts";
import type { KeyForm } from "../../plan/situations.ts";
import { type Check, held, type Run } from "../kit/check.ts";
import { ifConclusive, onInconclusive } from "../kit/inconclusive.ts";
import type { Keeper } from "../kit/keeper.ts";
import type { Fact } from "../kit/verdict.ts";
import {
  answeredCheck,
  type Confirmed,
  checkOf,
  confirmed,
  contradicted,
  retryCheck,
} from "./histories/judge.ts";
import { repeatedLate } from "./histories/late.ts";
import { historiesPlanned, planHistories } from "./histories/plan.ts";
import { type Played, play } from "./histories/play.ts";
import type { WritableCard } from "./histories/send.ts";
import { defectsInHistories } from "./histories/themes.ts";
import { writableCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { everySpelling } from "./kit/drawn-writes.ts";
import { otherPatches } from "./kit/other-patches.ts";
import { usableKeyForms } from "./kit/situated-write.ts";
import { writeCheckId } from "./kit/write-check.ts";
import { answersIn } from "./model/strict.ts";
import { type OpenQuestion, type World, worldWith } from "./model/world.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

/** What the histories of a run have shown, by the id of the check. */
type HistoryFacts = ReadonlyMap<string, Fact>;

/** Steps that are played, at most, to shorten what histories have shown. */
const stepsToShorten = 100;

/**
 * What histories have shown in a run before: seen again when a check is asked again, that is enough, and the
 * histories need not be shortened a second time.
 */
const shownBefore = new WeakMap<Keeper, Map<string, Confirmed>>();

/** Plays the histories once per run, while nothing else writes, when it is known which limits a patch changes. */
function historyFacts(run: Run): Promise<HistoryFacts> {
  return run.memoize("histories", async () => {
    if (run.draw.histories > 0) await ifConclusive(otherPatches(run));
    return run.withCardLock(() => playAll(run));
  });
}

async function playAll(run: Run): Promise<HistoryFacts> {
  const facts = new Map<string, Fact>();
  const before = shownBefore.get(run.keeper) ?? new Map<string, Confirmed>();
  shownBefore.set(run.keeper, before);
  const allowance = { steps: stepsToShorten };
  const allowed: Played["seen"][] = [];
  const { seed, histories } = run.draw;
  if (histories === 0) return facts;
  const plain = await writableIn(run);
  const planned = plain.size === 0 ? [] : planHistories(seed, [...plain.keys()]).slice(0, histories);
  const rows = planned.length === 0 ? [] : await everySpelling(run, [...plain.values()], "histories");
  const forms = planned.length === 0 ? [] : [null, ...(await commonKeyForms(run, [...plain.values()]))];
  for (const [index, history] of planned.entries()) {
    // The first one is spelled as usual.
    const spelling = rows[(index - 1) % Math.max(1, rows.length)] ?? [];
    const form = forms[index % forms.length] ?? null;
    const row = form === null ? spelling : [...spelling, form];
    const card: WritableCard = new Map(
      [...plain].map(([operation, one]) => [operation, one.inSpellings(row)]),
    );
    // What every run asks goes before histories.
    const { session } = run.probe;
    if (!isTimeForMore(session.remainingMs(), session.speed().perSecond)) break;
    // A history in which nothing can be waited for ends there, and those after it.
    run.keeper.renewPatience();
    const played = await ifConclusive(play(run, card, history));
    for (const shown of played?.shown ?? []) {
      const id = checkOf(shown.finding);
      // What was seen once may recur in another history.
      if (facts.get(id)?.kind === "violated") continue;
      const found =
        before.get(id) ?? (await ifConclusive(confirmed(run, card, shown, played?.requests ?? 0, allowance)));
      if (found === null) return facts;
      facts.set(id, found.fact);
      if (found.fact.kind === "violated") before.set(id, found);
      // If not even a single write is what is read afterwards, histories tell nothing more.
      if (found.isPlain && shown.finding.contradicts === "other value") return facts;
    }
    // What ends one history, such as writes that are never to be seen, ends every other one as well.
    if (played?.isWhole !== true) break;
    allowed.push(played.seen);
  }
  for (const [operation, card] of plain) {
    const id = writeCheckId(retryCheck, operation);
    if (facts.has(id)) continue;
    const late = planned.length === 0 ? null : await ifConclusive(repeatedLate(run, card));
    const isWhole = allowed.length === planned.length;
    const fact = late ?? (isWhole ? held(allowedInWords(allowed)) : null);
    if (fact !== null) facts.set(id, fact);
  }
  return facts;
}

/** The forms of keys that the server takes with every one of these writes. */
async function commonKeyForms(run: Run, cards: readonly CardUnderTest[]): Promise<readonly KeyForm[]> {
  const [first = [], ...others] = await Promise.all(cards.map((card) => usableKeyForms(run, card)));
  return first.filter((form) => others.every((usable) => usable.includes(form)));
}

/** The one card on which histories are played, with each operation that is accepted for it as specified. */
async function writableIn(run: Run): Promise<WritableCard> {
  const found = new Map<WriteOperation, CardUnderTest>();
  for (const operation of writeOperations) {
    const card = await ifConclusive(writableCard(run, operation));
    const [first = card] = found.values();
    // In another way of signing, a defect may be what the server expects.
    if (card !== null && card.form.way === null && card.id === first?.id) found.set(operation, card);
  }
  return found;
}

/** The open questions in the words of a report. */
const questions: Readonly<Record<OpenQuestion, string>> = {
  reuse: "a key that is used for another write",
  repetition: "the repetition of a write",
  "refused key": "the key of a refused write",
};

/** What histories without a finding say together: a server need not have one answer to an open question. */
function allowedInWords(histories: readonly Played["seen"][]): string {
  let answers: World["answers"] = new Map();
  const varying = new Set<OpenQuestion>();
  for (const seen of histories) {
    if (seen === null) continue;
    const found = answersIn({ ...worldWith(seen.limits), answers }, seen.log);
    answers = found.given;
    for (const question of found.varying) varying.add(question);
  }
  const words = [...varying].map((question) => questions[question]);
  const twice = words.length === 0 ? "" : ` (${words.join(" and ")} was answered in two ways, which is open)`;
  return `${count(histories.length, "drawn history", "drawn histories")} of writes agreed with that${twice}`;
}

const judged: readonly string[] = [
  answeredCheck,
  ...[...contradicted, ...defectsInHistories.map(({ id }) => id)].flatMap((id) =>
    writeOperations.map((operation) => writeCheckId(id, operation)),
  ),
];

/**
 * The same checks; those that a history may contradict also look at what the histories have shown, unless they
 * have found a contradiction without them. They run last, since histories write.
 */
export function withHistories(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) =>
    judged.includes(check.id)
      ? {
          ...check,
          stage: "last",
          histories: historiesPlanned,
          run: async (run) => {
            const facts = await onInconclusive(check.run(run), ({ fact }): readonly Fact[] => [fact]);
            if (facts.some(({ kind }) => kind === "violated")) return facts;
            const shown = (await historyFacts(run)).get(check.id);
            return shown === undefined ? facts : [...facts, shown];
          },
        }
      : check,
  );
}
