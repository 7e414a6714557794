/** Which worlds are left after what was seen: none means that the specification does not allow it. */
import { step } from "./step.ts";
import {
  type AnswerClass,
  distinct,
  type Limits,
  limitsAfter,
  type World,
  type WriteRequest,
} from "./world.ts";

/**
 * How answers to open questions are taken: `lenient` lets a server answer differently from time to time and
 * decides what is a failure; `strict` expects one answer and is only told.
 */
export type Pass = "lenient" | "strict";

/** The worlds that agree with the answer to a write. */
export function answered(
  worlds: readonly World[],
  request: WriteRequest,
  answer: AnswerClass,
  pass: Pass = "lenient",
): readonly World[] {
  return distinct(
    worlds.flatMap((world) =>
      step(world, request).flatMap((outcome) => {
        if (outcome.answer !== answer) return [];
        if (pass === "lenient" || outcome.decides === undefined) return [outcome.world];
        const [question, given] = outcome.decides;
        const before = world.answers.get(question);
        return before !== undefined && before !== given
          ? []
          : [{ ...outcome.world, answers: new Map(world.answers).set(question, given) }];
      }),
    ),
  );
}

/** The worlds that agree with the limits that were read, by name and as JSON; their limits are then those. */
export function read(worlds: readonly World[], seen: ReadonlyMap<string, string>): readonly World[] {
  return distinct(
    worlds
      .flatMap(withLate)
      .filter(({ limits }) => differing(limits, seen).length === 0)
      .map((world) => ({ ...world, limits: new Map([...seen].map(([name, text]) => [name, [text]])) })),
  );
}

/** The world as it is, and after any of the late writes in any order. */
function withLate(world: World): readonly World[] {
  return [
    world,
    ...world.late.flatMap(({ sets, key, write }, at) =>
      withLate({
        ...world,
        limits: limitsAfter(world.limits, sets),
        keys: key === null ? world.keys : new Map(world.keys).set(key, { write, outcome: "done" }),
        late: world.late.filter((_, index) => index !== at),
      }),
    ),
  ];
}

/** The limits whose value is none of those that they may have. */
export function differing(limits: Limits, seen: ReadonlyMap<string, string>): readonly string[] {
  return [...seen.keys()].filter((name) => {
    const may = limits.get(name);
    return may !== undefined && may.length > 0 && !may.includes(seen.get(name) ?? "");
  });
}
