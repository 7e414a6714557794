/** The plain read in any spelling and situation: as specified, or with a defect. */
import { isAskedFor } from "../plan/draw.ts";
import { afterRefused, laterPage, pages, readSituations, usedCursor } from "../plan/situations.ts";
import type { Spelling } from "../plan/spellings.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import { at, freshPlace, givesAgain, useCursor } from "./cursor-places.ts";
import { ask } from "./kit/ask.ts";
import type { Run } from "./kit/check.ts";
import { Inconclusive, ifConclusive } from "./kit/inconclusive.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { situatedToken } from "./kit/situation.ts";
import { alterationIn, type Spellable, type TriedSituation } from "./kit/spelled.ts";
import { tokenFor } from "./kit/token-for.ts";
import { paged, pageSizes, queryReversed } from "./read-spellings.ts";

/** The plain read, in any spelling. */
export function spellableRead(run: Run): Spellable {
  return {
    name: plainOperation?.id ?? "read",
    send: (alteration) =>
      ask(run, "spelling", alteration === undefined ? plainRead() : { ...plainRead(), alteration }),
    isGranted: isRead,
  };
}

/** The plain read in each situation for which there is a token, and the response to it. */
export function triedReadSituations(run: Run): Promise<readonly TriedSituation[]> {
  return run.memoize("situations of the plain read", async () => {
    const possible = [
      ...readSituations,
      ...pageSizes,
      ...(pageSizes.length === 0 ? [] : [queryReversed]),
      ...(paged === null ? [] : [usedCursor]),
    ].filter((situation) => isAskedFor(situation, run.draw));
    const tried = await Promise.all(
      possible.map(async (situation) => {
        const again = () => sendRead(run, "situation", [situation]);
        const exchange = await ifConclusive(again());
        return exchange === null ? [] : [{ situation, exchange, again }];
      }),
    );
    return tried.flat();
  });
}

/** The situations in which this server grants the plain read, and the pages that there are. */
export async function usableReadSituations(run: Run): Promise<readonly Spelling[]> {
  const tried = await triedReadSituations(run);
  const pagesThere = await run.memoize("pages of the plain read", async () => {
    const asked = pages.filter((page) => isAskedFor(page, run.draw));
    const found = await Promise.all(asked.map((page) => (paged === null ? null : freshPlace(run, page))));
    return asked.filter((_, index) => found[index] !== null);
  });
  const usable = tried.filter(({ exchange }) => isRead(exchange)).map(({ situation }) => situation);
  const isKept = await run.memoize("cursors that are given again", async () => {
    if (paged === null || !usable.includes(usedCursor)) return false;
    return (await ifConclusive(givesAgain(run, paged))) === true;
  });
  return [...usable.filter((one) => one !== usedCursor || isKept), ...pagesThere];
}

/**
 * Sends the plain read in these spellings and situations.
 *
 * @throws Inconclusive if the server issues no token for it.
 */
export async function sendRead(
  run: Run,
  purpose: string,
  row: readonly Spelling[],
  alteration?: Alteration,
): Promise<Exchange> {
  const page = row.find((one) => pages.includes(one)) ?? (row.includes(usedCursor) ? laterPage : undefined);
  const own = plainOperation === null ? null : await situatedToken(run, plainOperation, row);
  const place = page === undefined ? null : await freshPlace(run, page, row, own);
  if (page !== undefined && place === null) {
    // Where pages are large there are fewer of them: what it meets otherwise is met on the first one.
    const anywhere = row.filter((one) => !pages.includes(one) && one !== usedCursor);
    if (anywhere.some((one) => pageSizes.includes(one))) return sendRead(run, purpose, anywhere, alteration);
    throw new Inconclusive("there is no later page");
  }
  if (row.includes(usedCursor)) await useCursor(run, place, own);
  const token = (await tokenFor(run, alteration?.scopes)) ?? own;
  if (row.includes(afterRefused)) await sendRefusedRead(run);
  const call = {
    ...plainRead(),
    alteration: at(place?.cursor ?? null, alterationIn([...row, ...(place?.sizes ?? [])], alteration)),
  };
  return ask(run, purpose, call, token);
}

/** Sends a read that has to be refused. @throws Inconclusive if the server issues no token. */
export function sendRefusedRead(run: Run): Promise<Exchange> {
  const alteration: Alteration = { description: "without Authorization", authorization: () => null };
  return ask(run, "situation", { ...plainRead(), alteration });
}
