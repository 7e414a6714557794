/** A list at the start of a run: every item, and the page size with which it was read. */
import { quoted } from "../../wire/exchange.ts";
import { noToken } from "./ask.ts";
import type { Run } from "./check.ts";
import { Inconclusive } from "./inconclusive.ts";
import { largestSize, nounOf, type PagedOperation } from "./paged.ts";
import { type Walk, walk } from "./walk.ts";
import { withPath } from "./with-path.ts";

/** A walk over a whole list. */
export interface WholeList {
  readonly walk: Walk;
  /** Ids in list order, without duplicates. */
  readonly ids: readonly string[];
  /** The limit that was used; null if the server accepts no large one, or none is described. */
  readonly limit: number | null;
}

const generousLimit = 100;
const maximumPages = 1000;

/**
 * Walks a whole list once per run. A large limit keeps it short; if that is refused, no limit is sent.
 *
 * @throws Inconclusive if it cannot be read.
 */
export function wholeList(run: Run, paged: PagedOperation): Promise<WholeList> {
  return run.memoize(`whole list ${paged.id}`, async () => {
    const limit = largestSize(paged, generousLimit);
    const generous = await wholeWalk(run, paged, limit);
    const walked = isRead(generous) || limit === null ? generous : await wholeWalk(run, paged, null);
    const refused = walked.pages.slice(0, 1).map(({ exchange }) => quoted(exchange));
    if (!isRead(walked)) {
      throw new Inconclusive(`the list of ${nounOf(paged)} cannot be read (${refused.join()})`);
    }
    return { walk: walked, ids: [...new Set(walked.ids)], limit: walked.limit };
  });
}

async function wholeWalk(run: Run, paged: PagedOperation, limit: number | null): Promise<Walk> {
  const walked = await withPath(run, paged, (one) => walk(run.probe, one, limit, maximumPages));
  if (walked === null) throw new Inconclusive(noToken(run));
  return walked;
}

/** True if the first page contains a list, whatever happened to the pages after it. */
function isRead({ pages: [first] }: Walk): boolean {
  return first !== undefined && first.ids !== null;
}
