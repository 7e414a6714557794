import { type RequirementId, requirements } from "../../../generated/requirements.ts";
import { type RequestContext, type Seams, specified } from "../seams.ts";
import { type Edit, edited } from "./changes.ts";
import { all, type When } from "./when.ts";

/** One rule broken in one way. */
export interface Fault {
  /** Stable and readable: the area, then what is wrong. */
  readonly name: string;
  readonly breaks: RequirementId;
  /** What the server does, in a few words. */
  readonly summary: string;
  /** Ids of the checks that fail: the intended one first, then those that inevitably notice it too. */
  readonly caughtBy: readonly [string, ...string[]];
  /** Checks that also fail when an intermittent fault hits them. */
  readonly mayFail: readonly string[];
  readonly seams: Partial<Seams>;
}

/** A heading in the catalogue. */
export interface Heading {
  /** The id of a requirement; the faults below exist where there is such a row. */
  readonly rule: string;
  readonly checks: readonly string[];
}

/** The rule that the faults below break, and the checks that fail; by default the one with the rule's id. */
export function breaks(rule: string, ...checks: readonly string[]): Heading {
  return { rule, checks: checks.length === 0 ? [rule] : checks };
}

/** A fault before its rule is known. */
export interface Row extends Omit<Fault, "breaks" | "caughtBy"> {
  /** The ids of its checks, derived from those of the heading. */
  readonly checksOf: (heading: readonly string[]) => readonly string[];
}

/** What a fault does: the seams it replaces. `route` is replaced for every request. */
export interface Misbehaviour extends Partial<Seams> {
  /** Changes the JSON object in successful responses. */
  readonly edits?: Edit;
  /** The requests for which the seams are replaced; every request unless given. */
  readonly when?: When;
  readonly mayFail?: readonly string[];
  readonly checksOf?: Row["checksOf"];
}

/** One fault; the heading above it says what it breaks. */
export function fault(name: string, summary: string, behaviour: Misbehaviour): Row {
  const { edits, when, mayFail = [], checksOf = (checks) => checks, ...others } = behaviour;
  const seams = edits === undefined ? others : { ...others, reply: edited(edits) };
  return {
    name,
    summary,
    mayFail,
    checksOf,
    seams: when === undefined ? seams : replacedWhen(when, seams),
  };
}

/** Creates faults whose seams are replaced for some requests only. */
export function faultsWhen(condition: When): typeof fault {
  return (name, summary, { when = () => true, ...behaviour }) =>
    fault(name, summary, { ...behaviour, when: all(condition, when) });
}

const ids = new Set<string>(requirements.map(({ id }) => id));

/**
 * Faults under their headings: each heading applies until the next one. Where no requirement has the id of the
 * heading, there is no rule to break, and so there are no such faults.
 *
 * @throws TypeError for a fault above the first heading.
 */
export function catalogue(...entries: readonly (Heading | Row)[]): Fault[] {
  let heading: Heading | undefined;
  return entries.flatMap((entry) => {
    if ("rule" in entry) {
      heading = entry;
      return [];
    }
    if (heading === undefined) throw new TypeError(`the fault ${entry.name} has no heading`);
    const { rule, checks } = heading;
    if (!isRule(rule)) return [];
    const { checksOf, ...row } = entry;
    const [first = rule, ...others] = checksOf(checks);
    return [{ ...row, breaks: rule, caughtBy: [first, ...others] }];
  });
}

/** These checks, where a requirement has this id: they look at it, and so there are none without. */
export function where(rule: string, ...checks: readonly string[]): readonly string[] {
  return isRule(rule) ? checks : [];
}

/** True for the id of a requirement. */
export function isRule(id: string): id is RequirementId {
  return ids.has(id);
}

type Seam = (...given: readonly unknown[]) => unknown;

/** Seams replaced for some requests and as specified for all others; the context is the last argument. */
export function replacedWhen(when: When, seams: Partial<Seams>): Partial<Seams> {
  const usual = specified as unknown as Readonly<Record<string, Seam>>;
  const entries = Object.entries(seams as Readonly<Record<string, Seam>>).map(([name, seam]) => [
    name,
    (...given: readonly unknown[]) => (when(given.at(-1) as RequestContext) ? seam : usual[name])?.(...given),
  ]);
  return Object.fromEntries(entries);
}
