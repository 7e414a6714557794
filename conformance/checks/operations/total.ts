/** What a list says of how many items there are agrees with its pages: seen over a whole log, pure apart from the check. */
import { api, type Listing, type Total } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, header, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { logCheck } from "./log-check.ts";
import { walkTo } from "./logged-walk.ts";
import { type Described, nameOf, type Row } from "./operation.ts";

/** On how many pages it has to be wrong: of one, something may have been created or removed meanwhile. */
const telling = 2;

/** The check of a list that says how many items it has; none for any other operation. */
export function totalCheck(one: Described): Check[] {
  if (listingOf(one.row)?.total === undefined) return [];
  return logCheck(
    one,
    { family: "total", title: "the number of all items agrees with what its pages hold" },
    judgeTotals,
  );
}

/**
 * Judges the totals of the pages in a log. A page that leads to another one has fewer items than there are, and so has one
 * that others come before; all pages of a walk that say the same have no more. How many there are beside those that a filter
 * leaves may be counted in either way, unless the description says that these are not: then there are no more than a whole
 * list holds.
 */
export function judgeTotals({ row }: Described, log: readonly Exchange[]): readonly Fact[] {
  const pages = log.filter((exchange) => exchange.operation === row.id && succeeded(exchange));
  const writes = writesIn(row, log);
  const told = pages.flatMap((page) => toldBy(page, row, log, writes) ?? []);
  const [first] = told;
  if (first === undefined) return [missing(`no page of ${nameOf(row)} said how many items there are`)];
  const few = told.filter(({ total, least }) => total < least);
  const many = told.filter(({ total, most }) => total > most);
  const wrong = [
    ...violationOf(row, few, "fewer items than its pages hold", ({ least }) => `${least} at least`),
    ...violationOf(row, many, "more items than the filters leave", ({ most }) => `${most} at most`),
  ];
  return wrong.length > 0 ? wrong : [held("no page held more than there are", first.page.id)];
}

/** What a page says of how many items there are, and how many that can be. */
interface Told {
  readonly page: Exchange;
  readonly total: number;
  readonly least: number;
  readonly most: number;
}

/** What a page tells; null where it has no list, or says no number. */
function toldBy(page: Exchange, row: Row, log: readonly Exchange[], writes: readonly Write[]): Told | null {
  const listing = listingOf(row);
  const items = valueAt(page.response?.json, listing?.items ?? "");
  const total = listing === null ? null : totalIn(page, listing);
  if (listing === null || !Array.isArray(items) || total === null) return null;
  const { paginated } = row;
  const isMore = paginated !== null && typeof valueAt(page.response?.json, paginated.cursor) === "string";
  const walk = isMore ? null : walkTo(page, row, log);
  const first = walk?.pages[0] ?? page;
  // What others create or remove during a walk changes what its pages say.
  const isOne = walk?.pages.every((one) => totalIn(one, listing) === total) === true;
  const isWhole = walk !== null && (walk.pages.length === 1 || isOne);
  const place = log.indexOf(page);
  const before = passedOver(page, listing);
  const least = (items.length === 0 ? 0 : before) + items.length + (isMore ? 1 : 0);
  const isBehind = listing.numbered?.counts === "items" && items.length === 0;
  const known = isWhole ? walk.items : isBehind ? before : Number.POSITIVE_INFINITY;
  const isTelling = listing.total?.ofFiltered === true && isQuiet(first, page, place, writes, kindOf(page));
  return {
    page,
    total,
    least: isWhole && isQuiet(first, page, place, writes) ? Math.max(least, walk.items) : least,
    most: isTelling ? known : Number.POSITIVE_INFINITY,
  };
}

/** What is said of pages with a wrong number; nothing where they are too few to tell. */
function violationOf(
  row: Row,
  seen: readonly Told[],
  what: string,
  expected: (one: Told) => string,
): readonly Fact[] {
  const [shown] = seen;
  if (shown === undefined || seen.length < telling) return [];
  return violations({
    message: `${nameOf(row)} says that there are ${what}.`,
    expected: [expected(shown)],
    received: String(shown.total),
    exchanges: seen.map(({ page }) => page.id),
    // It was seen on several pages.
    isLasting: true,
  });
}

/** For how long after a write a number may be the one from before, in milliseconds, where no words say that it is not. */
const lateMs = 5000;

/** A write that succeeded. */
interface Write extends Pick<Exchange, "startedAt"> {
  /** Until when a read may show what was before it, in milliseconds since the epoch. */
  readonly shownBy: number;
  readonly kind: string;
  /** Where it stands in the log. */
  readonly place: number;
}

function writesIn({ showsWrites }: Row, log: readonly Exchange[]): readonly Write[] {
  return log.flatMap((one, place) => {
    if (one.request.method === "GET" || one.operation === api.token || !succeeded(one)) return [];
    const { startedAt, endedAt, response } = one;
    const isShown = showsWrites === true && response?.status !== 202;
    return [{ startedAt, shownBy: isShown ? endedAt : startedAt + lateMs, kind: kindOf(one), place }];
  });
}

/**
 * True where nothing was written between two pages, or shortly before: what is counted apart may be counted late.
 *
 * @param place - Where the last one stands in the log.
 * @param kind - What is written then; anything without it.
 */
function isQuiet(
  first: Exchange,
  last: Exchange,
  place: number,
  writes: readonly Write[],
  kind?: string,
): boolean {
  return !writes.some(
    (one) =>
      first.startedAt < one.shownBy &&
      (one.place < place || one.startedAt < last.endedAt) &&
      (kind === undefined || one.kind === kind),
  );
}

/** What a path is about: its first part behind the version. */
const kindOf = ({ request }: Exchange): string =>
  new URL(request.url).pathname.split(`${api.versionPrefix}/`, 2)[1]?.split("/", 1)[0] ?? "";

/** How many items are before those of a page: of one that is asked for by its number, a service may decide how many. */
function passedOver({ request }: Exchange, { numbered }: Listing): number {
  if (numbered?.counts !== "items") return 0;
  const asked = new URL(request.url).searchParams.get(numbered.parameter) ?? String(numbered.first);
  return /^\d{1,15}$/.test(asked) ? Number(asked) : 0;
}

function totalIn(page: Exchange, { total }: Pick<Listing, "total">): number | null {
  const said = readTotal(page, total);
  return typeof said === "number" && Number.isInteger(said) ? said : null;
}

function readTotal(page: Exchange, total: Total | undefined): unknown {
  if (total === undefined) return null;
  if ("pointer" in total) return valueAt(page.response?.json, total.pointer);
  const text = header(page, total.header)?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
