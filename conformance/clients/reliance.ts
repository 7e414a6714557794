/** On which answers to open questions a client relies: the same task under each of them. */

import { requirement } from "../../generated/requirements.ts";
import { questionName } from "../base/question-name.ts";
import { answer as answered, missing, type Question } from "../checks/kit/check.ts";
import { type Fact, type Judgement, judge } from "../checks/kit/verdict.ts";
import { choose, questions } from "../sandbox/choices.ts";
import { succeeded } from "../wire/exchange.ts";
import { everything, relied } from "./cards/index.ts";
import { type Client, type DriveOptions, driveScenario } from "./drive.ts";
import type { Evidence } from "./evidence.ts";
import type { Scenario } from "./scenario.ts";
import { viewOf, type WorkSeen } from "./view.ts";

/** A question that the specification leaves open, asked of a client. */
export interface Reliance extends Question {
  readonly gap: string;
  /** The answers of a server, the sandbox's own first. */
  readonly answers: readonly string[];
}

/** Every question that a client meets when everything works. */
export const reliances: readonly Reliance[] = questions
  .filter(({ gap, answers }) => relied.includes(gap) && answers.length > 1)
  .map(({ gap, answers }) => ({
    id: `reliance.${questionName(gap)}`,
    title: `the client works under every answer to: ${requirement(gap).question}`,
    requirements: [gap],
    gap,
    answers,
  }));

/** The scenario in which everything works, under one answer. */
function scenarioOf(name: string): Scenario {
  return { id: name, weather: "calm", items: 25, task: everything, isControl: false };
}

/** The parts of the task that were done, by their number: an answer of success arrived, and nothing else was said. */
function doneIn(evidence: Evidence): readonly number[] {
  const isDone = ({ attempts, claim }: WorkSeen) =>
    attempts.some(succeeded) && (claim === null || claim.result === "ok");
  return viewOf(evidence)
    .worked.filter(isDone)
    .map(({ work }) => work.task);
}

/** What a client did under one answer. */
export interface Tried {
  readonly answer: string;
  readonly evidence: Evidence;
}

/** Does the task under every answer to a question. */
export async function tryAnswers(
  { gap, answers }: Reliance,
  client: Client,
  options: DriveOptions,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const answer of answers) {
    const scenario = scenarioOf(`${questionName(gap)}=${answer}`);
    const choices = choose([gap, answer]);
    tried.push({ answer, evidence: await driveScenario(scenario, client, { ...options, choices }) });
  }
  return tried;
}

/** Which answers a client can live with. Pure. A part of the task that it never does says nothing. */
export function judgeReliance(gap: string, tried: readonly Tried[]): Judgement {
  const ever = new Set(tried.flatMap(({ evidence }) => doneIn(evidence)));
  const about = requirement(gap).operations;
  const asked = (tried[0]?.evidence.work ?? []).filter(({ operation }) => about.includes(operation));
  if (asked.length > 0 && !asked.some(({ task }) => ever.has(task))) {
    return judge("unspecified", [
      missing("the client never did what the question is about, under any answer"),
    ]);
  }
  const works = tried.filter(({ evidence }) => doneIn(evidence).length === ever.size);
  const others = tried.filter((one) => !works.includes(one));
  return judge("unspecified", [factOf(ever.size, works, others)]);
}

function factOf(done: number, works: readonly Tried[], others: readonly Tried[]): Fact {
  if (done === 0) return missing("the client did nothing of its task, under any answer");
  if (others.length === 0) return answered("any", "It works under every answer.", []);
  const names = (some: readonly Tried[]) => some.map(({ answer }) => answer).join(", ");
  const exchanges = others.flatMap(({ evidence }) => evidence.seen.at(-1)?.id ?? []);
  if (works.length === 0)
    return answered("none", "Under each answer, another part of the task fails.", exchanges);
  const seen = `It assumes ${names(works)}, which the specification does not say: with ${names(others)} it does not do its task.`;
  return answered(names(works), seen, exchanges);
}
