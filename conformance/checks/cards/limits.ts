/** The limits of a card that the specification names; the suite never sets others that a server adds. */

import { type BodyField, bodyFields, fields } from "../../../generated/fields.ts";
import { type Samples, samples } from "../../../generated/samples.ts";
import { validators } from "../../../generated/validators.js";
import { type Amount, amountBeside, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { findRequirement } from "../kit/rules.ts";
import type { Item } from "../kit/walk.ts";
import { describedWrite, shownBodies } from "./described-writes.ts";

/** A card as a server sent it, not validated. */
export type RawCard = Item;

const body = describedWrite("updateCardLimits")?.body ?? null;
const inPatch = describedWrite("updateCardLimits")?.bodyFields ?? [];
const bodies = shownBodies("updateCardLimits");
const inReplacement = shownBodies("replaceCardLimits").flatMap((one) => Object.keys(one));
const sampled: Readonly<Record<string, Samples | undefined>> = samples;
const listed = ((sampled.listCards?.items ?? []) as readonly Item[]).map((card) => limitsOf(card) ?? {});

const shownLimits: readonly string[] = listed.flatMap((limits) => Object.keys(limits));

/**
 * The limits that the specification names, as far as they can be changed. Others that a server adds may change by
 * themselves.
 */
export const limitFields: readonly string[] = [...new Set([...inPatch, ...inReplacement])].filter((name) =>
  shownLimits.includes(name),
);

/** Those of them that a patch may name; others are changed by a PUT alone. */
export const patchFields: readonly string[] = limitFields.filter((name) => inPatch.includes(name));

const writtenField = amountField(statedInPatch(), listed);

/**
 * The limit by which writes are told apart: the first one of which it is stated that a patch changes it, and that cards
 * have as an amount. "" where the description has none: then the checks that it has for every operation judge writes.
 */
export const writtenLimit: string = writtenField?.name ?? "";

/** The rows that speak of it: in a patch, and in a card. */
export const writtenRows: { readonly patch: string; readonly card: string } = {
  patch: writtenField?.requirement ?? "patch.request",
  card:
    fields.find(({ pointer, required }) => !required && pointer.endsWith(`/*/limits/${writtenLimit}`))
      ?.requirement ?? "card.limits",
};

/**
 * The properties of a patch of which it is stated that they can be changed.
 *
 * @param all - The properties of bodies of which a row speaks; those of the description by default.
 */
export function statedInPatch(all: readonly BodyField[] = bodyFields): readonly BodyField[] {
  return all.filter(
    ({ operation, requirement }) =>
      operation === "updateCardLimits" &&
      (findRequirement(requirement)?.basis ?? "unspecified") !== "unspecified",
  );
}

/** The first of these properties that is an amount in samples of limits; undefined where none is. */
export function amountField(
  all: readonly BodyField[],
  samplesOfLimits: readonly Readonly<Record<string, unknown>>[],
): BodyField | undefined {
  return all.find(({ name }) => samplesOfLimits.some((limits) => isAmount(limits[name])));
}

/**
 * Other values that a patch can give a limit by its schema than the one that it has: beside an amount, and those of the
 * description's samples.
 *
 * @param step - What an amount grows by, or falls where its schema has no room above.
 * @param all - Samples of limits; those of the description by default.
 */
export function otherValues(
  field: string,
  value: unknown,
  step: number,
  all: readonly Readonly<Record<string, unknown>>[] = [...bodies, ...listed],
): readonly unknown[] {
  const beside = isAmount(value) ? [amountBeside(value, step), amountBeside(value, -step)] : [];
  const shown = all.flatMap((one) => (Object.hasOwn(one, field) ? [one[field]] : []));
  return [...beside, ...shown].filter(
    // To remove a limit is a question of its own.
    (one) => one !== null && limitText(one) !== limitText(value) && fitsPatch(field, one),
  );
}

/**
 * Those that a write sets as they are: an object is merged with what is there (RFC 7396, section 2), so that what a card has
 * afterwards is another one.
 */
export function wholeValues(...known: Parameters<typeof otherValues>): readonly unknown[] {
  return otherValues(...known).filter((value) => !isObject(value) || isAmount(value));
}

/** True for a value that the description allows for a limit in a patch. */
export function fitsPatch(field: string, value: unknown): boolean {
  return body === null || validators[body]({ ...bodies[0], [field]: value });
}

/**
 * A limit as JSON, alike for values that mean the same: a time may be written in another way, and a list is taken for a
 * set.
 */
export function limitText(value: unknown): string {
  return jsonText(meant(value));
}

function meant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(limitText).sort();
  if (isObject(value) && !isAmount(value))
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, meant(value[name])]),
    );
  if (typeof value !== "string") return value;
  const isTime = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/.test(value) && !Number.isNaN(Date.parse(value));
  if (isTime) return new Date(value).toISOString();
  return /^-?[0-9]+\.[0-9]+$/.test(value) ? value.replace(/\.?0+$/, "") : value;
}

/** The limits object of a card, if it is one. */
export function limitsOf(card: RawCard | undefined): Record<string, unknown> | null {
  const limits = card?.limits;
  return typeof limits === "object" && limits !== null ? (limits as Record<string, unknown>) : null;
}

/** The documented limits of a card that are present. */
export function documentedLimits(card: RawCard | undefined): Record<string, unknown> {
  const limits = limitsOf(card) ?? {};
  return Object.fromEntries(
    limitFields.flatMap((field) => (field in limits ? [[field, limits[field]]] : [])),
  );
}

/** The other limits of a card than the written one that are amounts, and that a patch may name. */
export function otherAmounts(card: RawCard): Readonly<Record<string, Amount>> {
  return Object.fromEntries(
    Object.entries(documentedLimits(card)).flatMap(([field, amount]): [string, Amount][] =>
      field !== writtenLimit && patchFields.includes(field) && isAmount(amount) ? [[field, amount]] : [],
    ),
  );
}
