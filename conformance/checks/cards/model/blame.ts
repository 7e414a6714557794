/** What it contradicts when no world is left: the narrowest statement about the last write. */
import { differing } from "./narrow.ts";
import type { AnswerClass, World, WriteRequest } from "./world.ts";

/** What a server did that no world allows. */
export type Contradiction =
  /** A request with a defect was accepted. */
  | "defect accepted"
  /** What was refused changed something. */
  | "refusal with an effect"
  /** A repetition under the same key was carried out again. */
  | "applied again"
  /** A write under a key of its own was held back; its body had been sent before under another key. */
  | "held back"
  /** An accepted write is not what is read. */
  | "other value"
  /** A limit that the write does not name is another one. */
  | "other limit";

/** What was seen last, and what was known before. */
export interface LastSeen {
  readonly request: WriteRequest;
  /** The worlds before the request. */
  readonly before: readonly World[];
  readonly answer: AnswerClass;
  /** The limits that were read, by name and as JSON; null if the answer alone is not allowed. */
  readonly limits: ReadonlyMap<string, string> | null;
  /** The worlds that agree with the answer, but not with the limits. */
  readonly after: readonly World[];
  /** The limit that the writes change; any other stays as it is. */
  readonly changed: string;
  /** The limits that are named by the writes at the same time. */
  readonly namedBeside: ReadonlySet<string>;
}

/** Names what was contradicted. */
export function contradiction({
  request,
  before,
  answer,
  limits,
  after,
  changed,
  namedBeside,
}: LastSeen): Contradiction {
  if (limits === null) return "defect accepted";
  // The world that is nearest to what was seen.
  const [differences = []] = after
    .map((world) => differing(world.limits, limits))
    .sort((a, b) => a.length - b.length || Number(a.includes(changed)) - Number(b.includes(changed)));
  if (request.defect !== null) return "refusal with an effect";
  const isRepeated = before.some((world) => {
    const known = world.keys.get(request.key);
    return known?.outcome === "done" && known.write === request.write;
  });
  if (!differences.includes(changed)) {
    if (answer === "refused") return "refusal with an effect";
    return differences.some((name) => request.sets.has(name) || namedBeside.has(name))
      ? "other value"
      : "other limit";
  }
  if (isRepeated) return "applied again";
  if (answer === "refused") return "refusal with an effect";
  if (!request.sets.has(changed) && !namedBeside.has(changed)) return "other limit";
  const isHeldBack = before.some(
    (world) =>
      differing(world.limits, limits).length === 0 &&
      [...world.keys].some(
        ([key, { write, outcome }]) => outcome === "done" && key !== request.key && write === request.write,
      ),
  );
  return isHeldBack ? "held back" : "other value";
}
