/** What was seen in a history that the specification does not allow. */
import { operations } from "../../../../generated/operations.ts";
import { outcomeOf } from "../../../wire/exchange.ts";
import { writtenLimit } from "../limits.ts";
import { type Contradiction, contradiction } from "../model/blame.ts";
import { differing, read } from "../model/narrow.ts";
import type { World } from "../model/world.ts";
import type { WriteOperation } from "../write-form.ts";
import { classOf, type SentWrite } from "./send.ts";
import { type Difference, differences, limitsIn, type WholeState } from "./whole-state.ts";

/** What was seen that the specification does not allow. */
export interface Finding {
  readonly contradicts: Contradiction | "other card" | "failure" | "failure at a repetition";
  readonly operation: WriteOperation;
  /** The id of the row of the defect, if the last write had one. */
  readonly defect: string | null;
  /** What the last write was, and how it was answered. */
  readonly request: string;
  readonly expected: string;
  readonly received: string;
  /** The card and the field whose value shows it; null if the answer does. */
  readonly place: { readonly card: string; readonly field: string } | null;
  /** True if only this run can have caused it: a value that it wrote is where it must not be. */
  readonly isOwn: boolean;
  readonly exchanges: readonly string[];
}

/** A step, and what was known before and after its answer. */
export interface Judged {
  /** Id of the card under test. */
  readonly id: string;
  readonly last: SentWrite;
  /** What was sent at the same time. */
  readonly beside: readonly SentWrite[];
  /** The worlds before the last write. */
  readonly before: readonly World[];
  /** The worlds that agree with its answer. */
  readonly after: readonly World[];
  /** What was read before. */
  readonly state: WholeState;
  /** The values that the usual limit has had in the history, as JSON. */
  readonly wrote: ReadonlySet<string>;
}

/** The finding of a step whose answer no world allows, or after which no world agrees with what is read. */
export function findingOf(given: Judged, seen: WholeState | null): Finding {
  const judged = seen === null ? given : { ...given, last: changing(given, seen) };
  const { exchange, operation, defect, request } = judged.last;
  const method = `${operations[operation].method}${request.defect === null ? "" : ` ${request.defect}`}`;
  const shown = {
    operation,
    defect,
    request: `${method}, answered ${outcomeOf(exchange)}`,
    exchanges: [exchange.id, ...(seen?.exchanges ?? [])],
  };
  if (seen !== null) return { ...shown, ...contradictedBy(judged, seen) };
  const [expected, received] = ["a refusal (any 4xx)", outcomeOf(exchange)];
  return { ...shown, contradicts: "defect accepted", expected, received, place: null, isOwn: true };
}

const isRefused = ({ request, exchange }: SentWrite) =>
  request.defect !== null || classOf(exchange) === "refused";

/** The write to which it is laid: what is no matter of the limits that were asked for, to one that was taken. */
function changing({ id, last, beside, after }: Judged, seen: WholeState): SentWrite {
  const isOfLimits = read(after, limitsIn(seen, id)).length === 0;
  return isOfLimits || !isRefused(last) ? last : (beside.find((one) => !isRefused(one)) ?? last);
}

/** The finding of a write at which the server failed: whatever is sent to it, it takes or refuses it. */
export function failureOf(
  { request, exchange, operation, defect }: SentWrite,
  beside: readonly SentWrite[],
  before: readonly World[],
): Finding {
  const isRepeated =
    before.every(({ keys }) => keys.has(request.key)) ||
    beside.some((one) => one.request.key === request.key);
  return {
    contradicts: isRepeated ? "failure at a repetition" : "failure",
    operation,
    defect,
    request: `${operations[operation].method}${request.defect === null ? "" : ` ${request.defect}`}, answered ${outcomeOf(exchange)}`,
    expected: "2xx, or a refusal (any 4xx)",
    received: outcomeOf(exchange),
    place: null,
    isOwn: true,
    exchanges: [exchange.id],
  };
}

/** True for the finding of a write at which the server failed. */
export function isFailure({ contradicts }: Finding): boolean {
  return contradicts === "failure" || contradicts === "failure at a repetition";
}

type Told = Pick<Finding, "contradicts" | "expected" | "received" | "place" | "isOwn">;

function contradictedBy(judged: Judged, seen: WholeState): Told {
  const limits = limitsIn(seen, judged.id);
  return read(judged.after, limits).length === 0
    ? byLimits(judged, limits)
    : byOthers(judged, differences(judged.state, seen, judged.id));
}

/** The limits of the card under test are not what any world says. */
function byLimits(
  { id, last, beside, before, after, wrote }: Judged,
  limits: ReadonlyMap<string, string>,
): Told {
  const { request, exchange } = last;
  const answer = classOf(exchange);
  const [fewest = []] = after
    .map((world) => differing(world.limits, limits))
    .sort((a, b) => a.length - b.length);
  const field = fewest.includes(writtenLimit) ? writtenLimit : (fewest[0] ?? writtenLimit);
  const allowed = [...new Set(after.flatMap((world) => world.limits.get(field) ?? []))];
  const is = limits.get(field) ?? "nothing";
  return {
    contradicts: contradiction({
      request,
      before,
      answer,
      limits,
      after,
      changed: writtenLimit,
      namedBeside: new Set(beside.flatMap((one) => [...one.request.sets.keys()])),
    }),
    expected: `limits.${field} ${allowed.join(" or ")}`,
    received: `limits.${field} ${is}`,
    place: { card: id, field: `limits.${field}` },
    // Each value is of one write: who else changes the card does not come upon it, here and when it is repeated.
    isOwn: field === writtenLimit && (is === ownValue(last) || wrote.has(is)),
  };
}

/** Something else has changed: other fields of the card, or other cards. */
function byOthers({ id, last }: Judged, all: readonly Difference[]): Told {
  const isOwn = ({ card, field, is }: Difference) =>
    card !== id && field === `limits.${writtenLimit}` && is === ownValue(last);
  const shown = all.find(isOwn) ?? all[0];
  if (shown === undefined) throw new TypeError("a finding needs something that has changed");
  const { card, field, was, is } = shown;
  const where = `${field}${card === id ? "" : ` of ${card}`}`;
  return {
    contradicts: isRefused(last) ? "refusal with an effect" : card === id ? "other limit" : "other card",
    expected: `${where} ${was}`,
    received: `${where} ${is}`,
    place: { card, field },
    isOwn: isOwn(shown),
  };
}

function ownValue({ request }: SentWrite): string | null | undefined {
  return request.sets.get(writtenLimit)?.text;
}
