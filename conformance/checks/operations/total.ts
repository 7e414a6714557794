/** What a list says of how many items there are agrees with its pages: seen over a whole log, pure apart from the check. */
import type { Listing, Total } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, header, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { logCheck } from "./log-check.ts";
import { type Described, nameOf } from "./operation.ts";

/** On how many pages it has to be wrong: of one, something may have been created or removed meanwhile. */
const telling = 2;

/** The check of a list that says how many items it has; none for any other operation. */
export function totalCheck(one: Described): Check[] {
  if (listingOf(one.row)?.total === undefined) return [];
  return logCheck(
    one,
    { family: "total", title: "the number of all items is no smaller than what its pages hold" },
    judgeTotals,
  );
}

/**
 * Judges the totals of the pages in a log. A page that leads to another one has fewer items than there are, and so has one
 * that others come before; how many there are beside those that a filter leaves may be counted in either way.
 */
export function judgeTotals({ row }: Described, log: readonly Exchange[]): readonly Fact[] {
  const listing = listingOf(row);
  const pages = log.filter((exchange) => exchange.operation === row.id && succeeded(exchange));
  const told =
    listing === null
      ? []
      : pages.flatMap((page) => {
          const items = valueAt(page.response?.json, listing.items);
          const total = totalIn(page, listing);
          if (!Array.isArray(items) || total === null) return [];
          const { paginated } = row;
          const isMore =
            paginated !== null && typeof valueAt(page.response?.json, paginated.cursor) === "string";
          const before = items.length === 0 ? 0 : passedOver(page, listing);
          return [{ page, total, least: before + items.length + (isMore ? 1 : 0) }];
        });
  const [first] = told;
  if (first === undefined) return [missing(`no page of ${nameOf(row)} said how many items there are`)];
  const wrong = told.filter(({ total, least }) => total < least);
  const [shown] = wrong;
  if (shown === undefined || wrong.length < telling)
    return [held("no page held more than there are", first.page.id)];
  return violations({
    message: `${nameOf(row)} says that there are fewer items than its pages hold.`,
    expected: [`${shown.least} at least`],
    received: String(shown.total),
    exchanges: wrong.map(({ page }) => page.id),
    // It was seen on several pages.
    isLasting: true,
  });
}

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
