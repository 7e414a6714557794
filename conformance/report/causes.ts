/** Reasons why many checks are inconclusive: a report states each once, at the start, with a count. */
import type { CheckEvent, ExchangeEvent } from "../base/events.ts";
import type { RunLog } from "./log.ts";
import { exchangesOf } from "./model.ts";

/** One reason why checks are inconclusive. */
export interface Cause {
  /** The reason, in the words that the checks share. */
  readonly message: string;
  /** What individual checks add to this message, such as a hint; each only once. */
  readonly additions: readonly string[];
  /** The inconclusive checks with this reason, in run order. */
  readonly checks: readonly CheckEvent[];
  /** The exchange that shows it; null if no check names one. */
  readonly exchange: ExchangeEvent | null;
}

/** The smallest number of checks that form a cause; fewer are listed one by one. */
const fewest = 3;
const mostAdditions = 3;

/** The causes of a run, the one with the most checks first. */
export function causesOf(log: RunLog): Cause[] {
  const held = log.checks.filter((check) => check.verdict === "inconclusive" && check.doesNotApply !== true);
  // The shortest messages first: messages that begin with them only add something.
  const leads = [...new Set(held.map(wordsOf))].sort((a, b) => a.length - b.length);
  const shared = new Map(held.map((check) => [check, leads.find((lead) => isLead(lead, wordsOf(check)))]));
  return leads
    .map((message) => ({ message, checks: held.filter((check) => shared.get(check) === message) }))
    .filter(({ checks }) => checks.length >= fewest)
    .map(({ message, checks }) => ({
      message,
      checks,
      additions: additionsOf(message, checks),
      exchange: exchangeOf(log, message, checks),
    }))
    .sort((a, b) => b.checks.length - a.checks.length);
}

/** Ids of the checks that are listed with their cause instead of one by one. */
export function heldBackIds(causes: readonly Cause[]): ReadonlySet<string> {
  return new Set(causes.flatMap(({ checks }) => checks.map(({ id }) => id)));
}

function wordsOf({ cause, message }: CheckEvent): string {
  return cause ?? message;
}

function isLead(lead: string, words: string): boolean {
  return words === lead || words.startsWith(`${lead}; `);
}

function additionsOf(message: string, checks: readonly CheckEvent[]): string[] {
  const longer = checks.filter((check) => check.message !== message && isLead(message, check.message));
  const additions = longer.map((check) => check.message.slice(message.length + 2));
  return [...new Set(additions)].slice(0, mostAdditions);
}

/** The exchanges of a check that stopped half-way do not show the reason, so they don't count. */
function exchangeOf(log: RunLog, message: string, checks: readonly CheckEvent[]): ExchangeEvent | null {
  const showing = checks.filter((check) => isLead(message, check.message));
  return showing.flatMap((check) => exchangesOf(log, check).slice(0, 1))[0] ?? null;
}
