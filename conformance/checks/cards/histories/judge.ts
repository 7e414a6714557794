/** From what a history has shown to facts: is it repeated, is it nobody else's doing, how few steps are needed. */
import { jsonText } from "../../../base/json-text.ts";
import { whenWords } from "../../../plan/draw.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { missing, type Run } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import {
  haveOthersMovedBefore,
  someLooks,
  staysByItself,
  timesAsLong,
  type Watch,
  wholeOf,
} from "../kit/card-compare.ts";
import { writeCheckId } from "../kit/write-check.ts";
import { restoreAsWell } from "../kit/write-ledger.ts";
import { cappedFact } from "./cap.ts";
import { type Finding, isFailure } from "./finding.ts";
import { anyOf, type Played, play, type Shown } from "./play.ts";
import { purpose, type WritableCard } from "./send.ts";
import { type Allowance, shortened } from "./shorten.ts";
import { type History, inWords, isUsual } from "./step.ts";
import { pageSizes, readWhole } from "./whole-state.ts";

/** The check of writes at which the server fails: one for both operations. */
export const answeredCheck = "write.answered";

/** The check of repetitions, without the end that stands for the operation. */
export const retryCheck = "idempotency.retry";

/** The check that a contradiction belongs to, without the end that stands for the operation, and its words. */
const checks = {
  "refusal with an effect": ["refused.no-effect", "A refused write changed something"],
  "applied again": [retryCheck, "A repetition under the same key was applied again"],
  "held back": ["idempotency.distinct", "A write under a key of its own was accepted but not applied"],
  "other value": ["write.effect", "After an accepted write another value is read"],
  "other limit": ["write.other-fields", "A write changed something besides its limit"],
  "other card": ["write.other-cards", "A write changed another card"],
  failure: [answeredCheck, "The server failed instead of taking or refusing a write"],
  "failure at a repetition": [retryCheck, "The server failed at a write under a key that was used before"],
} as const;

/** The ids of the checks that histories may have facts for, apart from those of defects. */
export const contradicted: readonly string[] = Object.values(checks).map(([id]) => id);

/** The check that a finding contradicts most narrowly. */
export function checkOf({ contradicts, defect, operation }: Finding): string {
  const id = contradicts === "defect accepted" ? (defect ?? "") : checks[contradicts][0];
  return id === answeredCheck ? id : writeCheckId(id, operation);
}

/** How often a history is played again to see again what it has shown. */
const mostAgain = 5;
/** Most reads of the card to see whether it changes by itself. */
const mostLooks = 100;
/** Fewest reads, to see whether somebody else changes something now and then: a history may be a single step. */
const fewestLooks = 60;
/** Milliseconds between two reads of everything: together some seconds, however fast the server is. */
const betweenLooksMs = 100;

/** What became of a finding. */
export interface Confirmed {
  readonly fact: Fact;
  /** True if it takes no history: a single write shows it. */
  readonly isPlain: boolean;
}

/**
 * Plays a history that has shown something again, with fresh keys.
 *
 * @returns A fact for the check that it contradicts; null if somebody else may have caused it.
 */
