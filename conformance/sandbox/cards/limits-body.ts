import { type Operation, operations } from "../../../generated/operations.ts";
import { type Samples, samples } from "../../../generated/samples.ts";
import { validators } from "../../../generated/validators.js";
import { didYouMean } from "../../base/nearest.ts";
import { isObject } from "../../base/shape.ts";
import { readJson, typeName } from "../json-body.ts";
import { quoted } from "../refuse.ts";
import { sampleItems } from "../samples.ts";
import type { RequestContext } from "../seams.ts";
import type { Card, Limits } from "./cards.ts";
import type { WriteOperation } from "./names.ts";

// Of all samples: the first one need not have what is optional.
const items = sampleItems("listCards", Number.POSITIVE_INFINITY, 1);
const shown = new Set(items.flatMap(limitNamesOf));
const described: Readonly<Record<string, Operation | undefined>> = operations;
const shownBodies: Readonly<Record<string, Samples | undefined>> = samples;
const inPatch = described.updateCardLimits?.bodyFields ?? [];
const inReplacement = shownBodies.replaceCardLimits?.bodies.flatMap((one) => Object.keys(Object(one))) ?? [];
const fields = [...new Set([...inPatch, ...inReplacement])].filter((name) => shown.has(name));
const patched = fields.filter((name) => inPatch.includes(name));
const amounts = fields.filter((field) => field !== "approvalBased");

/** Names of the limits that a card shows; none for a card of another description, which may have none. */
export function limitNamesOf(card: object): readonly string[] {
  return Object.keys(Object((card as Partial<Card>).limits));
}

/** Limits for which an open question decides whether PATCH changes them; PATCH changes all others. */
const patchGaps = new Map<string, string>([
  ["monthly", "gap.patch.monthly"],
  ["atm", "gap.patch.atm"],
  ["approvalBased", "gap.patch.approval-based"],
]);

/**
 * Limits that the specification does not know, or that the description shows as another thing than a number: its schema
 * alone says what they are.
 */
const asDescribed: readonly string[] = fields.filter(
  (name) =>
    (name !== "daily" && !patchGaps.has(name)) || !items.some((card) => isAmountIn(card as Card, name)),
);

/** Amounts of the specification. */
const spoken = amounts.filter((name) => !asDescribed.includes(name));

/** True where an item shows a limit as a number, or as none. */
function isAmountIn({ limits }: Card, name: string): boolean {
  const value = (limits as Readonly<Record<string, unknown>>)[name] ?? null;
  return value === null || typeof value === "number";
}

/** What a body has limits in, where they are wrapped. */
const wrapper = "limits";
const isWrappedAsDescribed = described.replaceCardLimits?.bodyFields.includes(wrapper) === true;

/** The limits that a request body sets, or a text that explains why the body is not accepted. */
export function readChanges(context: RequestContext, operation: WriteOperation): Partial<Limits> | string {
  const body = parseObject(context.request.body);
  if (typeof body === "string") return body;
  const others = beside(operation);
  const limits = Object.fromEntries(Object.entries(body).filter(([name]) => !others.includes(name)));
  const isWrapped = operation === "replaceCardLimits" && isWrappedAsDescribed;
  const problem =
    schemaProblem(operation, body, isWrapped ? [...others, wrapper] : others) ??
    schemaProblem("updateCardLimits", limitsOf(limits), fields);
  if (problem !== null) return problem;
  return operation === "replaceCardLimits" ? replacement(context, limits) : patch(context, limits);
}

/** What the description has in a body beside limits, such as a reason. */
function beside(operation: WriteOperation): readonly string[] {
  const all: readonly string[] = operations[operation].bodyFields;
  return all.filter((name) => name !== wrapper && !fields.some((field) => field === name));
}

/** The limits of a body, which may be wrapped. */
function limitsOf(body: Record<string, unknown>): Record<string, unknown> {
  return isObject(body.limits) ? body.limits : body;
}

