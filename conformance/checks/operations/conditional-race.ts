/** Of two writes at the same time with one ETag as If-Match, one is carried out: that is what it is for (RFC 9110, section 13.1.1). */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { differing, type Shown, tellingTimes } from "./condition-facts.ts";
import { isStrong } from "./entity-tag.ts";
import { type Described, idOf, nameOf } from "./operation.ts";
import type { Representation } from "./representation.ts";
import { send } from "./send.ts";

/** How often two writes are sent. */
const mostRaces = 3;

/** A body, and what a GET showed after it was written. */
export interface Written {
  readonly body: unknown;
  readonly after: Shown;
}

/**
 * Sends two writes at the same time, each of which changes what is shown, with the present ETag.
 *
 * @param written - Bodies that were accepted, and what each of them has made.
 * @returns Nothing where no two of them make different things.
 */
export async function judgeRace(
  run: Run,
  one: Described,
  args: Arguments,
  written: readonly Written[],
  shown: Representation,
): Promise<readonly Fact[]> {
  const both: Exchange[][] = [];
  for (let race = 0; race < mostRaces && both.length < tellingTimes; race += 1) {
    const now = await shown.now();
    // What is so already, or is made the same, leaves an ETag of the content as it is.
    const isOther = (one: Shown, other: Shown) =>
      one.tag !== other.tag && differing(one.body, other.body).length > 0;
    const [first, ...others] = written.filter(
      ({ body, after }) => isOther(after, now) && asksOther(body, now.body),
    );
    const second = others.find(({ after }) => first !== undefined && isOther(after, first.after));
    const { tag } = now;
    if (!isStrong(tag) || first === undefined || second === undefined) return [];
    const sent = await Promise.all(
      [first, second].map(({ body }) =>
        send(run, one, args, { purpose: idOf("if-match", one), body, headers: [["If-Match", tag]] }),
      ),
    );
    if (sent.every(isCarriedOut)) both.push(sent);
  }
  if (both.length < tellingTimes) return [];
  return [
    {
      kind: "violated",
      message: `${nameOf(one.row)} carries out two writes at the same time that have the same ETag as If-Match, though each of them changes what it stands for.`,
      expected: ["success for one of them, and 412 for the other"],
      received: (both[0] ?? []).map(outcomeOf).join(" and "),
      exchanges: both.flat().map(({ id }) => id),
      // It was seen more than once.
      isLasting: true,
    },
  ];
}

/** True where a body asks for another value of what is shown: a counter of changes shows more than they do. */
function asksOther(body: unknown, shown: unknown): boolean {
  if (!isObject(body) || !isObject(shown)) return !isDeepStrictEqual(body, shown);
  return Object.keys(body).some((name) => Object.hasOwn(shown, name) && asksOther(body[name], shown[name]));
}

/** True for a success that says that the write is done, and not that it will be looked at later. */
const isCarriedOut = (one: Exchange): boolean => succeeded(one) && one.response?.status !== 202;
