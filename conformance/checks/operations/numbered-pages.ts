/** A list whose pages have numbers shows each item on one of them, whatever their size. */
import { validators } from "../../../generated/validators.js";
import { listingOf } from "../../base/listing.ts";
import { count } from "../../base/text.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { idsIn, type NumberedPage, readNumbered } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

const family = "numbered-pages";
/** Where pages end before this one, a walk need not be whole. */
const anyNumber = 100_000;
/** A longer list is not read in small pages. */
const fewItems = 60;

/** The list as it was read in pages of one size. */
export interface NumberedWalk {
  /** How many items a page should have; null for as many as usual. */
  readonly size: number | null;
  /** The size that the description gives for the usual one; null where it gives none. */
  readonly most: number | null;
  readonly pages: readonly NumberedPage[];
}

/** The check of a list whose pages have numbers; none for any other operation. */
export function numberedPagesCheck(one: Described): Check[] {
  if (listingOf(one.row)?.numbered === undefined) return [];
  return operationCheck(one, {
    family,
    title: "pages of every size show each item once, and no more items than they should",
    run: (run) => withOperation(run, one, (args) => run.withCardLock(() => judgeWalks(run, one, args))),
  });
}

async function judgeWalks(run: Run, one: Described, args: Arguments): Promise<Fact[]> {
  const { size: sized } = listingOf(one.row)?.numbered ?? {};
  const walk = async (size: number | null): Promise<NumberedWalk> => {
    const pages = (await readNumbered(run, one, args, idOf(family, one), size)) ?? [];
    return { size, most: size ?? sized?.default ?? null, pages };
  };
  const whole = await walk(null);
  const numbers = one.row.queryBounds[listingOf(one.row)?.numbered?.parameter ?? ""];
  if (numbers !== undefined && !validators[numbers](anyNumber))
    return [inapplicable("it has no pages beyond some number")];
  if (whole.pages.length === 0) return [inapplicable(`${nameOf(one.row)} lists nothing`)];
  const facts: Fact[] = judgeNumbered(one, whole, whole);
  const isShort = idsOf(one, whole).length <= fewItems;
  const bounds = one.row.queryBounds[sized?.parameter ?? ""];
  const sizes = sized == null ? [] : [sized.default + 1, ...(isShort ? [3] : [])];
  for (const size of sizes.filter((each) => bounds === undefined || validators[bounds](each))) {
    // A service may allow less than the description.
    const other = await ifConclusive(walk(size));
    if (other !== null) facts.push(...judgeNumbered(one, whole, other));
  }
  const again = await walk(null);
  const isSame = idsOf(one, again).join() === idsOf(one, whole).join();
  if (!isSame && facts.length > 0) return [missing("the list changes while it is read")];
  return facts.length > 0 ? facts : [held("each item was shown once", whole.pages[0]?.exchange.id)];
}

const idsOf = (one: Described, { pages }: NumberedWalk) =>
  pages.flatMap(({ items }) => items.flatMap((item) => [...idsIn(one, [item])]));

/**
 * Judges the pages of one size.
 *
 * @param whole - The list as it is read in pages of the usual size.
 * @returns Nothing where they are right.
 */
export function judgeNumbered(one: Described, whole: NumberedWalk, walked: NumberedWalk): Fact[] {
  const { pages, size, most } = walked;
  const how = size === null ? "pages of the usual size" : `pages of ${size}`;
  const exchanges = pages.map(({ exchange }) => exchange.id);
  const long = most === null ? undefined : pages.find(({ items }) => items.length > most);
  if (long !== undefined)
    return violations({
      message: `${nameOf(one.row)} shows more on a page than it should, in ${how}.`,
      expected: [`at most ${most} on a page`],
      received: `a page with ${long.items.length}`,
      exchanges: [long.exchange.id],
    });
  const ids = idsOf(one, walked);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  const lost = idsOf(one, whole).filter((id) => !ids.includes(id));
  const told = { expected: ["each item once"], exchanges };
  if (twice !== undefined)
    return violations({
      ...told,
      message: `${nameOf(one.row)} shows ${twice} twice, in ${how}.`,
      received: `${twice} twice`,
    });
  if (lost.length === 0) return [];
  return violations({
    ...told,
    message: `${nameOf(one.row)} leaves ${lost[0]} out, in ${how}.`,
    received: `all but ${count(lost.length, "item")}`,
  });
}
