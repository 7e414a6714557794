/** What clients of the card API are asked to do, as they get it and as it has to be seen. */
import { type Operation, operations } from "../../../generated/operations.ts";
import type { Work } from "../evidence.ts";
import type { Task } from "../scenario.ts";

/** One thing to do. */
export type Step =
  | { readonly do: "list"; readonly limit?: number }
  | {
      readonly do: "patch" | "put";
      readonly card: string;
      readonly limits: Readonly<Record<string, unknown>>;
    };

const described: Readonly<Record<string, Operation | undefined>> = operations;
/** The operation of each step. */
const operationOf = { list: "listCards", patch: "updateCardLimits", put: "replaceCardLimits" } as const;

/** True where the description has an operation for the step. */
export function isDescribed(step: Step): boolean {
  return described[operationOf[step.do]] !== undefined;
}

function workOf(step: Step, task: number): Work {
  const operation = operationOf[step.do];
  const path = described[operation]?.path ?? "";
  if (step.do === "list") return { task, operation, path };
  return { task, operation, path: path.replace(/\{[^}]*\}/, step.card), body: step.limits };
}

/** A task of one step for each start of the client. */
export function oneByStart(steps: readonly Step[]): Task {
  const starts = steps.map((step, index) => ({ task: index + 1, ...step }));
  return { starts, work: starts.map((step) => ({ ...workOf(step, step.task), isOwnStart: true })) };
}

/** A task of one step, or of several: in sequence, or at the same time. */
export function taskOf(steps: readonly Step[], order: "sequence" | "parallel" = "sequence"): Task {
  const numbered = steps.map((step, index) => ({ task: index + 1, ...step }));
  const [first] = numbered;
  return {
    starts: [numbered.length === 1 && first !== undefined ? first : { do: order, tasks: numbered }],
    work: numbered.map((step) => ({
      ...workOf(step, step.task),
      ...(order === "parallel" ? { isAtOnce: true } : {}),
    })),
  };
}