export async function confirmed(
  run: Run,
  spelled: WritableCard,
  { finding, steps }: Shown,
  requests: number,
  allowance: Allowance,
): Promise<Confirmed | null> {
  const capped = await cappedFact(run, spelled, finding, steps);
  if (capped !== null) return { fact: capped, isPlain: false };
  let card: WritableCard = new Map([...spelled].map(([operation, one]) => [operation, one.inSpellings([])]));
  // What was there by chance takes less time when it is there again: it is watched as long as it took at first.
  let besideMs = durationMs(run.probe.session.exchanges, finding) / timesAsLong;
  const recurs = async (history: History) => {
    const begun = run.probe.session.serverNow();
    const played = await play(run, card, history);
    besideMs = Math.max(besideMs, run.probe.session.serverNow() - begun);
    return showsAgain(played, finding, history);
  };
  // What the usual spelling shows as well has nothing to do with another one.
  if (anyOf(spelled).row.length > 0 && !(await recurs(steps))) card = spelled;
  // A server may fail now and then: that it does is worth something where it does each time. What is to be refused, chance
  // never accepts.
  const needed = isFailure(finding) ? mostAgain : 1;
  let [again, seen] = [0, 0];
  while (seen < needed && again < mostAgain && (again === seen || needed === 1)) {
    again += 1;
    // What it has shown was waited for in vain, and has to be again.
    run.keeper.renewPatience();
    // With one write more, so that what every fourth write meets does not stay beside every replay.
    if (again % 2 === 0) await anyOf(card).write(anyOf(card).nextValue(), { purpose });
    if (await recurs(steps)) seen += 1;
  }
  const { row } = anyOf(card);
  const words = row.length === 0 ? "" : `, ${whenWords(row)}`;
  const message = `${sentence(finding)}${words}`;
  if (seen < needed) {
    const words = `seen once, and ${seen === 0 ? "not" : `${seen} times`} when the history was repeated ${again} times`;
    const told = `${message} (${words}: ${inWords(steps)})`;
    const accepted = run.probe.session.exchanges.find(({ id }) => id === finding.exchanges[0])?.response;
    // What a gateway answers by itself, such as a page for people, is no acceptance.
    const isAnswer = accepted?.bytes === 0 || accepted?.json !== undefined;
    const isChance = finding.contradicts !== "defect accepted" || !isAnswer;
    const fact = isChance
      ? missing(told, finding.exchanges)
      : { ...violationOf(finding, `${told}.`), isLasting: true as const };
    return { fact, isPlain: false };
  }
  if (!finding.isOwn && !(await isCalm(run, card, finding, { requests, besideMs }))) return null;
  const { id, listed } = anyOf(card);
  if (finding.place !== null && finding.place.card !== id)
    restoreAsWell(run, listed.list, finding.place.card);
  const shortest = await shortened(steps, recurs, allowance);
  const history =
    shortest === null && steps.length > 1
      ? `In this run, after ${steps.length - 1} steps: ${inWords(steps)}.`
      : `A short history that shows it: ${inWords(shortest ?? steps)}.`;
  const fact = violationOf(finding, `${message}. ${history}`);
  const [step, ...others] = shortest ?? steps;
  return { fact, isPlain: step !== undefined && others.length === 0 && isUsual(step) };
}

function violationOf({ expected, received, exchanges }: Finding, message: string): Fact {
  return { kind: "violated", message, expected: [expected], received, exchanges };
}

/** How long it took from the write of a finding to the read that shows it, in milliseconds. */
export function durationMs(log: readonly Exchange[], { exchanges }: Finding): number {
  const shown = log.filter(({ id }) => exchanges.includes(id));
  const begun = Math.min(...shown.map(({ startedAt }) => startedAt));
  return Math.max(0, ...shown.map(({ endedAt }) => endedAt - begun));
}

function sentence({ contradicts, request }: Finding): string {
  const words =
    contradicts === "defect accepted" ? "A write with a defect was accepted" : checks[contradicts][1];
  return `${words} (${request})`;
}

/** True if the end of a history has shown the same finding again. */
export function showsAgain({ shown }: Pick<Played, "shown">, other: Finding, history: History): boolean {
  return shown.some(
    ({ finding, steps }) =>
      steps.length >= history.length &&
      checkOf(finding) === checkOf(other) &&
      finding.place?.field === other.place?.field &&
      // Who else changes cards changes now this one and now that one.
      finding.place?.card === other.place?.card,
  );
}

/** True if what has changed does not change while this run writes nothing. */
async function isCalm(
  run: Run,
  card: WritableCard,
  { place }: Finding,
  { requests, besideMs }: { readonly requests: number } & Pick<Watch, "besideMs">,
): Promise<boolean> {
  if (place === null) return true;
  // What this run writes meanwhile must not come late.
  run.keeper.renewPatience();
  const looks = Math.max(fewestLooks, Math.min(mostLooks, someLooks + 2 * requests));
  const own = anyOf(card);
  if (place.card === own.id) return staysByItself(own, { looks, besideMs }, wholeOf);
  // Who changes one of the other cards may change each of them at its time.
  if (haveOthersMovedBefore(run.probe.session.exchanges, own.id)) return false;
  const [size = null] = await pageSizes(run, own.listed);
  const seen = new Set<string>();
  for (let look = 0; look < looks && seen.size <= 1; look += 1) {
    if (look > 0) await run.probe.session.sleep(betweenLooksMs);
    const state = await readWhole(run, size, own.id);
    seen.add(jsonText([...(state?.cards ?? [])].map(([id, fields]) => [id, ...fields])));
  }
  return seen.size === 1;
}
