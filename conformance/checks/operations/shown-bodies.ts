/** What can be read of something, as the body of a write of it. */
import { isDeepStrictEqual } from "node:util";
import { validators } from "../../../generated/validators.js";
import { isObject } from "../../base/shape.ts";
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Arguments } from "./arguments.ts";
import { callOf, type Described, idOf } from "./operation.ts";
import { bodyTo } from "./put-back.ts";
import { readTarget, sameRead } from "./view.ts";

/**
 * Bodies of a PUT, or of a merge patch, made of what the read of its path shows, or what it changes in a list, with a list
 * in another order, and with all whole numbers one less: no example can name all that is there, as an order of it does,
 * nor what has to fit it, as a currency. None where nothing shows it, or it does not fit the description.
 */
export async function shownBodies(
  run: Run,
  one: Described,
  { path }: Arguments,
): Promise<readonly unknown[]> {
  const { method, changes, mediaType, body: schema } = one.row;
  const isOfAll = method === "PUT" || mediaType?.includes("merge-patch") === true;
  if (!isOfAll || changes?.member !== undefined) return [];
  const shown = await shownTo(run, one, path);
  const body = shown === undefined ? undefined : bodyTo(one, null, shown);
  const fits = (value: unknown) => schema === null || validators[schema](value);
  return body === undefined ? [] : [body, ...inOtherOrder(body), ...withLess(body)].filter(fits);
}

/** What shows that which an operation writes; undefined where nothing does. */
async function shownTo(run: Run, one: Described, path: Arguments["path"]): Promise<unknown> {
  const source = one.row.method === "PUT" ? sameRead(one) : null;
  if (source !== null) {
    const read = await ask(run, idOf("accepted", one), callOf(source, { path }));
    return succeeded(read) ? read.response?.json : undefined;
  }
  return one.row.changes === null ? undefined : (await ifConclusive(readTarget(run, one, path)))?.current;
}

/** A body with its first list of several items in the opposite order; none where it has no such list. */
function inOtherOrder(body: unknown): readonly unknown[] {
  const lists = Object.entries(isObject(body) ? body : {}).filter(([, value]) => Array.isArray(value));
  const [name, list] = lists.find(([, value]) => (value as readonly unknown[]).length > 1) ?? [];
  return name === undefined
    ? []
    : [{ ...(body as object), [name]: (list as readonly unknown[]).toReversed() }];
}

/** Names of numbers that say which one something is. */
const ofThing = /(?:^|_)(?:id|version|revision)$|(?:Id|Version|Revision)$/i;

/** A body with all its whole numbers one less, which is less likely to need a permission than more; none without any above 1. */
function withLess(body: unknown): readonly unknown[] {
  const less = (value: unknown): unknown => {
    if (typeof value === "number") return Number.isInteger(value) && value > 1 ? value - 1 : value;
    if (Array.isArray(value)) return value.map(less);
    return isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, part]) => [name, ofThing.test(name) ? part : less(part)]),
        )
      : value;
  };
  const made = less(body);
  return isDeepStrictEqual(made, body) ? [] : [made];
}
