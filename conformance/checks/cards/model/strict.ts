/** Whether a server has one answer to each open question: only told, since nothing says that it must. */
import { answered, read } from "./narrow.ts";
import { step } from "./step.ts";
import { type AnswerClass, distinct, type OpenQuestion, type World, type WriteRequest } from "./world.ts";

/** A write and its answer, and the limits that were read afterwards, by name and as JSON; null if none were. */
export interface LoggedWrite {
  readonly request: WriteRequest;
  readonly answer: AnswerClass;
  readonly limits: ReadonlyMap<string, string> | null;
}

/** What a log says of a server's answers to open questions. */
export interface Answers {
  /** The answers that every world agrees on. */
  readonly given: World["answers"];
  /** The questions that were answered in two ways. */
  readonly varying: ReadonlySet<OpenQuestion>;
}

/** Goes through a log that the specification allows, expecting one answer to each open question. */
export function answersIn(start: World, log: readonly LoggedWrite[]): Answers {
  const varying = new Set<OpenQuestion>();
  let worlds: readonly World[] = [start];
  for (const { request, answer, limits } of log) {
    const seen = (some: readonly World[]) => (limits === null ? some : read(some, limits));
    const strict = seen(answered(worlds, request, answer, "strict"));
    if (strict.length > 0) {
      worlds = strict;
      continue;
    }
    for (const question of questionsIn(worlds, request, answer)) varying.add(question);
    const lenient = seen(answered(worlds, request, answer));
    const answers = new Map([...start.answers].filter(([question]) => !varying.has(question)));
    worlds = distinct(lenient.map((world) => ({ ...world, answers })));
  }
  return { given: agreed(worlds), varying };
}

function questionsIn(worlds: readonly World[], request: WriteRequest, answer: AnswerClass): OpenQuestion[] {
  return worlds
    .flatMap((world) => step(world, request))
    .flatMap((outcome) => (outcome.answer === answer && outcome.decides ? [outcome.decides[0]] : []));
}

function agreed([first, ...others]: readonly World[]): World["answers"] {
  const answers = [...(first?.answers ?? [])];
  return new Map(
    answers.filter(([question, given]) => others.every(({ answers }) => answers.get(question) === given)),
  );
}
