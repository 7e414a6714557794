/** Of two writes at the same time with one ETag as If-Match, one is carried out: that is what it is for (RFC 9110, section 13.1.1). */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { differing, tellingTimes } from "./condition-facts.ts";
import { isStrong } from "./entity-tag.ts";
import { type Described, idOf, nameOf } from "./operation.ts";
import type { Representation } from "./representation.ts";
import { send } from "./send.ts";

/** How often two writes are sent. */
const mostRaces = 3;

/**
 * Sends two writes at the same time, each of which changes what is shown, with the present ETag.
 *
 * @param bodies - Bodies that were seen to change the ETag.
 * @returns Nothing where no two of them ask for different things.
 */
export async function judgeRace(
  run: Run,
  one: Described,
  args: Arguments,
  bodies: readonly unknown[],
  shown: Representation,
): Promise<readonly Fact[]> {
  const both: Exchange[][] = [];
  for (let race = 0; race < mostRaces && both.length < tellingTimes; race += 1) {
    const { tag, body: now } = await shown.now();
    const [first, ...others] = bodies.filter((body) => changes(now, body));
    const second = others.find((body) => differing(body, first).length > 0);
    if (!isStrong(tag) || second === undefined) return [];
    const sent = await Promise.all(
      [first, second].map((body) =>
        send(run, one, args, { purpose: idOf("if-match", one), body, headers: [["If-Match", tag]] }),
      ),
    );
    if (sent.every(succeeded)) both.push(sent);
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

/** True where a body asks for another value of what is shown. */
function changes(now: unknown, body: unknown): boolean {
  if (!isObject(now) || !isObject(body)) return !isDeepStrictEqual(now, body);
  return Object.entries(body).some(([name, value]) => changes(now[name], value));
}
