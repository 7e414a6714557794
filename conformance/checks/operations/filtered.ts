/**
 * A list that is asked for one value of a filter shows the items with this value: only them, and each of them. Free text
 * may also be searched for, so there each of them has to be shown, and it has to make a difference.
 */

import { listingOf } from "../../base/listing.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, inapplicable, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { judgeBelonging } from "./belonging.ts";
import { has, judgeFiltered, makesNoDifference } from "./filter-facts.ts";
import { beginningOf, type NamedFilter, textUnlike, valuesToAsk } from "./filter-values.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { type Reading, readItems } from "./pages.ts";
import { judgeSeveral, twoToAsk } from "./several-values.ts";
import { withOperation } from "./with-operation.ts";

/** One check for each filter of a list; none for any other operation. */
export function filterChecks(one: Described): Check[] {
  return Object.entries(listingOf(one.row)?.filters ?? {}).flatMap(([name, filter]) => {
    const family = `filter.${name}`;
    const rest = filter.isText ? "and not simply all" : "and no other";
    return operationCheck(one, {
      family,
      title: `with ${name}, it lists every item with this value ${rest}`,
      run: (run) => withOperation(run, one, (args) => judgeFilter(run, one, args, { name, filter })),
    });
  });
}

/** What a list shows with each value of a filter, between two looks at all of it: it may change by itself. */
async function judgeFilter(run: Run, one: Described, args: Arguments, named: NamedFilter): Promise<Fact[]> {
  const purpose = idOf(`filter.${named.name}`, one);
  const { isText } = named.filter;
  // What another check writes and puts back meanwhile would be missed.
  const look = (reading: Reading = {}) => run.withCardLock(() => readItems(run, one, args, purpose, reading));
  const facts: Fact[] = [];
  let before = await look();
  if (before.length === 0) return [inapplicable(`${nameOf(one.row)} lists nothing`)];
  const values = valuesToAsk(one, named, before);
  if (values.length === 0) return [inapplicable(`no item has a ${named.name} that can be asked for`)];
  for (const value of values) {
    const asked = { ...named, value };
    const { length } = run.probe.session.exchanges;
    const filter = { [named.name]: String(value) };
    // Several pages, where there are as many items: a cursor has to keep what was asked for.
    const perPage = Math.ceil(before.filter((item) => has(asked, item)).length / 3) || 1;
    const shown = await look(isText ? { filter } : { filter, perPage });
    const pages = run.probe.session.exchanges.slice(length).filter((one) => one.purpose === purpose);
    // Where words are searched for, one that all have in common finds them all.
    const isUseless = isText && makesNoDifference(one, asked, before, shown);
    const other = isUseless ? textUnlike(one, named, String(value), before) : null;
    const unlike = other === null ? null : await look({ filter: { [named.name]: other } });
    const after = await look();
    facts.push(
      judgeFiltered(one, [asked], { before, shown, unlike, after, pages: pages.map(({ id }) => id) }),
    );
    for (const page of pages) facts.push(...(await foreignIn(run, one, args, page)));
    before = after;
  }
  const two = named.filter.takesSeveral === true && !isText ? twoToAsk(named, values, before) : null;
  if (two !== null) {
    const { length } = run.probe.session.exchanges;
    const shown = await ifConclusive(look({ filter: { [named.name]: two.map(String) } }));
    const pages = run.probe.session.exchanges.slice(length).filter((one) => one.purpose === purpose);
    const after = await look();
    const seen = { before, after, pages: pages.map(({ id }) => id) };
    if (shown !== null) facts.push(judgeSeveral(one, named, two, { ...seen, shown }));
  }
  const beginning = beginningOf(one, named, values, before);
  if (beginning === null) return facts;
  const { length } = run.probe.session.exchanges;
  // Whoever knows that nothing has it may refuse it.
  const shown = await ifConclusive(look({ filter: { [named.name]: beginning } }));
  const pages = run.probe.session.exchanges.slice(length).filter((one) => one.purpose === purpose);
  const seen = { before: [], shown: shown ?? [], unlike: null, after: [], pages: pages.map(({ id }) => id) };
  return [...facts, judgeFiltered(one, [{ ...named, value: beginning }], seen)];
}

/** What a page with a filter shows of another item than its path names, which the list without it may not. */
async function foreignIn(run: Run, one: Described, args: Arguments, page: Exchange): Promise<Fact[]> {
  const facts = await judgeBelonging(run, one, args, page);
  return facts.filter(({ kind }) => kind === "violated");
}
