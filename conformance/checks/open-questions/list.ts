/** Open questions about cursors and page sizes: asked with separate requests of the main list. */

import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { answer, type Check, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { cursorNameOf, mainList, nounOf, type PagedOperation, pageQuery } from "../kit/paged.ts";
import { readPage } from "../kit/walk.ts";
import { question } from "./question.ts";

/** What a question asks for: a page by its cursor, a number of items. */
interface Asked {
  readonly cursor?: string;
  readonly limit?: string;
}

function list(run: Run, paged: PagedOperation, { cursor, limit }: Asked, purpose = "open question") {
  return ask(run, purpose, { operation: paged.id, query: pageQuery(paged, limit ?? null, cursor) });
}

/**
 * Requests a list in another way, between two requests as specified.
 *
 * @returns The outcome: a page, or the status with which it is refused; and the usual first page.
 * @throws Inconclusive if it is neither, or the list is not served.
 */
async function askList(run: Run, paged: PagedOperation, asked: Asked) {
  const first = await list(run, paged, {}, "control");
  const exchange = await list(run, paged, asked);
  const after = await list(run, paged, {}, "control");
  if (!succeeded(first) || !succeeded(after)) {
    throw new Inconclusive(`the list is not served (${outcomeOf(first)})`, [first.id]);
  }
  const refused = isRefusal(exchange) ? outcomeOf(exchange) : null;
  const { ids, next } = refused === null ? pageIn(paged, exchange) : readPage(paged, exchange);
  const usual = readPage(paged, first).ids ?? [];
  return { refused, ids: ids ?? [], next, usual, exchanges: [exchange.id] };
}

/** The page of an exchange. @throws Inconclusive if it contains none. */
function pageIn(paged: PagedOperation, exchange: Exchange) {
  const { ids, next } = readPage(paged, exchange);
  if (ids === null) throw new Inconclusive(`answered ${outcomeOf(exchange)}`, [exchange.id]);
  return { ids, next };
}

/** The cursor of the second page. @throws Inconclusive if there is none. */
async function secondPage(run: Run, paged: PagedOperation, limit: string): Promise<string> {
  const first = await list(run, paged, { limit });
  const { next } = readPage(paged, first);
  if (typeof next !== "string")
    throw new Inconclusive(`needs more than ${limit} ${nounOf(paged)}`, [first.id]);
  return next;
}

const invalidCursor = (paged: PagedOperation) =>
  question("gap.cursor.invalid", "read", async (run) => {
    const cursor = "not-a-cursor-of-this-list";
    const { refused, ids, usual, exchanges } = await askList(run, paged, { cursor });
    if (refused !== null) return answer(refused, `refused with ${refused}`, exchanges);
    if (ids.length === 0) return answer("empty-page", "an empty page", exchanges);
    return ids.join() === usual.join()
      ? answer("first-page", "the first page", exchanges)
      : answer("other", `some page of ${nounOf(paged)}`, exchanges);
  });

const reusedCursor = (paged: PagedOperation) =>
  question("gap.cursor.reuse", "read", async (run) => {
    const asked = { limit: "1", cursor: await secondPage(run, paged, "1") };
    const [once, twice] = [await list(run, paged, asked), await list(run, paged, asked)];
    const exchanges = [twice.id, once.id];
    if (!succeeded(once)) return missing(`the first use was answered ${outcomeOf(once)}`, exchanges);
    if (!succeeded(twice) && !isRefusal(twice)) return missing(outcomeOf(twice), exchanges);
    const idsOf = (exchange: Exchange) => readPage(paged, exchange).ids?.join();
    if (succeeded(twice) && idsOf(twice) === idsOf(once)) {
      return answer("reusable", "the same page came again", exchanges);
    }
    const seen = `the second use was answered ${outcomeOf(twice)}, not with the same page`;
    return answer("single-use", seen, exchanges);
  });

const limitOmitted = (paged: PagedOperation) =>
  question("gap.cursor.limit-omitted", "read", async (run) => {
    const exchange = await list(run, paged, { cursor: await secondPage(run, paged, "2") });
    const { ids, next } = pageIn(paged, exchange);
    const noun = nounOf(paged);
    if (ids.length > 2) return answer("default", `the page held ${ids.length} ${noun}`, [exchange.id]);
    return ids.length === 2 && next !== null
      ? answer("remembered", "the limit of the request before applied", [exchange.id])
      : missing(`needs more ${noun}, to see where the page ends`, [exchange.id]);
  });

const invalidLimit = (paged: PagedOperation) =>
  question("gap.limit.invalid", "read", async (run) => {
    const seen: { kind: string; text: string; id: string }[] = [];
    for (const limit of ["0", "-1", "abc"]) {
      const { refused, ids, usual, exchanges } = await askList(run, paged, { limit });
      const size = ids.length === usual.length ? "default" : `${ids.length} ${nounOf(paged)}`;
      const kind = refused ?? size;
      seen.push({
        kind,
        text: `${paged.paginated.pageSize?.parameter}=${limit}: ${kind}`,
        id: exchanges[0] ?? "",
      });
    }
    const [first] = seen;
    const text = seen.map((one) => one.text).join(", ");
    const kind = seen.every((one) => one.kind === first?.kind) ? first?.kind : text;
    const ids = seen.map(({ id }) => id);
    return answer(kind ?? "", text, ids);
  });

const maximum = (paged: PagedOperation) =>
  question("gap.limit.maximum", "read", async (run) => {
    const { refused, ids, next, usual, exchanges } = await askList(run, paged, { limit: "1000" });
    const [count, noun] = [ids.length, nounOf(paged)];
    const asked = `${paged.paginated.pageSize?.parameter}=1000`;
    if (refused !== null) return answer("refused", `${asked} is refused with ${refused}`, exchanges);
    if (next !== null && count < 1000) {
      return answer("capped", `${asked} gave ${count} ${noun} and a ${cursorNameOf(paged)}`, exchanges);
    }
    return count > usual.length
      ? answer("uncapped", `${asked} gave all ${count} ${noun}`, exchanges)
      : missing(`needs more than one page of ${noun}`, exchanges);
  });

function questionsOf(paged: PagedOperation): readonly Check[] {
  return [
    invalidCursor(paged),
    ...(paged.paginated.pageSize === null
      ? []
      : [reusedCursor(paged), limitOmitted(paged), invalidLimit(paged), maximum(paged)]),
  ];
}

/** Open questions about the main list; none where nothing is paged. */
export const listQuestions: readonly Check[] = mainList === null ? [] : questionsOf(mainList);
