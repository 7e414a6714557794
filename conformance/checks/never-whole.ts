/** Reads as specified that get no whole answer, however often they are sent, while others do: such as of long pages. */
import { shortened } from "../base/text.ts";
import { type Exchange, outcomeOf } from "../wire/exchange.ts";
import { isWrite } from "../wire/is-write.ts";
import type { Run } from "./kit/check.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import type { Fact } from "./kit/verdict.ts";

/** How often a request has to break, before it is sent once more: a connection may break by chance. */
const oftenEnough = 3;
/** Of how many different requests that is looked at. */
const mostTried = 3;

/**
 * The attempts of each read that broke every time, the first one first, where a later request of the same operation was
 * answered: pure.
 */
export function brokenReads(exchanges: readonly Exchange[]): readonly (readonly [Exchange, ...Exchange[]])[] {
  const byAddress = new Map<string, [Exchange, ...Exchange[]]>();
  for (const one of exchanges) {
    if (one.operation === null || isWrite(one.operation) || !isAsSpecified(one)) continue;
    const address = `${one.request.method} ${one.request.url}`;
    const known = byAddress.get(address);
    if (known === undefined) byAddress.set(address, [one]);
    else known.push(one);
  }
  const isAnsweredAfter = (last: Exchange) =>
    exchanges.some(
      (one) => one.operation === last.operation && one.response !== null && one.startedAt >= last.endedAt,
    );
  return [...byAddress.values()].filter(
    (all) => all.length >= oftenEnough && all.every(isBroken) && isAnsweredAfter(all.at(-1) ?? all[0]),
  );
}

function isBroken({ failure }: Exchange): boolean {
  return failure?.kind === "cut-short" || failure?.kind === "reset";
}

/** What such reads contradict, once they have broken another time. */
export async function judgeBrokenReads(run: Run): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const all of brokenReads(run.probe.session.exchanges).slice(0, mostTried)) {
    const [first] = all;
    const again = await run.probe.session.resend(first.id);
    if (again === null || !isBroken(again)) continue;
    const { pathname, search } = new URL(first.request.url);
    facts.push({
      kind: "violated",
      message: `${first.request.method} ${pathname}${shortened(search, 60)} gets no whole answer, though others do.`,
      expected: ["a whole answer, or a refusal"],
      received: `${outcomeOf(first)}, each of ${all.length + 1} times`,
      exchanges: [...all.map(({ id }) => id), again.id],
      isLasting: true,
    });
  }
  return facts;
}