/** What the schema of an operation's body says against some of its properties, or null if nothing. */
function schemaProblem(
  operation: WriteOperation,
  body: Record<string, unknown>,
  names: readonly string[],
): string | null {
  const schema = described[operation]?.body ?? null;
  if (schema === null || validators[schema](body)) return null;
  for (const { instancePath, keyword, params, message } of validators[schema].errors ?? []) {
    const name = instancePath.split("/")[1] ?? params.missingProperty;
    // Of the amounts that the specification has, decimals are an open question; memberProblem asks for a number.
    if (keyword === "type" && spoken.some((one) => one === name)) continue;
    if (names.some((one) => one === name)) return `${name} ${message ?? "is not as described"}.`;
  }
  return null;
}

function replacement({ choices }: RequestContext, body: Record<string, unknown>): Partial<Limits> | string {
  switch (isWrappedAsDescribed ? "wrapped" : choices.get("gap.put.body")) {
    case "limits":
      return exactly(body, fields);
    case "amounts":
      return exactly(body, amounts);
    case "wrapped": {
      const { limits, ...rest } = body;
      if (Object.keys(rest).length > 0 || typeof limits !== "object" || limits === null) {
        return 'The limits have to be wrapped here; send {"limits": {…}} (gap.put.body).';
      }
      return exactly(limits as Record<string, unknown>, fields);
    }
    default:
      return "No body of PUT is accepted here (gap.put.body).";
  }
}

function patch({ choices }: RequestContext, body: Record<string, unknown>): Partial<Limits> | string {
  if (Object.keys(body).length === 0 && choices.get("gap.patch.empty") === "refused") {
    return "The body names no limit (gap.patch.empty).";
  }
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const problem = memberProblem(name, value, patched);
    if (problem !== null) return problem;
    const gap = patchGaps.get(name);
    const answer = gap === undefined ? "accepted" : choices.get(gap);
    if (answer === "refused") return `${name} cannot be changed by PATCH here (${gap}).`;
    if (answer !== "ignored") changes[name] = value;
  }
  return changes;
}

function exactly(body: Record<string, unknown>, names: readonly string[]): Partial<Limits> | string {
  for (const [name, value] of Object.entries(body)) {
    const problem = memberProblem(name, value, names);
    if (problem !== null) return problem;
  }
  const lacking = names.filter((name) => !(name in body));
  return lacking.length === 0 ? body : `PUT replaces every limit; the body lacks ${lacking.join(", ")}.`;
}

/** Why a member of the body is not accepted, or null if it is. */
function memberProblem(name: string, value: unknown, names: readonly string[]): string | null {
  if (!names.includes(name)) {
    if (name === "limits")
      return `The limits are not wrapped here; send {"${names[0]}": …} alone (gap.put.body).`;
    return `There is no limit ${quoted(name)}; ${didYouMean(name, names, `known are ${names.join(", ")}.`)}`;
  }
  if (name === "approvalBased" || asDescribed.includes(name)) return null;
  if (typeof value !== "number") {
    const isNumeral = typeof value === "string" && /^[0-9]+$/.test(value);
    return `${name} is ${typeName(value)}; send a number${isNumeral ? ", without quotes" : ""}.`;
  }
  if (value < 0) return `${name} is negative.`;
  return Number.isFinite(value) ? null : `${name} is too large a number.`;
}

/** What a body that is not accepted would set, for who does not look at it; nothing where it is no object. */
export function objectIn(text: string): Partial<Limits> {
  const body = parseObject(text);
  return typeof body === "string" ? {} : body;
}

function parseObject(text: string): Record<string, unknown> | string {
  const hint = "send a JSON object with the limits";
  const read = readJson(text, hint);
  if (typeof read === "string") return read;
  return isObject(read.value) ? read.value : `The body is ${typeName(read.value)}; ${hint}.`;
}
