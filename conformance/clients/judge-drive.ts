/** What a drive says of a client: its verdicts, and why they may not be all. */
import { mark } from "../base/redact.ts";
import { succeeded } from "../wire/exchange.ts";
import type { Claim, Evidence } from "./evidence.ts";
import { hasOutcomes } from "./outcomes.ts";
import type { Scenario } from "./scenario.ts";
import { nothingCame } from "./unseen.ts";
import { viewOf } from "./view.ts";
import type { Weather } from "./weather.ts";

/** The exit code of a program that cannot do what its task asks, as in Automake's tests. */
const unsupported = 77;

/**
 * The evidence of all scenarios. Where a program says nothing in outcome lines, its exit code is what it claims, if
 * it is known to mean something: that of a program that prints such lines elsewhere, or that never ends with 0 where
 * every call was refused.
 */
export function withExitClaims(evidence: readonly Evidence[]): readonly Evidence[] {
  const refused = evidence.filter(({ seen }) => seen.some(({ condition }) => condition === "forbidden"));
  const isMeant = refused.length > 0 && refused.every(({ end }) => end !== null && end.code !== 0);
  if (!isMeant && evidence.every(({ claims }) => claims.length === 0)) return evidence;
  return evidence.map((one) => {
    const { claims, end, work } = one;
    if (end === null || end.isLate || end.code === null) return one;
    if (claims.length > 0 || hasOutcomes(end.output)) return one;
    const result = end.code === 0 ? "ok" : end.code === unsupported ? "unsupported" : "error";
    const made = (work ?? []).map(({ task }): Claim => ({ task, result, items: null, outcome: null }));
    return { ...one, claims: made };
  });
}

/** Why a drive does not tell whether the client conforms, one line each. */
export function whyIncomplete(
  scenarios: readonly Scenario[],
  evidence: readonly Evidence[],
): readonly string[] {
  if (evidence.every(({ seen }) => seen.length === 0)) return [nothingCame];
  const controls = scenarios.filter(({ isControl }) => isControl);
  const doesSome = evidence.some(didItsTask);
  return controls.flatMap(({ id }) => {
    const found = evidence.find(({ scenario }) => scenario === id);
    // A client that says that it cannot do this has nothing to show here, as long as it can do something.
    const isLeftOut = found !== undefined && doesSome && saysUnsupported(found);
    return isLeftOut || (found !== undefined && didItsTask(found))
      ? []
      : [`the client did not do its task in ${id}, where everything works${refusalIn(found)}`];
  });
}

/** True where a client says that it cannot do what it was asked to do. */
export function saysUnsupported({ claims, end }: Evidence): boolean {
  return claims.length === 0
    ? end?.code === unsupported
    : claims.every(({ result }) => result === "unsupported");
}

/** The last refusal of a scenario, in the words of the sandbox, or what the client says; empty without either. */
function refusalIn(evidence: Evidence | undefined): string {
  const last = evidence?.seen.findLast(({ problem }) => problem !== null);
  if (last === undefined) {
    const claimed = evidence?.claims.find(isError);
    return claimed === undefined
      ? ""
      : `; it says "error" of task ${claimed.task}, of which no part was refused`;
  }
  const { request, path, response, problem } = last;
  return `; ${request.method} ${path} was answered with ${response?.status}: ${problem}`;
}

/** True where the weather of a scenario had something to do to the client, and nothing that it sent met it. */
export function isUnmet({ seen }: Evidence, { steps }: Pick<Weather, "steps">): boolean {
  return steps.length > 0 && seen.length > 0 && seen.every(({ weather }) => weather.length === 0);
}

const isError = ({ result }: Claim) => result === "error";

/** True where every part of the task was answered with success, and the client says of none that it failed. */
export function didItsTask(evidence: Evidence): boolean {
  const { worked } = viewOf(evidence);
  return (
    worked.length > 0 &&
    !evidence.claims.some(isError) &&
    worked.every(({ attempts }) => attempts.some(succeeded))
  );
}

/** Lines of output that are enough to see why a program has failed. */
const linesShown = 12;

/** The last lines that a program has printed, without a key. */
export function lastLines({ end }: Evidence): readonly string[] {
  const output = (end?.output ?? "").replace(
    /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(-----END[^\n]*|$)/g,
    mark,
  );
  return output.trim() === "" ? [] : output.trimEnd().split("\n").slice(-linesShown);
}
