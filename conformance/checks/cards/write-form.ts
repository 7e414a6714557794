/** The bodies with which a server accepts changes of limits: the specification leaves that of PUT open. */

import { type Operation, operations } from "../../../generated/operations.ts";
import { pathValue } from "../../../src/request/path.ts";
import { isObject } from "../../base/shape.ts";
import { bodySent, type Exchange } from "../../wire/exchange.ts";
import type { WriteWay } from "../../wire/way.ts";
import { changeLimits, describedWrite, type WriteOperation } from "./described-writes.ts";
import { documentedLimits, limitFields, limitsOf, writtenLimit } from "./limits.ts";

export type { WriteOperation } from "./described-writes.ts";

/**
 * True for a write as it is described that is judged here. Writes follow each other without a look at what there is in
 * between: one that needs an `If-Match` needs that.
 */
export function isJudgedHere(write: Pick<Operation, "ifMatch"> | undefined): boolean {
  return write !== undefined && write.ifMatch !== "required";
}

/**
 * The operations that are judged here, which compares each with the other: none where the description has only one of
 * them, or no limit by which writes are told apart.
 */
export const writeOperations: readonly WriteOperation[] =
  writtenLimit !== "" && changeLimits.every((operation) => isJudgedHere(describedWrite(operation)))
    ? changeLimits
    : [];

/** True for the name of an operation that changes limits. */
export function isWriteOperation(operation: unknown): operation is WriteOperation {
  return changeLimits.some((name) => name === operation);
}

/** `PATCH /v1/card/{id}/limits`. */
export function nameOf(operation: WriteOperation): string {
  return `${operations[operation].method} ${operations[operation].path}`;
}

/** The path parameters of a write to a card. */
export function pathTo(operation: WriteOperation, id: string): Record<string, string> {
  return pathValue(operations[operation].path, id);
}

/** Bodies of PUT to try, in this order; the specification does not show one (gap.put.body). */
const putBodies = {
  limits: (limits: Limits, amount: unknown): unknown => ({
    ...documentedLimits({ limits }),
    [writtenLimit]: amount,
  }),
  amounts: (limits: Limits, amount: unknown): unknown => {
    const { [writtenLimit]: _, ...others } = documentedLimits({ limits });
    const amounts = limitFields.filter((field) => field !== "approvalBased" && field in others);
    return { [writtenLimit]: amount, ...Object.fromEntries(amounts.map((field) => [field, others[field]])) };
  },
  wrapped: (limits: Limits, amount: unknown): unknown => ({
    limits: { ...documentedLimits({ limits }), [writtenLimit]: amount },
  }),
} as const;

type Limits = Readonly<Record<string, unknown>>;

/** The name of a PUT body: an answer to gap.put.body. */
export type PutBodyName = keyof typeof putBodies;

const inReplacement = describedWrite("replaceCardLimits")?.bodyFields ?? [];

/** The names of the PUT bodies, in the order in which they are tried: one alone where the description has limits in the body. */
export const putBodyNames: readonly PutBodyName[] = inReplacement.includes("limits")
  ? ["wrapped"]
  : (Object.keys(putBodies) as PutBodyName[]);

const [describedBody = "limits"] = putBodyNames;

/** A form in which a server has accepted writes of an operation. */
export interface WriteForm {
  readonly operation: WriteOperation;
  /** null for the specified way. */
  readonly way: WriteWay | null;
  /** Which PUT body; meaningless for PATCH. */
  readonly body: PutBodyName;
}

/** The form shown in the specification, if it shows one. */
export function specifiedForm(operation: WriteOperation): WriteForm {
  return { operation, way: null, body: describedBody };
}

/** True if writes in both forms are sent in the same way. */
export function isSameForm(a: WriteForm, b: WriteForm): boolean {
  return a.operation === b.operation && a.way?.id === b.way?.id && a.body === b.body;
}

/** This form with each possible body of its operation. */
export function bodyForms(form: WriteForm): readonly WriteForm[] {
  return form.operation === "updateCardLimits" ? [form] : putBodyNames.map((body) => ({ ...form, body }));
}

/** The body of a write in this form that sets the written limit; in a PUT, the other limits keep their given values. */
export function bodyIn({ operation, body }: WriteForm, limits: Limits, amount: unknown): unknown {
  return operation === "updateCardLimits" ? { [writtenLimit]: amount } : putBodies[body](limits, amount);
}

/** The limits that the body of a write names, in whichever form. */
export function limitsNamed(body: unknown): Readonly<Record<string, unknown>> {
  return isObject(body) ? (limitsOf(body) ?? body) : {};
}

/** What a write that was sent asks of a limit; undefined where it names none such. */
export function limitSent(exchange: Exchange, name: string = writtenLimit): unknown {
  return limitsNamed(bodySent(exchange))[name];
}

/** The body of a write with another amount for one limit, in the form that it has. */
export function withLimit(body: unknown, field: string, amount: unknown): unknown {
  if (!isObject(body)) return body;
  const limits = limitsOf(body);
  return limits === null ? { ...body, [field]: amount } : { ...body, limits: { ...limits, [field]: amount } };
}

/** Limits of a card that a PUT in this form leaves out: what becomes of them is open (gap.put.omitted-field). */
export function omittedIn(form: WriteForm, limits: Limits): readonly string[] {
  if (form.operation === "updateCardLimits") return [];
  const body = bodyIn(form, limits, null);
  const named = limitsNamed(body);
  return Object.keys(documentedLimits({ limits })).filter((field) => !Object.hasOwn(named, field));
}
