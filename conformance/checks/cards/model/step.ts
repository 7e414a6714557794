/** Everything that the specification allows a server to do with one write. */
import {
  type AnswerClass,
  limitsAfter,
  type OpenQuestion,
  type Remembered,
  type World,
  type WriteRequest,
} from "./world.ts";

/** One thing that a server may do. */
export interface Outcome {
  readonly answer: AnswerClass;
  /** The world afterwards. */
  readonly world: World;
  /** The open question that the server answers by it. */
  readonly decides?: readonly [question: OpenQuestion, answer: string];
}

/**
 * All that the specification allows a server to do with a write, in a world:
 * - A request with a defect is refused and changes nothing (Authentication, lines 5 to 10).
 * - A write under a key of its own is carried out, if it is accepted (line 9, unique key). It may be refused, for
 *   reasons of the server's own.
 * - The same write under the same key is not carried out again (line 9, safe retry). What it is answered is open.
 * - Another write under a used key: open (Errors, idempotency-key reuse).
 */
export function step(world: World, request: WriteRequest): readonly Outcome[] {
  const known = world.keys.get(request.key);
  if (request.defect !== null) {
    const after = known === undefined ? remembering(world, request, "refused") : world;
    return unchanged(after, ["refused", "unknown"]);
  }
  if (known === undefined) return first(world, request);
  if (known.outcome === "open") {
    return [...first(world, request, "open"), ...unchanged(world, ["done", "waiting", "refused", "unknown"])];
  }
  // What it was refused for may be mended by another body, and there is no success that could be told again.
  if (known.outcome === "declined") return first(world, request);
  if (known.write !== request.write && known.outcome === "done") return reused(world, request);
  if (known.outcome === "refused") {
    return first(world, request).map((outcome) => ({
      ...outcome,
      decides: ["refused key", outcome.answer === "refused" ? "used up" : "free"],
    }));
  }
  return [
    ...unchanged(world, ["done", "waiting"], ["repetition", "success"]),
    ...unchanged(world, ["refused"], ["repetition", "refused"]),
    ...unchanged(world, ["unknown"]),
  ];
}

/** A write that has not been carried out before. */
function first(
  world: World,
  request: WriteRequest,
  carriedOut: Remembered["outcome"] = "done",
): readonly Outcome[] {
  const done = remembering(applied(world, request), request, carriedOut);
  const { key, write, sets } = request;
  const waiting = { sets, write, key: carriedOut === "done" ? key : null };
  const late = remembering({ ...world, late: [...world.late, waiting] }, request, "open");
  return [
    { answer: "done", world: done },
    { answer: "waiting", world: done },
    { answer: "waiting", world: late },
    { answer: "refused", world: remembering(world, request, "declined") },
    { answer: "unknown", world: done },
    { answer: "unknown", world },
    { answer: "unknown", world: late },
  ];
}

/**
 * A key that was used for another write: after it, nothing is known of the key, unless it was refused. What is refused
 * changes nothing, and the first write can still be retried safely.
 */
function reused(world: World, request: WriteRequest): readonly Outcome[] {
  const isCarriedOut = ({ answer }: Outcome) => answer !== "refused";
  const open = remembering(world, request, "open");
  return [
    ...first(world, request, "open")
      .filter(isCarriedOut)
      .map((outcome): Outcome => ({ ...outcome, decides: ["reuse", "applied"] })),
    ...unchanged(open, ["done", "waiting"], ["reuse", "replayed"]),
    ...unchanged(world, ["refused"], ["reuse", "refused"]),
    ...unchanged(open, ["unknown"]),
  ];
}

function unchanged(
  world: World,
  answers: readonly AnswerClass[],
  decides?: Outcome["decides"],
): readonly Outcome[] {
  return answers.map((answer) => ({ answer, world, ...(decides === undefined ? {} : { decides }) }));
}

function applied(world: World, { sets }: WriteRequest): World {
  return { ...world, limits: limitsAfter(world.limits, sets) };
}

function remembering(world: World, { key, write }: WriteRequest, outcome: Remembered["outcome"]): World {
  return { ...world, keys: new Map(world.keys).set(key, { write, outcome }) };
}
