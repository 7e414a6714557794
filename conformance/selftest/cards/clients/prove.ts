/** What the suite says of a client that is broken, or lawful, on purpose. */
import { requirement } from "../../../../generated/requirements.ts";
import type { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import type { CheckEvent } from "../../../base/events.ts";
import { scenarios } from "../../../clients/cards/index.ts";
import type { Client } from "../../../clients/drive.ts";
import { judgeClient } from "../../../clients/judge.ts";
import { withExitClaims } from "../../../clients/judge-drive.ts";
import { clientRules } from "../../../clients/rules.ts";
import type { Scenario } from "../../../clients/scenario.ts";
import { driveInMemory } from "./ours.ts";

/** The verdict on each rule, by its id. */
export type Verdicts = ReadonlyMap<string, CheckEvent["verdict"]>;

/** Drives a client through scenarios and judges it by every rule. */
export async function verdictsOn(
  clientOf: (clock: VirtualClock) => Client,
  through: readonly Scenario[] = scenarios,
): Promise<Verdicts> {
  const evidence = [];
  for (const scenario of through) evidence.push(await driveInMemory(scenario, clientOf));
  const judged = judgeClient(clientRules, withExitClaims(evidence));
  return new Map(judged.map(({ rule, judgement }) => [rule.id, judgement.verdict]));
}

/** The rules that a client is found to break: for a practice, that is advice. */
export function foundIn(verdicts: Verdicts): readonly string[] {
  return [...verdicts]
    .filter(([, verdict]) => verdict === "failed" || verdict === "observed" || verdict === "broken")
    .map(([id]) => id);
}

/** The rules that a client fails: no advice. */
export function failedIn(verdicts: Verdicts): readonly string[] {
  return foundIn(verdicts).filter((id) => requirement(id).basis !== "practice");
}

/** The scenario of this name. @throws RangeError when there is none. */
export function scenarioNamed(id: string): Scenario {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (found === undefined) throw new RangeError(`there is no scenario "${id}"`);
  return found;
}
