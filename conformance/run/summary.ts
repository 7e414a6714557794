/** The result of a run: counts, and why it is incomplete. */
import { api, type Operation, type OperationId, operations } from "../../generated/operations.ts";
import {
  type CheckEvent,
  cantSay,
  hardlyExercised,
  judgedByNone,
  neverAccepted,
  type Summary,
} from "../base/events.ts";
import type { Target } from "../base/target.ts";
import { count } from "../base/text.ts";
import { pagedOperation } from "../checks/kit/paged.ts";
import { readPage } from "../checks/kit/walk.ts";
import { type Exchange, succeeded } from "../wire/exchange.ts";
import { readToken } from "../wire/tokens.ts";

/**
 * Operations that a run asked about but never saw succeed as specified: those that it sent, and those
 * that a check needed but could not exercise.
 *
 * @param operationsOf - The operations that the check with this id judges.
 * @param unchanged - Operations with which nothing has been changed: one accepted only when it changed
 *   nothing has not been seen.
 */
export function unseenOperations(
  results: readonly CheckEvent[],
  exchanges: readonly Exchange[],
  operationsOf: (check: string) => readonly string[],
  unchanged: ReadonlySet<string>,
): readonly OperationId[] {
  const namesOf = ({ id }: CheckEvent) => operationsOf(id);
  const asked = results.filter(({ verdict }) => verdict !== "skipped").map(namesOf);
  const lacking = results.filter(({ verdict }) => verdict === "inconclusive").map(namesOf);
  const sent = new Set(exchanges.map(({ operation }) => operation));
  const isSeen = (name: string) =>
    !unchanged.has(name) &&
    exchanges.some(
      (exchange) => exchange.operation === name && exchange.alteration === null && isAccepted(exchange),
    );
  const unseen = (Object.keys(operations) as OperationId[]).filter((operation) => !isSeen(operation));
  const isUnseen = (name: string) => unseen.some((operation) => operation === name);
  return unseen.filter(
    (operation) =>
      (sent.has(operation) && asked.some((names) => names.includes(operation))) ||
      lacking.some((names) => names.includes(operation) && names.every(isUnseen)),
  );
}

/** Fewer checks that could not be exercised say little: a run may be asked for a few alone. */
const hardlyFrom = 5;

/**
 * Operations of which more checks could not be exercised than could, or one that is essential to it: of these, nothing can be
 * said. Other checks that are about several operations do not count.
 *
 * @param operationsOf - The operations that the check with this id judges.
 * @param isEssential - Tells whether nothing can be said of the operation without this check.
 */
export function hardlyExercisedOperations(
  results: readonly CheckEvent[],
  operationsOf: (check: string) => readonly string[],
  isEssential: (check: string, operation: OperationId) => boolean = () => false,
): readonly OperationId[] {
  const isOpen = ({ verdict, doesNotApply }: CheckEvent) =>
    verdict === "inconclusive" && doesNotApply !== true;
  return (Object.keys(operations) as OperationId[]).filter((operation) => {
    if (results.some((one) => isOpen(one) && isEssential(one.id, operation))) return true;
    const own = results.filter(({ id }) => {
      const [name, ...others] = operationsOf(id);
      return name === operation && others.length === 0;
    });
    const inconclusive = own.filter(isOpen);
    const judged = own.filter(({ verdict }) => ["passed", "failed", "observed"].includes(verdict));
    return inconclusive.length >= hardlyFrom && inconclusive.length > judged.length;
  });
}

/** True if the response contains what was asked for. */
function isAccepted(exchange: Exchange): boolean {
  if (exchange.operation === api.token) return readToken(exchange) !== null;
  const paged = pagedOperation(exchange.operation);
  return paged === null ? succeeded(exchange) : readPage(paged, exchange).ids !== null;
}

/** What may make a run incomplete. */
export interface Circumstances {
  /** Why there is no token; null while there is one. */
  readonly tokenProblem: string | null;
  /** Why the run was ended, or the session stopped sending; null if neither happened. */
  readonly stopped: string | null;
  /** Why requests were given up when the server limits their number; null if none was. */
  readonly limited: string | null;
  /** What could not be restored; null if nothing is left changed. */
  readonly leftChanged: string | null;
  /** Operations that were never seen to succeed. */
  readonly unseen: readonly OperationId[];
  /** The other path that a signature may cover, where the base URL has one and a signed request was refused; or null. */
  readonly otherSignaturePath: Target["signaturePath"] | null;
  /** Operations of which too much could not be exercised. */
  readonly hardlyExercised: readonly OperationId[];
  /** Operations that no check of the suite judges, so that nothing is said about them. */
  readonly unjudged: readonly Pick<Operation, "method" | "path" | "requirement">[];
  /** True if inconclusive checks make the run incomplete. */
  readonly strict: boolean;
  /** How many of the inconclusive checks are so because their rule cannot apply to this server. */
  readonly inapplicable: number;
}

/** Why a run is incomplete, one line each; empty if it is complete. */
export function whyIncomplete(
  summary: Summary,
  {
    tokenProblem,
    stopped,
    limited,
    leftChanged,
    unseen,
    otherSignaturePath,
    hardlyExercised: hardly,
    unjudged,
    strict,
    inapplicable,
  }: Circumstances,
): string[] {
  const lines = new Set<string>();
  if (stopped !== null) lines.add(stopped);
  // A limit may be why there is no token.
  if (limited !== null) lines.add(limited);
  if (tokenProblem !== null) lines.add(`no access token: ${tokenProblem}`);
  for (const operation of tokenProblem === null ? unseen : []) {
    const { method, path } = operations[operation];
    lines.add(`${cantSay}${method} ${path} ${neverAccepted}`);
  }
  const signed = Object.values<Operation>(operations).filter((one) => one.signed !== null);
  const isNoneAccepted = signed.length > 0 && signed.every(({ id }) => unseen.includes(id as OperationId));
  if (otherSignaturePath !== null && isNoneAccepted && tokenProblem === null && stopped === null) {
    lines.add(
      `no signed request was accepted: the base URL has a path, so try --signature-path ${otherSignaturePath}`,
    );
  }
  for (const operation of tokenProblem === null ? hardly : []) {
    if (unseen.includes(operation)) continue;
    const { method, path } = operations[operation];
    lines.add(`${cantSay}${method} ${path} ${hardlyExercised}`);
  }
  for (const { method, path, requirement } of unjudged) {
    const why = requirement === null ? "; it has no x-requirement in the description" : "";
    lines.add(`${cantSay}${method} ${path} ${judgedByNone}${why}`);
  }
  if (leftChanged !== null) lines.add(leftChanged);
  if (summary.emitted !== summary.expected) {
    lines.add(`${summary.expected} checks were expected and ${summary.emitted} have come`);
  }
  if (lines.size === 0 && summary.passed + summary.failed + summary.observed === 0) {
    lines.add(summary.expected === 0 ? "no check was selected" : "nothing could be exercised");
  }
  const inconclusive = summary.inconclusive - inapplicable;
  if (strict && inconclusive > 0) {
    lines.add(`${count(inconclusive, "check is", "checks are")} inconclusive (--strict)`);
  }
  return [...lines];
}
