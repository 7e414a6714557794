/** Open questions about the token request and the list: asked with separate requests. */

import { api } from "../../../generated/operations.ts";
import type { GapId } from "../../../generated/requirements.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { readToken, type Token, type TokenRequestAlteration } from "../../wire/tokens.ts";
import { tokenDefects } from "../defects.ts";
import { ask, noToken } from "../kit/ask.ts";
import { answer, type Check, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { readPage } from "../kit/walk.ts";
import { refusedReads } from "../reads-refused.ts";
import { inJson, refusedSecrets, tokenRequests } from "../token-request.ts";
import { question, statusAnswers } from "./question.ts";

/** A question answered by a token request that is altered, between two as specified. */
function tokenQuestion(
  gap: GapId,
  alteration: TokenRequestAlteration,
  answerOf: (token: Token) => Fact,
): Check {
  const look = async (run: Run) => {
    const [before] = await tokenRequests(run);
    const exchange = await run.probe.tokens.request(gap, alteration);
    const after = await run.probe.tokens.request("control");
    if (readToken(before) === null || readToken(after) === null) throw new Inconclusive(noToken(run));
    const seen = outcomeOf(exchange);
    if (isRefusal(exchange)) return [answer("refused", `refused with ${seen}`, [exchange.id])];
    const token = readToken(exchange);
    return [token === null ? missing(`answered ${seen}`, [exchange.id]) : answerOf(token)];
  };
  return question(gap, "read", look, "credentials");
}

const [oneScope] = api.scopes;

/** "all", or the names of the scopes. */
function granted(scopes: readonly string[]): string {
  return api.scopes.every((scope) => scopes.includes(scope)) ? "all" : scopes.join(" ");
}

const tokenQuestions: readonly Check[] = [
  tokenQuestion(
    "gap.token.scope-omitted",
    { description: "without scope", form: (form) => form.delete("scope") },
    ({ scopes, exchange }) => {
      const names = scopes?.join(" ") || "no scopes";
      return answer(scopes?.length ? granted(scopes) : "none", `a token with ${names}`, [exchange.id]);
    },
  ),
  tokenQuestion(
    "gap.token.narrow-scope",
    { description: `with the scope ${oneScope} only`, form: (form) => form.set("scope", oneScope) },
    ({ scopes, exchange }) => {
      if (scopes === null) return missing("the response names no scopes", [exchange.id]);
      const names = scopes.join(" ");
      const kind = names === oneScope ? "narrowed" : granted(scopes);
      return answer(kind, `asked for ${oneScope}, granted ${names}`, [exchange.id]);
    },
  ),
  tokenQuestion("gap.token.json", inJson, ({ exchange }) =>
    answer("accepted", "a token request in JSON is accepted", [exchange.id]),
  ),
];

const refusedStatus = question(
  "gap.token.refused-status",
  "read",
  async (run) => statusAnswers(await refusedSecrets(run)),
  "credentials",
);

const readStatus = (gap: "gap.auth.missing-token-status" | "gap.scope.missing-status"): Check =>
  question(gap, "read", async (run) => {
    const results = [];
    for (const defect of tokenDefects) {
      if (defect.question === gap) results.push(...(await refusedReads(run, defect)));
    }
    return statusAnswers(results);
  });

type Query = Readonly<Record<string, string>>;

const list = (run: Run, query: Query, purpose = "open question") =>
  ask(run, purpose, { operation: "listCards", query });

/**
 * Requests the list in another way, between two requests as specified.
 *
 * @returns The outcome: a page, or the status with which it is refused; and the usual first page.
 * @throws Inconclusive if it is neither, or the list is not served.
 */
async function askList(run: Run, query: Query) {
  const first = await list(run, {}, "control");
  const exchange = await list(run, query);
  const after = await list(run, {}, "control");
  if (!succeeded(first) || !succeeded(after)) {
    throw new Inconclusive(`the list is not served (${outcomeOf(first)})`, [first.id]);
  }
  const refused = isRefusal(exchange) ? outcomeOf(exchange) : null;
  const { ids, nextCursor } = refused === null ? pageIn(exchange) : readPage(exchange);
  const usual = readPage(first).ids ?? [];
  return { refused, ids: ids ?? [], nextCursor, usual, exchanges: [exchange.id] };
}

/** The page of an exchange. @throws Inconclusive if it contains none. */
function pageIn(exchange: Exchange) {
  const { ids, nextCursor } = readPage(exchange);
  if (ids === null) throw new Inconclusive(`answered ${outcomeOf(exchange)}`, [exchange.id]);
  return { ids, nextCursor };
}

/** The cursor of the second page. @throws Inconclusive if there is none. */
async function secondPage(run: Run, limit: string): Promise<string> {
  const first = await list(run, { limit });
  const { nextCursor } = readPage(first);
  if (typeof nextCursor !== "string") throw new Inconclusive(`needs more than ${limit} cards`, [first.id]);
  return nextCursor;
}

const invalidCursor = question("gap.cursor.invalid", "read", async (run) => {
  const { refused, ids, usual, exchanges } = await askList(run, { cursor: "not-a-cursor-of-this-list" });
  if (refused !== null) return [answer(refused, `refused with ${refused}`, exchanges)];
  if (ids.length === 0) return [answer("empty-page", "an empty page", exchanges)];
  return ids.join() === usual.join()
    ? [answer("first-page", "the first page", exchanges)]
    : [answer("other", "some page of cards", exchanges)];
});

const reusedCursor = question("gap.cursor.reuse", "read", async (run) => {
  const query = { limit: "1", cursor: await secondPage(run, "1") };
  const [once, twice] = [await list(run, query), await list(run, query)];
  const exchanges = [twice.id, once.id];
  if (!succeeded(once)) return [missing(`the first use was answered ${outcomeOf(once)}`, exchanges)];
  if (!succeeded(twice) && !isRefusal(twice)) return [missing(outcomeOf(twice), exchanges)];
  const isSame = succeeded(twice) && readPage(twice).ids?.join() === readPage(once).ids?.join();
  if (isSame) return [answer("reusable", "the same page came again", exchanges)];
  const seen = `the second use was answered ${outcomeOf(twice)}, not with the same page`;
  return [answer("single-use", seen, exchanges)];
});

const limitOmitted = question("gap.cursor.limit-omitted", "read", async (run) => {
  const exchange = await list(run, { cursor: await secondPage(run, "2") });
  const { ids, nextCursor } = pageIn(exchange);
  if (ids.length > 2) return [answer("default", `the page held ${ids.length} cards`, [exchange.id])];
  return ids.length === 2 && nextCursor !== null
    ? [answer("remembered", "the limit of the request before applied", [exchange.id])]
    : [missing("needs more cards, to see where the page ends", [exchange.id])];
});

const invalidLimit = question("gap.limit.invalid", "read", async (run) => {
  const seen: { kind: string; text: string; id: string }[] = [];
  for (const limit of ["0", "-1", "abc"]) {
    const { refused, ids, usual, exchanges } = await askList(run, { limit });
    const kind = refused ?? (ids.length === usual.length ? "default" : `${ids.length} cards`);
    seen.push({ kind, text: `limit=${limit}: ${kind}`, id: exchanges[0] ?? "" });
  }
  const [first] = seen;
  const text = seen.map((one) => one.text).join(", ");
  const kind = seen.every((one) => one.kind === first?.kind) ? first?.kind : text;
  return [
    answer(
      kind ?? "",
      text,
      seen.map(({ id }) => id),
    ),
  ];
});

const maximum = question("gap.limit.maximum", "read", async (run) => {
  const { refused, ids, nextCursor, usual, exchanges } = await askList(run, { limit: "1000" });
  const count = ids.length;
  if (refused !== null) return [answer("refused", `limit=1000 is refused with ${refused}`, exchanges)];
  if (nextCursor !== null && count < 1000) {
    return [answer("capped", `limit=1000 gave ${count} cards and a nextCursor`, exchanges)];
  }
  return count > usual.length
    ? [answer("uncapped", `limit=1000 gave all ${count} cards`, exchanges)]
    : [missing("needs more than one page of cards", exchanges)];
});

/** Open questions that are asked by reading. */
export const requestQuestions: readonly Check[] = [
  ...tokenQuestions,
  refusedStatus,
  readStatus("gap.auth.missing-token-status"),
  readStatus("gap.scope.missing-status"),
  invalidCursor,
  reusedCursor,
  limitOmitted,
  invalidLimit,
  maximum,
];
