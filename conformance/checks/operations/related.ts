/** Tells whether a change has to do with requests at all: much of what a service lists is changed by others. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../../../generated/operations.ts";
import { isObject } from "../../base/shape.ts";
import { bodySent, type Exchange } from "../../wire/exchange.ts";
import type { MadeId } from "./going-on.ts";
import { type Difference, itemIn } from "./view.ts";

/** A shorter text may stand anywhere. */
const leastTelling = 3;

/**
 * Tells of a change whether it is of an item that requests of an operation name in their path or body, or of a new one
 * with something of that in it. What is shown as a whole is taken for theirs.
 *
 * @param made - What has changed after such requests that were accepted.
 * @param isSame - True where these were the same requests: where they show nothing of what was sent, no other one has to.
 * @param others - Ids of what other requests have made, such as what expires: what is new and names one of these is of it.
 */
export function isRelatedTo(
  { path, method, choices = {} }: Pick<Operation, "path" | "method" | "choices">,
  sent: readonly Exchange[],
  made: readonly Difference[] = [],
  isSame = false,
  others: readonly MadeId[] = [],
): (change: Difference) => boolean {
  // What many have, such as a role, tells nothing of one.
  const common = [...path.split("/"), ...Object.values(choices).flat()];
  const named = new Set(
    sent.flatMap(({ request }) => partsOf(request.url)).filter((part) => !common.includes(part)),
  );
  const values = new Set(sent.flatMap((one) => valuesIn(bodySent(one))));
  // What belongs to something of the run, as a payment to an account, shows that whenever it is made.
  const isOwner = ({ id, isOwn }: MadeId) =>
    !isOwn && made.some(({ was, is }) => was === undefined && is?.includes(JSON.stringify(id)));
  const elsewhere = others.flatMap((other) =>
    other.id.length < leastTelling || named.has(other.id) || values.has(other.id) || isOwner(other)
      ? []
      : [other.id],
  );
  const ofOthers = elsewhere.map((id) => JSON.stringify(id));
  return (change) => {
    const id = itemIn(change);
    if (change.was === undefined && ofOthers.some((other) => change.is?.includes(other))) return false;
    // A part of something is looked at where it is that of the item in the path.
    if (id === "" || id.startsWith("/") || named.has(id) || values.has(id)) return true;
    // What such a request has changed before, such as a balance, it may change again; what was new then is not made anew.
    if (change.was !== undefined)
      return made.some(({ place, was }) => place === change.place && was !== undefined);
    const telling = [...values, ...named].filter((value) => value.length >= leastTelling);
    // What a POST without a body that tells makes is told by what one that was accepted has made.
    const isTold = telling.some((value) => method !== "POST" || values.has(value));
    const shows = ({ is = "" }: Difference) => telling.some((value) => is.includes(value));
    const ofAccepted = made.filter(({ was }) => was === undefined);
    const isNeverShown = isSame && method === "POST" && ofAccepted.length > 0 && !ofAccepted.some(shows);
    const ofList = ofAccepted.filter((other) => listOf(other) === listOf(change));
    if (!isTold || isNeverShown) return isSame ? ofList.length > 0 : isAlike(change, ofList);
    return shows(change);
  };
}

/** True where a new item has all that several others have in common, such as the action of an entry in a log. */
function isAlike(change: Difference, others: readonly Difference[]): boolean {
  const [item, first, ...more] = [change, ...others].map(({ is = "" }) => parsed(is));
  if (!isObject(item) || !isObject(first) || more.length === 0) return false;
  const common = Object.keys(first).filter((name) =>
    more.every((other) => isObject(other) && isDeepStrictEqual(other[name], first[name])),
  );
  return common.every((name) => isDeepStrictEqual(item[name], first[name]));
}

/** A JSON text; null for what is shown in words, since it is nested too deeply. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const listOf = ({ place }: Difference) => place.split(" ", 1)[0];

/** The ids in a path, as they are without its encoding. */
function partsOf(url: string): readonly string[] {
  return new URL(url).pathname.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** All texts and numbers in a body. */
function valuesIn(body: unknown): readonly string[] {
  if (Array.isArray(body)) return body.flatMap(valuesIn);
  if (isObject(body)) return Object.values(body).flatMap(valuesIn);
  return typeof body === "string" || typeof body === "number" ? [String(body)] : [];
}
