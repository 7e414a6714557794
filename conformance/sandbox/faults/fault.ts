import type { OperationId } from "../../../generated/operations.ts";
import type { RequirementId } from "../../../generated/requirements.ts";
import { type RequestContext, type Seams, specified } from "../seams.ts";
import { all, only, type When } from "./when.ts";

/** One rule broken in one way. */
export interface Fault {
  /** Stable and readable: area, then what is wrong. */
  readonly name: string;
  readonly breaks: RequirementId;
  /** What the server does, in a few words. */
  readonly summary: string;
  /** Ids of the checks that fail: the one that is meant for it first, then those that cannot help seeing it. */
  readonly caughtBy: readonly [string, ...string[]];
  /** Checks that fail as well where what happens now and then happens to them. */
  readonly mayFail: readonly string[];
  readonly seams: Partial<Seams>;
}

/** What a fault breaks, and the seams that it replaces; `route` is replaced for every request. */
export interface Breakage extends Partial<Seams> {
  /** The rule, and the checks that fail: see {@link Fault.caughtBy}. Without checks, the one named as the rule. */
  readonly breaks: readonly [rule: RequirementId, ...checks: string[]];
  readonly mayFail?: readonly string[];
  /** The requests for which the seams are replaced; every request unless given. */
  readonly when?: When;
}

/** Makes a row of the catalogue. */
export function fault(name: string, summary: string, breakage: Breakage): Fault {
  const { breaks, mayFail = [], when, ...seams } = breakage;
  const [rule, first = rule, ...others] = breaks;
  return {
    name,
    breaks: rule,
    summary,
    caughtBy: [first, ...others],
    mayFail,
    seams: when === undefined ? seams : replacedWhen(when, seams),
  };
}

/** Makes rows whose seams are replaced for one operation only. */
export function faultsOf(operation: OperationId): typeof fault {
  return (name, summary, { when = () => true, ...breakage }) =>
    fault(name, summary, { ...breakage, when: all(only(operation), when) });
}

type Seam = (...given: readonly unknown[]) => unknown;

/** The same seams, replaced for some requests and as specified for all others. The context comes last in each. */
function replacedWhen(when: When, seams: Partial<Seams>): Partial<Seams> {
  const usual = specified as unknown as Readonly<Record<string, Seam>>;
  const entries = Object.entries(seams as Readonly<Record<string, Seam>>).map(([name, seam]) => [
    name,
    (...given: readonly unknown[]) => (when(given.at(-1) as RequestContext) ? seam : usual[name])?.(...given),
  ]);
  return Object.fromEntries(entries);
}
