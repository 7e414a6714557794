/** The content that all reports share, derived from the log and independent of any format. */
import {
  type Basis,
  clientRequirements,
  type Requirement,
  requirements,
} from "../../generated/requirements.ts";
import type { CheckEvent, ExchangeEvent } from "../base/events.ts";
import type { RunLog } from "./log.ts";

/** The checks of one section of the specification. */
export interface Section {
  readonly name: string;
  readonly checks: readonly CheckEvent[];
  /** Checks announced for this section but never reported. */
  readonly missing: number;
}

const byId = new Map<string, Requirement>(
  [...requirements, ...clientRequirements].map((row) => [row.id, row]),
);

/** The requirements of a check that this version of the suite knows; a log may be from another version. */
export function requirementsOf(check: CheckEvent): Requirement[] {
  return check.requirements.flatMap((id) => byId.get(id) ?? []);
}

const exchangesById = new WeakMap<RunLog, ReadonlyMap<string, ExchangeEvent>>();

/** The exchanges that decided a check, the deciding one first. */
export function exchangesOf(log: RunLog, check: CheckEvent): ExchangeEvent[] {
  const found = exchangesById.get(log) ?? new Map(log.exchanges.map((exchange) => [exchange.id, exchange]));
  exchangesById.set(log, found);
  return check.exchanges.flatMap((id) => found.get(id) ?? []);
}

/** True for a failure that the profile does not expect. */
export function isContradiction(check: CheckEvent): boolean {
  return check.verdict === "failed" && check.known === undefined;
}

/** True for a failure that the profile expects. */
export function isKnownFailure(check: CheckEvent): boolean {
  return check.verdict === "failed" && check.known !== undefined;
}

/** True for a check that a report explains in full: the check or the suite itself failed. */
export function isBad({ verdict }: CheckEvent): boolean {
  return verdict === "failed" || verdict === "broken";
}

// Rows of a later chapter may come early, so a chapter is placed by its last row, a section by its first.
const places = new Map<string, number>();
for (const [index, { section }] of requirements.entries()) {
  places.set(chapter(section), index);
  if (section !== chapter(section)) places.set(section, places.get(section) ?? index);
}

function chapter(section: string): string {
  return section.split(" / ")[0] ?? section;
}

/** Order in the specification; a chapter's own checks come before those of its sections. */
function inOrder(a: string, b: string): number {
  const place = (name: string) => places.get(name) ?? requirements.length;
  const [chapterA, chapterB] = [chapter(a), chapter(b)];
  if (chapterA !== chapterB) return place(chapterA) - place(chapterB);
  return Number(a !== chapterA) - Number(b !== chapterB) || place(a) - place(b);
}

/** The sections in specification order, each with its checks in run order. */
export function sectionsOf(log: RunLog): Section[] {
  const groups = new Map<string, CheckEvent[]>();
  for (const name of Object.keys(log.run.sections ?? {})) groups.set(name, []);
  for (const check of log.checks) {
    groups.set(check.section, [...(groups.get(check.section) ?? []), check]);
  }
  return [...groups]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([name, checks]) => ({
      name,
      checks,
      missing: Math.max(0, (log.run.sections?.[name] ?? 0) - checks.length),
    }));
}

/** How many requirements of a kind exist, and how many of them a run exercised. */
export interface Coverage {
  readonly exercised: number;
  readonly all: number;
}

/**
 * Counts the requirements that at least one check exercised, of those that the judged party is held to; `rules` are
 * all but open questions.
 */
export function coverageOf({ run, checks }: RunLog): Readonly<Record<Basis | "rules", Coverage>> {
  const given = checks.filter(({ verdict }) => ["passed", "failed", "observed"].includes(verdict));
  const exercised = new Set<string>(given.flatMap((check) => check.requirements));
  const open = requirements.filter(({ basis }) => basis === "unspecified");
  const all: readonly Requirement[] =
    run.party === "client" ? [...clientRequirements, ...open] : requirements;
  const coverage = (...bases: readonly Basis[]) => {
    const rows = all.filter(({ basis }) => bases.includes(basis));
    return { exercised: rows.filter(({ id }) => exercised.has(id)).length, all: rows.length };
  };
  return {
    stated: coverage("stated"),
    derived: coverage("derived"),
    practice: coverage("practice"),
    rules: coverage("stated", "derived", "practice"),
    unspecified: coverage("unspecified"),
  };
}
