/** Judges what a read shows and its list does not, though nothing tells it from what is listed. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Described, nameOf } from "./operation.ts";

/** Something that was created and is not listed, as a read of it shows it; null where nothing reads it. */
export interface Unlisted {
  readonly id: string;
  readonly exchange: Exchange;
  readonly shown: Exchange | null;
}

/** How many of them there have to be. */
const telling = 2;

/**
 * Judges them. What is not listed may be a draft, or wait for something: it is held against a server only where each has
 * been created, can be read, and has nothing by which it differs from all that is listed.
 *
 * @param items - All that is listed.
 */
export function judgeUnlisted(
  { row }: Described,
  list: Described,
  unlisted: readonly Unlisted[],
  items: readonly unknown[],
): Fact {
  const exchanges = unlisted.map(({ exchange }) => exchange.id);
  const isThere = ({ exchange, shown }: Unlisted) =>
    succeeded(exchange) && exchange.response?.status !== 202 && shown !== null && succeeded(shown);
  const isAlike = ({ shown }: Unlisted) => items.length > 0 && !isApart(shown?.response?.json, items);
  if (unlisted.length < telling || !unlisted.every((one) => isThere(one) && isAlike(one)))
    return missing(
      `${nameOf(list.row)} does not show what ${nameOf(row)} has created, which may be no fault`,
      exchanges,
    );
  return {
    kind: "violated",
    message: `${nameOf(list.row)} does not list what ${nameOf(row)} has created.`,
    expected: unlisted.map(({ id }) => id),
    received: `${items.length} others`,
    exchanges,
  };
}

/** A property that takes no more values than these may say in which state something is. */
const fewValues = 3;

/** True where something has a property that may be why it is not listed: a value of few, of which no item has this one. */
export function isApart(shown: unknown, items: readonly unknown[]): boolean {
  if (!isObject(shown)) return true;
  const names = new Set([
    ...Object.keys(shown),
    ...items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])),
  ]);
  return [...names].some((name) => {
    const value = textAt(shown, name);
    const listed = new Set(items.map((item) => textAt(item, name)));
    const isState = listed.size <= fewValues || ["null", "true", "false"].includes(value);
    return isState && !listed.has(value);
  });
}

/** The JSON text of a property; that of null where it is not there. */
function textAt(value: unknown, name: string): string {
  return jsonText(valueAt(value, `/${name}`) ?? null);
}
