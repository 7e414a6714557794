/** Walks over the main list in other spellings, and with other tokens: whatever holds of a walk holds of these. */
import { drawPairs, isAskedFor, spelled } from "../plan/draw.ts";
import { afterRefused, inCompany, usedCursor } from "../plan/situations.ts";
import type { Spelling } from "../plan/spellings.ts";
import { outlivesReads } from "./cursor-places.ts";
import type { Run } from "./kit/check.ts";
import { Inconclusive, ifConclusive, onInconclusive } from "./kit/inconclusive.ts";
import type { PagedOperation } from "./kit/paged.ts";
import { plainOperation } from "./kit/plain-read.ts";
import { besideOthers, type Company, situatedToken } from "./kit/situation.ts";
import { alterationIn, notSent, usableSpellings } from "./kit/spelled.ts";
import { type Walk, walk } from "./kit/walk.ts";
import { isOfWalks, walkedLimit } from "./read-spellings.ts";
import { sendRefusedRead, spellableRead, usableReadSituations } from "./spelled-read.ts";

/** A walk, and how all of its requests are spelled. */
export interface SpelledWalk {
  readonly row: readonly Spelling[];
  readonly walk: Walk;
}

/** True for a list that is walked in other spellings: the one of which each spelling is tried. */
export function isSpelledList({ id }: PagedOperation): boolean {
  return id === plainOperation?.id;
}

/**
 * Walks that together meet each pair of spellings in which the server gives the list, once per run.
 *
 * @param pages - The most pages of a walk.
 * @throws Inconclusive where they are asked for in spellings in which the server does not give the list.
 */
export function spelledWalks(
  run: Run,
  paged: PagedOperation,
  pages: number,
): Promise<readonly SpelledWalk[]> {
  return run.memoize("spelled walks", async () => {
    const isCompanied =
      isAskedFor(inCompany, run.draw) && (await ifConclusive(outlivesReads(run, paged))) !== false;
    const usable = [
      ...(await usableSpellings(run, spellableRead(run))),
      ...(await usableReadSituations(run)),
      ...(isCompanied ? [inCompany] : []),
    ].filter(isOfWalks);
    const hindered = notSent(run, usable);
    if (hindered !== null) throw new Inconclusive(hindered);
    const rows = drawPairs(usable, run.draw, { name: `walks of ${paged.id}` });
    const walked = await Promise.all(rows.map((row) => walkIn(run, paged, row, pages)));
    return rows.flatMap((row, index) => {
      const one = walked[index];
      return one == null ? [] : [{ row, walk: one }];
    });
  });
}

/**
 * The reads beside a request of a walk: beside its first one as many as are sent at once, as a busy server has them,
 * and one beside each of the others, which comes between two pages.
 */
const companyOf = ({ concurrency }: Run, isFirst: boolean): Company => ({
  rows: isFirst ? Math.max(2, concurrency - 1) : 1,
  reads: 1,
});

/** One walk of which each request is in these spellings; null where there is no token for it. */
export function walkIn(
  run: Run,
  paged: PagedOperation,
  row: readonly Spelling[],
  pages: number,
): Promise<Walk | null> {
  const walked = async () => {
    const limit = walkedLimit(row);
    const spellings = row.filter(({ dimension }) => dimension !== "page-size");
    const altered =
      row.length === 0 ? {} : { alteration: { ...alterationIn(row), rewrite: spelled(spellings) } };
    return walk(
      {
        call: async (purpose, call) => {
          if (row.includes(afterRefused)) await sendRefusedRead(run);
          const token = await situatedToken(run, paged, row);
          const sendAs = async (named: string, sent: typeof call) =>
            token === null ? run.probe.call(named, sent) : run.probe.callWith(named, sent, token);
          const isCursor = paged.paginated.parameter in (call.query ?? {});
          if (row.includes(usedCursor) && isCursor) await sendAs("cursor", call);
          const company = companyOf(run, !isCursor);
          return besideOthers(run, row, () => sendAs(purpose, { ...call, ...altered }), company);
        },
      },
      paged,
      limit,
      pages,
    );
  };
  return onInconclusive(walked(), () => null);
}
